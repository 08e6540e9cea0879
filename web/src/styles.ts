/* Styles that come with the part of the page they belong to. */
const known = new Map<string, Promise<void>>();

const add = (href: string): Promise<void> =>
  new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      link.remove();
      known.delete(href); /* to be tried again */
      fail(new Error(href));
    });
    document.head.append(link);
  });

export const addStyles = (href: string): Promise<void> => {
  if (!known.has(href)) known.set(href, add(href));
  return known.get(href)!;
};
