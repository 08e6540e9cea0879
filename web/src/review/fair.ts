/* Whether a game was dealt and played as it must have been: judged here, by the code of `arkad check`. */
import type { Engine } from "../engine/engine";
import type { Played } from "./played";
import { promised } from "./promise";

export type Verdict = { is: "right"; isProved: boolean; isMine: boolean } | { is: "wrong"; line: number; reason: string };

export const verify = (engine: Engine, lines: string[]): Verdict => {
  const game = engine.open();
  const wrong = (line: number, reason: string): Verdict => ({ is: "wrong", line, reason });
  try {
    game.beginReading();
    let isProved = false;
    for (const [i, line] of lines.entries()) {
      const refusal = game.readLine(line);
      if (refusal) return wrong(i + 1, refusal);
      const proof = i === 0 ? game.proof() : true;
      if (typeof proof === "string") return wrong(1, proof);
      if (i === 0) isProved = proof;
    }
    const refusal = game.endReading();
    return refusal ? wrong(lines.length + 1, refusal) : { is: "right", isProved, isMine: false };
  } finally {
    game.close();
  }
};

/* And whether what this browser was promised, and what it gave, is what stands in the file. `say` has the sentences. */
export const compare = (verdict: Verdict, { table, me }: Played, say: { promise: string; share: string }): Verdict => {
  const kept = table && promised(table.code);
  if (!kept || !table.proof || verdict.is === "wrong") return verdict;
  if (kept.commitment !== table.commitment) return { is: "wrong", line: 1, reason: say.promise };
  if (me !== null && table.proof.given[me] !== kept.bytes) return { is: "wrong", line: 1, reason: say.share };
  return { ...verdict, isMine: me !== null };
};
