/* The page's own engine, loaded before anything is drawn. */
import { Engine } from "./engine";

let loaded: Engine | undefined;

export const loadEngine = async (wasm: string): Promise<Engine> => (loaded = await Engine.load(fetch(wasm)));
export const pageEngine = (): Engine => loaded!;
