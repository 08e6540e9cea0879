/* Everything that was proposed in this turn, and what came of it: read from the log, drawn as a small list. */
import type { JSX } from "preact";
import { Chip, Icon, Mark, Tag } from "client/art";
import { t } from "client/words";
import { faceOf, type S } from "./view";

interface Proposal {
  from: number;
  to: number | null; /* null: everyone */
  give: string[];
  want: string[];
  state: "open" | "accepted" | "declined" | "countered";
  answers: number[]; /* who has answered, in order; the last of them accepted if it is accepted */
}

/* offer 2 3,3 for *; counter 4 for 5 */
const read = (from: number, move: string, before: Proposal | undefined): Proposal | null => {
  const [, to, give, want] = /^(?:offer (\d|all)|counter) (\S+) for (\S+)$/.exec(move) ?? [];
  if (!give || !want) return null;
  const goesTo = to === undefined ? (before?.from ?? null) : to === "all" ? null : Number(to);
  return { from, to: goesTo, give: give.split(","), want: want.split(","), state: "open", answers: [] };
};

const answer = (proposal: Proposal, seat: number, move: string, players: number): void => {
  proposal.answers.push(seat);
  if (move === "accept") proposal.state = "accepted";
  else if (proposal.to !== null || proposal.answers.length === players - 1) proposal.state = "declined";
};

/* The last ones of the log: the position counts how many there were this turn. */
export const proposalsOf = ({ sitting, view }: S): Proposal[] => {
  const all: Proposal[] = [];
  for (const { seat, move } of sitting.log.value) {
    if (seat === null || !move) continue;
    const before = all.at(-1);
    const proposal = read(seat, move, before);
    if (proposal && before && move.startsWith("counter")) before.state = "countered";
    if (proposal) all.push(proposal);
    else if (before?.state === "open" && (move === "accept" || move === "decline")) answer(before, seat, move, sitting.players);
  }
  return view.offers ? all.slice(-view.offers) : [];
};

const kinds = { open: "gold", accepted: "teal", declined: "", countered: "" } as const;

const Line = ({ scene, proposal }: { scene: S; proposal: Proposal }): JSX.Element => {
  const { from, to, give, want, state, answers } = proposal;
  const chips = (some: string[]): JSX.Element[] => some.map((card, i) => <Chip key={i} face={faceOf(scene, card)} />);
  const by = state === "accepted" ? answers.at(-1)! : to;
  const name = (seat: number | null): string => (seat === null ? t("web.pharaoh.everyone") : scene.names[seat]!);
  return (
    <li>
      <Mark seat={from} name={scene.names[from]!} size="s" />
      <span class="sr">{t("web.pharaoh.proposes", { from: name(from), to: name(to) })}</span>
      <span class="chips">{chips(give)}</span>
      <Icon name="i-swap" />
      <span class="sr">{t("web.pharaoh.for")}</span>
      <span class="chips">{chips(want)}</span>
      {by === null ? <span class="quiet">{t("web.pharaoh.everyone")}</span> : <Mark seat={by} name={scene.names[by]!} size="s" />}
      <Tag kind={kinds[state]}>{t(`web.pharaoh.proposal.${state}`)}</Tag>
    </li>
  );
};

/* The newest first, so that what is going on is seen without scrolling. */
export const Offers = ({ scene }: { scene: S }): JSX.Element | null => {
  const all = proposalsOf(scene);
  if (!all.length) return null;
  return (
    <section class="pha-offers" aria-label={t("web.pharaoh.offered")}>
      <h3>
        {t("web.pharaoh.offered")} <span class="quiet">{all.length}</span>
      </h3>
      <ol tabIndex={0} aria-label={t("web.pharaoh.offered")}>
        {all.map((proposal, i) => <Line key={i} scene={scene} proposal={proposal} />).reverse()}
      </ol>
    </section>
  );
};
