/*
 * A first lesson: a game dealt from a fixed seed, what was played before it begins, and a few steps. Everything in it is
 * a real game: tests/test_lessons.mjs plays every lesson through the engine.
 */

export type Made = [seat: number, move: string];

export interface Step {
  text: string; /* what to do and why: a key of the catalogues */
  moves?: string[]; /* which one may be made; without: the player reads on */
  shows?: string; /* what the step is about, as a selector: gets a frame of light */
  then?: Made[]; /* how the others go on */
}

export interface Lesson {
  game: string;
  seed: string;
  names: [string, string]; /* of the other two seats; the learner sits at 0 */
  before: Made[];
  steps: Step[];
}

export const PLAYERS = 3;
export const LEARNER = 0;
