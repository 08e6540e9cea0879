/* The top of every page that is not a table. */
import type { JSX } from "preact";
import { Brand, Icon } from "../art";
import { lang, languages, speak, t } from "../words";
import { openSettings } from "./settings";

export const Header = ({ page }: { page: "start" | "rules" | "pad" | "review" }): JSX.Element => {
  const other = lang.value === "en" ? "hu" : "en";
  return (
    <header class="top">
      <Brand />
      <nav class="links" aria-label="Arkád">
        <a class="btn plain desk-only" href="/" aria-current={page === "start" ? "page" : undefined}>
          {t("web.start")}
        </a>
        <a class="btn plain" href="/rules" aria-current={page === "rules" ? "page" : undefined}>
          {t("web.rules")}
        </a>
        <a class="btn plain desk-only" href="/pad" aria-current={page === "pad" ? "page" : undefined}>
          {t("web.pad.name")}
        </a>
      </nav>
      <div class="row tools">
        <button type="button" class="btn plain" lang={other} aria-label={languages[other]} onClick={() => void speak(other)}>
          <Icon name="i-globe" /> {other.toUpperCase()}
        </button>
        <button type="button" class="btn plain square" aria-label={t("web.settings")} onClick={openSettings}>
          <Icon name="i-gear" />
        </button>
      </div>
    </header>
  );
};
