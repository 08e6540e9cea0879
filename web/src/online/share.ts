/* My share of the seed (docs/fairness.md): promised by its hash, and shown only when everybody's promise is known. What a
   server has shown first is kept and never replaced; if it shows something else, it gets nothing more, and I am warned. */
import { pageEngine } from "../engine/page";
import { unfair } from "../offline/status";
import { keepPromise, promised, type Promised } from "../review/promise";

const randomHex = (): string => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const doubt = (): null => {
  unfair.value = true;
  return null;
};

/* What is kept of a table, as long as the server says the same as before. */
const keptOf = (code: string, commitment: string, isDrawn: boolean): Promised | null => {
  const kept = promised(code) ?? { commitment, bytes: randomHex(), isDrawn };
  if (kept.commitment !== commitment) return doubt();
  keepPromise(code, kept);
  return kept;
};

/* The hash to promise; null: the server is in doubt. */
export const promiseOf = (code: string, commitment: string, isDrawn: boolean): string | null => {
  const kept = keptOf(code, commitment, isDrawn);
  return kept && pageEngine().promise(code, kept.bytes);
};

/* The share to show, for my promise is among all that were made. */
export const shareOf = (code: string, commitment: string, promises: (string | null)[]): string | null => {
  const kept = promised(code);
  if (!kept || kept.commitment !== commitment || !promises.includes(pageEngine().promise(code, kept.bytes))) return doubt();
  if (kept.promises && kept.promises.join() !== promises.join()) return doubt();
  keepPromise(code, { ...kept, promises });
  return kept.bytes;
};
