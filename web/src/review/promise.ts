/* What a server promised before the deal, and what this browser gave to the seed (docs/fairness.md): only with both can one
   tell afterwards that neither was exchanged. */
import * as storage from "../storage";

export interface Promised {
  commitment: string;
  bytes: string;
  promises?: (string | null)[]; /* of all seats, as they were shown before anybody gave */
  isDrawn?: boolean; /* who starts: as the table said before the deal */
}

const key = (code: string): string => `fair:${code}`;

export const keepPromise = (code: string, promise: Promised): void => storage.keep(key(code), JSON.stringify(promise));

export const promised = (code: string): Promised | null => {
  const text = storage.read(key(code));
  return text ? (JSON.parse(text) as Promised) : null;
};
