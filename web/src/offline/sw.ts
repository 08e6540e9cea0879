/*
 * The service worker: the page and everything with a hash in its name are kept when it is installed, so that they come
 * without a network; texts in the languages in use. Live answers of the server (/api, /ws and everything else) are never
 * kept and never touched.
 *
 * A new version is installed beside the old one and waits until the page asks for it, or no page is open any more.
 */

/* Put in by build.mjs: what is kept, what of it for one language, and a hash of it all. */
declare const FILES: string[];
declare const LANGUAGES: Record<string, string[]>;
declare const VERSION: string;

/* The few types of a worker that are used here; TypeScript's own names for them clash with the page's. */
interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(kind: "install" | "activate", listen: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", listen: (event: Fetching) => void): void;
  addEventListener(kind: "message", listen: (event: Waiting & MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const worker = self as unknown as Worker;

const PREFIX = "arkad-";
const NAME = PREFIX + VERSION;
/* One version back is kept for pages that are still open. */
const OTHERS_KEPT = 1;
/* Addresses for which the server gives index.html (src/server/api/pages.c). */
const room = /^\/(?:(?:play|table|review|learn|pad|rules|account|maps)(?:\/|$)|$)/;

const keep = async (files: string[]): Promise<void> => {
  const cache = await caches.open(NAME);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !kept.has(file)).map((file) => new Request(file, { cache: "no-cache" })));
};

/* The languages of which an older version keeps the words. */
const spoken = async (): Promise<string[]> => {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const kept = (await Promise.all(old.map(async (name) => (await caches.open(name)).keys()))).flat();
  return Object.keys(LANGUAGES).filter((code) => kept.some(({ url }) => url.includes(`/words-${code}-page-`)));
};

/* All or nothing: a version that is not whole is not installed. */
const install = async (): Promise<void> => keep([...FILES, ...(await spoken()).flatMap((code) => LANGUAGES[code]!)]);

const sweep = async (): Promise<void> => {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.slice(0, Math.max(0, old.length - OTHERS_KEPT)).map((name) => caches.delete(name)));
  await worker.clients.claim();
};

const page = async (request: Request): Promise<Response> => {
  const kept = await (await caches.open(NAME)).match("/index.html", { ignoreVary: true });
  return kept ?? fetch(request);
};

const file = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true, ignoreSearch: true })) ?? fetch(request);

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(sweep()));
worker.addEventListener("message", (event) => {
  if (event.data === "go") void worker.skipWaiting();
  else event.waitUntil(keep(LANGUAGES[event.data as string] ?? [])); /* the page speaks it */
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (room.test(url.pathname)) event.respondWith(page(request));
  } else if (/-[0-9A-Za-z]{8,}\.\w+$/.test(url.pathname) || FILES.includes(url.pathname)) event.respondWith(file(request));
});

export {};
