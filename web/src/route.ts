/* Pages by the address: /play/ID, /table/CODE and so on. The server gives the same page for all of them (src/server/api/pages.c). */
import { signal } from "@preact/signals";

const read = (): string[] => location.pathname.slice(1).split("/").map(decodeURIComponent);

export const route = signal<string[]>(read());
addEventListener("popstate", () => (route.value = read()));

export const go = (path: string): void => {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  route.value = read();
};

/* Links within the page change what is shown without loading it again. */
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest("a");
  const isOurs = link?.origin === location.origin && !link.hash && !link.target && !link.download && !link.pathname.includes(".");
  if (!isOurs || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
