/* Installs the service worker (sw.ts) once the page is there, and tells when a newer one waits. */
import { effect } from "@preact/signals";
import { lang } from "../words";
import { ask, newVersion } from "./status";

const CHECK_MS = 60 * 60 * 1000;
let isAskedFor = false;

const offer = (registration: ServiceWorkerRegistration): void => {
  newVersion.value = () => {
    isAskedFor = true;
    if (registration.waiting) registration.waiting.postMessage("go");
    else location.reload();
  };
};

/* The first worker that is installed is not a new version: nothing is waiting then. */
const watch = (registration: ServiceWorkerRegistration): void => {
  if (registration.waiting) offer(registration);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && navigator.serviceWorker.controller) offer(registration);
    });
  });
};

const install = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.register("/sw.js");
  watch(registration);
  const check = (): void => void registration.update().catch(() => {}); /* offline: another time */
  setInterval(check, CHECK_MS);
  document.addEventListener("visibilitychange", () => document.hidden || check());
  const { active } = await navigator.serviceWorker.ready;
  effect(() => active!.postMessage(lang.value)); /* its words are kept, too */
};

export const register = (): void => {
  void ask();
  if (!("serviceWorker" in navigator)) return; /* without TLS, say */
  const hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isAskedFor) location.reload();
    else if (hadOne) newVersion.value = () => location.reload(); /* another page has asked for it */
  });
  install().catch((error: unknown) => console.warn("no service worker:", error));
};
