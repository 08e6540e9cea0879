/* The engine of a worker, with bots, and with the net of the game that is thought about. */
import { Engine } from "./engine";

declare const THINKER_WASM: string;
declare const NETS: Record<string, string>;

let engine: Promise<Engine> | undefined;
const nets = new Map<string, Promise<void>>();

/* Without a net bots play by their judgement, which is better than not at all. */
const learn = async (loaded: Engine, game: string): Promise<void> => {
  const response = await fetch(NETS[game]!);
  if (response.ok) loaded.learn(game, new Uint8Array(await response.arrayBuffer()));
};

export const thinkingEngine = async (game: string): Promise<Engine> => {
  engine ??= Engine.load(fetch(THINKER_WASM));
  const loaded = await engine;
  if (!nets.has(game) && NETS[game]) nets.set(game, learn(loaded, game));
  await nets.get(game)?.catch(() => nets.delete(game));
  return loaded;
};
