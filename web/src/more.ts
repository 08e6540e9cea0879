/* What everything but the start page needs, added once when it is first needed: styles and pictures of cards. */
import { addArt } from "./art";

declare const MORE_CSS: string;

const addStyles = (): Promise<void> =>
  new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = MORE_CSS;
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      link.remove();
      fail(new Error(MORE_CSS));
    });
    document.head.append(link);
  });

const add = async (): Promise<void> => {
  const [art] = await Promise.all([import("games:cards"), addStyles()]);
  addArt(art.default);
};

let added: Promise<void> | undefined;
export const addMore = (): Promise<void> => {
  added ??= add().catch((error: unknown) => {
    added = undefined; /* to be tried again */
    throw error;
  });
  return added;
};
