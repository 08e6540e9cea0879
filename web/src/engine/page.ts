/* The page's own engine: loaded when a part of the page first needs it, for it is larger than all that is painted before. */
import { once } from "../once";
import { speakThrough } from "../words";
import type { Engine } from "./engine";

declare const WASM: string;

let loaded: Engine | undefined;

const load = async (): Promise<Engine> => {
  const module = fetch(WASM);
  module.catch(() => {}); /* told below, when its code is here */
  const engine = await (await import("./engine")).Engine.load(module);
  speakThrough((words) => engine.speak(words));
  return (loaded = engine);
};

export const needEngine = once(load);

/* For what is only shown when the engine is here. */
export const pageEngine = (): Engine => loaded!;
