/* The loader of maps, in a module of its own (src/wasm/maps.c): it checks a text while it is being written. */
import type { MapData } from "../engine/engine";

declare const MAPS_WASM: string;

/* What is wrong with a map that is being written, and what there is of it so far. */
export type DraftMap = { why: string | null; line: number; name: string } & { [part in "places" | "roads" | "villages"]: (MapData[part][number] | null)[] };

type Exports = Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };

export class MapLoader {
  private constructor(private readonly c: Exports) {}

  static async load(): Promise<MapLoader> {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(MAPS_WASM));
    const c = instance.exports as unknown as Exports;
    c["_initialize"]?.();
    return new MapLoader(c);
  }

  private take(length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.c.memory.buffer, this.c["maps_out"]!(), length));
  }

  /* The map that is built in, as a file that explains the form. */
  example(): string {
    return this.take(this.c["maps_example"]!());
  }

  private give(text: string): number {
    const bytes = new TextEncoder().encode(text).subarray(0, this.c["maps_in_size"]!()); /* what is cut off was too long anyway */
    new Uint8Array(this.c.memory.buffer, this.c["maps_in"]!(), bytes.length).set(bytes);
    return bytes.length;
  }

  speak(words: string): void {
    this.c["maps_words"]!(this.give(words));
  }

  read(text: string): DraftMap {
    return JSON.parse(this.take(this.c["maps_draft"]!(this.give(text)))) as DraftMap;
  }
}
