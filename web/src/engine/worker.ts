/* Bots and hints think here, in a worker, with an engine of their own. They are handed a game as it was played and look
   at it through the eyes of their seat. */
import type { Game, Hint, Setup } from "./engine";
import { thinkingEngine } from "./thinking";

export interface Question {
  id: number;
  setup: Setup;
  moves: [number, string][];
  seat: number;
  seed: number;
  bot: string | null; /* null: a hint */
}

export type Answer = { id: number; move: string } | { id: number; hint: Hint } | { id: number; error: string };

const HINT_MS = 1000;

let game: Game | undefined;
let played: [number, string][] = [];
let seed = "";

/* Plays what is new; from the start if the game is another one, or a move was taken back. */
const follow = (question: Question): void => {
  const isSame =
    seed === question.setup.seed &&
    played.length <= question.moves.length &&
    played.every(([seat, move], i) => question.moves[i]![0] === seat && question.moves[i]![1] === move);
  if (!isSame) {
    game!.deal(question.setup);
    seed = question.setup.seed;
    played = [];
  }
  for (const [seat, move] of question.moves.slice(played.length)) game!.apply(seat, move);
  played = question.moves;
};

const answer = async (question: Question): Promise<Answer> => {
  const loaded = await thinkingEngine(question.setup.game);
  game ??= loaded.open();
  follow(question);
  const { id, seat } = question;
  if (question.bot === null) return { id, hint: game.hint(seat, HINT_MS, question.seed) };
  return { id, move: game.bot(seat, question.bot, seat + 1, question.seed) };
};

self.addEventListener("message", (event: MessageEvent<Question>) => {
  answer(event.data).then(
    (found) => self.postMessage(found),
    (error: unknown) => self.postMessage({ id: event.data.id, error: String(error) }),
  );
});
