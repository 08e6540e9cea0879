/* Pages by what stands behind the # of the address. */
import { signal } from "@preact/signals";

const read = (): string[] => location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);

export const route = signal<string[]>(read());
addEventListener("hashchange", () => (route.value = read()));

export const go = (path: string): void => {
  location.hash = path;
};
