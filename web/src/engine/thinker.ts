/* The page's side of the worker: asks, and waits for the answer. */
import type { Hint, Setup } from "./engine";
import type { Answer, Question } from "./worker";

export interface Thought {
  setup: Setup;
  moves: [number, string][];
  seat: number;
}

export class Thinker {
  private worker: Worker | undefined;
  private next = 1;
  private readonly open = new Map<number, { yes: (answer: Answer) => void; no: (error: Error) => void }>();

  constructor(private readonly script: string) {}

  async choose(thought: Thought, bot: string): Promise<string> {
    const answer = await this.ask(thought, bot);
    if ("move" in answer) return answer.move;
    throw new Error("the bot gave no move");
  }

  async hint(thought: Thought): Promise<Hint> {
    const answer = await this.ask(thought, null);
    if ("hint" in answer) return answer.hint;
    throw new Error("there is no hint");
  }

  private ask(thought: Thought, bot: string | null): Promise<Answer> {
    this.worker ??= this.start();
    const id = this.next++;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const question: Question = { ...thought, id, seed, bot };
    this.worker.postMessage(question);
    return new Promise((yes, no) => this.open.set(id, { yes, no }));
  }

  private start(): Worker {
    const worker = new Worker(this.script, { type: "module" });
    worker.addEventListener("message", (event: MessageEvent<Answer>) => {
      const waiting = this.open.get(event.data.id);
      this.open.delete(event.data.id);
      if ("error" in event.data) waiting?.no(new Error(event.data.error));
      else waiting?.yes(event.data);
    });
    return worker;
  }
}
