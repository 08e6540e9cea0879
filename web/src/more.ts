/* What everything but the start page needs, added once when it is first needed: styles and pictures of cards. */
import { addArt } from "./art";
import { once } from "./once";

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

export const addMore = once(add);

/* The pictures that games are known by (Cover in art.tsx): they come after what can be read and pressed. */
export const addCovers = once(async () => addArt((await import("games:covers")).default));
