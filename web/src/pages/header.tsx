/* The top of every page that is not a table. */
import type { JSX } from "preact";
import { Brand, Icon, Mark } from "../art";
import { Strips } from "../offline/notices";
import { Elsewhere } from "../online/elsewhere";
import { me } from "../online/me";
import { lang, languages, speak, t } from "../words";
import { openSettings } from "./settings";

/* Who I am at the server, and the way to it. */
const Me = ({ isHere }: { isHere: boolean }): JSX.Element => {
  const account = me.value;
  return (
    <a class="btn plain me" href="/account" aria-current={isHere ? "page" : undefined}>
      {account ? <Mark seat={0} name={account.name} /> : <Icon name="i-user" />}
      <span class="desk-word">{account ? account.name : t("web.online.sign-in")}</span>
    </a>
  );
};

const Languages = (): JSX.Element => (
  <label class="btn plain speak">
    <Icon name="i-globe" />
    <select aria-label={t("web.language")} value={lang.value} onChange={(event) => void speak(event.currentTarget.value)}>
      {Object.entries(languages).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

export type HeaderPage = "start" | "rules" | "pad" | "review" | "account" | "table" | "maps";

export const Header = ({ page }: { page: HeaderPage }): JSX.Element => {
  return (
    <>
      <header class="top">
        <Brand />
        <nav class="links" aria-label="Arkád">
          <a class="btn plain" href="/" aria-current={page === "start" ? "page" : undefined}>
            {t("web.start")}
          </a>
          <a class="btn plain" href="/rules" aria-current={page === "rules" ? "page" : undefined}>
            {t("web.rules")}
          </a>
          <a class="btn plain" href="/pad" aria-current={page === "pad" ? "page" : undefined}>
            {t("web.pad.name")}
          </a>
        </nav>
        <div class="row tools">
          <Elsewhere isFed={page === "start"} />
          <Languages />
          <Me isHere={page === "account"} />
          <button type="button" class="btn plain square" aria-label={t("web.settings")} onClick={openSettings}>
            <Icon name="i-gear" />
          </button>
        </div>
      </header>
      <Strips />
    </>
  );
};
