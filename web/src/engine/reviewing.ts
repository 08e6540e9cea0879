/* A finished game is reviewed here, in a worker of its own that can be stopped at any time: first every sixteenth
   position, then those between, so that the whole chart is there early and grows finer. */
import type { Setup } from "./engine";
import { thinkingEngine } from "./thinking";

export interface ReviewQuestion {
  perMove: number; /* milliseconds */
  setup: Setup;
  moves: [number, string][];
}

/* As `arkad analyse --json` writes it: the position before move n + 1. */
export interface Step {
  n: number;
  chances: number[];
  seat?: number;
  move?: string;
  best?: string;
  best_chance?: number;
  loss?: number;
}

export interface Analysis {
  moves: Step[];
}

export type ReviewNews = { step: Step; share: number } | { analysis: Analysis } | { error: string };

const FIRST_STRIDE = 16;

const inOrder = (count: number): number[] => {
  const order: number[] = [];
  for (let stride = FIRST_STRIDE; stride >= 1; stride /= 2)
    for (let n = 0; n < count; n += stride) if (stride === FIRST_STRIDE || n % (2 * stride)) order.push(n);
  return order;
};

const tell = (news: ReviewNews): void => self.postMessage(news);

const judge = async (question: ReviewQuestion): Promise<void> => {
  const game = (await thinkingEngine(question.setup.game)).open();
  game.deal(question.setup);
  game.reviewBegin();
  for (const [seat, move] of question.moves) {
    const refusal = game.apply(seat, move);
    if (refusal) throw new Error(refusal);
    game.reviewMove();
  }
  const order = inOrder(question.moves.length);
  order.forEach((n, i) => {
    const step = JSON.parse(game.reviewJudge(n, question.perMove)) as Step;
    tell({ step, share: (i + 1) / order.length });
  });
  tell({ analysis: JSON.parse(game.reviewFinish()) as Analysis });
};

self.addEventListener("message", (event: MessageEvent<ReviewQuestion>) => {
  judge(event.data).catch((error: unknown) => tell({ error: String(error) }));
});
