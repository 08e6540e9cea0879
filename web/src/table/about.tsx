/* What explanations say: tips, and the sheet with everything on the table. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Icon } from "../art";
import { keyText, partText } from "../generic/say";
import type { Sitting } from "../sitting";
import { t } from "../words";
import { sectionOf, type Tip, type Topic, topicOf } from "./explain";
import type { GameTable, Scene } from "./game";
import { Sheet } from "./sheet";

/* ---- What is said ------------------------------------------------------------------------------------------------------ */

const splitTopic = (about: string): [kind: string, word: string] => {
  const space = about.indexOf(" ");
  return [about.slice(0, space), about.slice(space + 1)];
};

/* Cards and places by their names, seats' points by their owner, anything else as it is written on the page. */
const titleOf = ({ sitting, called }: Scene, { about, label }: Topic): string => {
  const [kind, word] = splitTopic(about);
  if (kind === "zone") return keyText(sitting.game, word.split(" ")[1]!);
  if (kind === "points") return `${t("web.points")}: ${called(Number(word))}`;
  const name = sitting.thing(kind, word);
  return name === word && kind !== "card" ? label : name;
};

/* What a seat's points are made of. */
const partsOf = (sitting: Sitting, seat: number): string =>
  Object.entries(sitting.count(seat).parts)
    .filter(([, points]) => points)
    .map(([part, points]) => `${partText(sitting.game, part)}: ${points}`)
    .join(", ");

/* Of a card that the game says nothing of. */
const seen = (about: string): string => t("web.about.seen", { n: document.querySelectorAll(`.app [data-about=${JSON.stringify(about)}]`).length });

/* Empty: there is no more to say than its name. */
const textOf = ({ sitting }: Scene, { about }: Topic): string => {
  const [kind, word] = splitTopic(about);
  if (kind === "zone") return t(`web.about.zone.${word.split(" ")[0]!}`);
  if (kind === "card") return sitting.about(kind, word) || seen(about);
  return kind === "points" ? partsOf(sitting, Number(word)) || t("web.about.no-points") : sitting.about(kind, word);
};

/* ---- Shown ----------------------------------------------------------------------------------------------------------------- */

export const TipShown = ({ scene, tip }: { scene: Scene; tip: Tip }): JSX.Element => {
  const text = textOf(scene, tip);
  const place = (box: HTMLElement | null): void => {
    if (!box) return;
    const half = box.offsetWidth / 2;
    box.style.left = `${Math.max(8 + half, Math.min(innerWidth - 8 - half, tip.x))}px`;
    box.style.top = `${tip.isAbove ? tip.y - box.offsetHeight : tip.y}px`;
  };
  return (
    <div class="about-tip" aria-hidden="true" ref={place}>
      <b>{titleOf(scene, tip)}</b>
      {text && <span>{text}</span>}
      <small>
        <kbd>I</kbd> {t("web.about.more")}
      </small>
    </div>
  );
};

/* Everything on the table, each thing once, in the order of reading. */
const everything = (scene: Scene): Topic[] => {
  const found = new Map<string, Topic>();
  for (const thing of document.querySelectorAll(".app [data-about]")) {
    const topic = topicOf(thing);
    const title = titleOf(scene, topic);
    if (title && !found.has(title)) found.set(title, topic);
  }
  return [...found.values()];
};

export interface AboutProps {
  scene: Scene;
  table: GameTable;
  topic: Topic;
  onTopic: (topic: Topic) => void;
  onRules: (section: number) => void;
  onClose: () => void;
}

export const About = ({ scene, table, topic, onTopic, onRules, onClose }: AboutProps): JSX.Element => {
  const others = useMemo(() => everything(scene), []);
  return (
    <Sheet title={t("web.about.title")} onClose={onClose}>
      <div class="about">
        <div aria-live="polite">
          <h3>{topic.about ? titleOf(scene, topic) : scene.sitting.ask()}</h3>
          {topic.about && <p>{textOf(scene, topic) || t("web.about.nothing")}</p>}
        </div>
        <button type="button" class="btn teal" onClick={() => onRules(sectionOf(scene, table, topic.about))}>
          <Icon name="i-help" /> {t("web.about.rules")}
        </button>
        <h3>{t("web.about.all")}</h3>
        <ul>
          {others.map((other) => (
            <li key={other.about}>
              <button type="button" class="btn plain" aria-pressed={other.about === topic.about} onClick={() => onTopic(other)}>
                {titleOf(scene, other)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
};
