/* The rules beside the table, at the section of what is asked or explained; the table stays where it is. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { rules } from "words:rules";
import { Icon } from "../art";
import { nameOf } from "../games";
import { headingId, Markdown, parse } from "../pages/markdown";
import { lang, t } from "../words";

const load = async (game: string, code: string): Promise<string> => {
  const own = rules[game];
  const text = own?.[code] ?? own?.en;
  return text ? (await text()).default : `# ${nameOf(game)}\n\n${t("web.no-rules")}\n`;
};

export const RulesBeside = ({ game, section, onClose }: { game: string; section: number; onClose: () => void }): JSX.Element => {
  const text = useSignal<string | null>(null);
  const isLost = useSignal(false);
  const box = useRef<HTMLElement>(null);
  const code = lang.value;
  useEffect(() => {
    let isGone = false;
    load(game, code).then(
      (found) => !isGone && (text.value = found),
      () => !isGone && (isLost.value = true),
    );
    return () => void (isGone = true);
  }, [game, code]);
  const blocks = parse(text.value ?? "");
  useLayoutEffect(() => {
    const headings = blocks.flatMap((block, i) => (block.kind === "heading" ? [i] : []));
    const heading = box.current?.querySelector<HTMLElement>(`#${headingId(headings[section] ?? 0)}`);
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  }, [text.value, section]);
  return (
    <aside class="rules-beside" aria-label={t("web.rules")} ref={box}>
      <header>
        <h2>{t("web.rules")}</h2>
        <button type="button" class="btn plain square" aria-label={t("web.close")} onClick={onClose}>
          <Icon name="i-x" />
        </button>
      </header>
      <article class="prose" lang={code} aria-busy={text.value === null && !isLost.value} tabIndex={0} aria-label={nameOf(game)}>
        {isLost.value ? <p>{t("web.not-loaded")}</p> : <Markdown blocks={blocks} game={game} />}
      </article>
    </aside>
  );
};
