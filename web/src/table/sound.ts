/* Three soft tones, made here: your turn, a move, the end. Off unless asked for. */
import { useEffect, useRef } from "preact/hooks";
import { sound } from "../settings";
import type { Sitting } from "../sitting";

/* Notes in hertz, one after the other. */
const tunes = { move: [392], turn: [523, 659], over: [523, 659, 784] } as const;
const NOTE_S = 0.14;
const LOUD = 0.08;

let audio: AudioContext | undefined;

const note = (context: AudioContext, hertz: number, at: number): void => {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "sine";
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 2 * NOTE_S);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 2 * NOTE_S);
};

export const play = (tune: keyof typeof tunes): void => {
  if (sound.peek() === "off" || !("AudioContext" in globalThis)) return;
  const context = (audio ??= new AudioContext());
  void context.resume(); /* it sleeps until the page is touched */
  tunes[tune].forEach((hertz, i) => note(context, hertz, context.currentTime + i * NOTE_S));
};

export const useSound = (sitting: Sitting): void => {
  const state = sitting.state.value;
  const count = sitting.log.value.length;
  const last = useRef({ state, count });
  useEffect(() => {
    const before = last.current;
    last.current = { state, count };
    if (state === "over" && before.state !== "over") play("over");
    else if (state === "yours" && before.state !== "yours") play("turn");
    else if (count > before.count) play("move");
  }, [state, count]);
};
