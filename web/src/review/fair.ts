/* Whether a game was dealt and played as it must have been: verified here, by the code of `arkad check`. */
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

interface Fair {
  commitment: string;
  promised?: (string | null)[];
  given: (string | null)[];
  starter?: "drawn" | "passed" | "fixed";
}

/* And whether the proof in the file is that of the table, and of what this browser was promised and gave. `say` has the
   sentences. */
export const compare = (verdict: Verdict, { table, lines, me }: Played, say: { promise: string; promises: string; share: string; starter: string }): Verdict => {
  if (!table || !lines || verdict.is === "wrong") return verdict;
  const { fair } = JSON.parse(lines[0]!) as { fair?: Fair };
  const kept = promised(table.code);
  const isOther = fair?.commitment !== table.commitment || (kept && kept.commitment !== table.commitment);
  if (isOther) return { is: "wrong", line: 1, reason: say.promise };
  if (kept?.isDrawn && fair.starter !== "drawn") return { is: "wrong", line: 1, reason: say.starter };
  if (kept?.promises && fair.promised?.join() !== kept.promises.join()) return { is: "wrong", line: 1, reason: say.promises };
  const isMine = kept !== null && me !== null;
  return isMine && fair.given[me] !== kept.bytes ? { is: "wrong", line: 1, reason: say.share } : { ...verdict, isMine };
};
