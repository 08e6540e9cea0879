/* Has a game analysed: by its server, if it can; else in the worker. What is found is kept. */
import { batch, signal } from "@preact/signals";
import { post } from "../api";
import { me } from "../online/me";
import type { Analysis, ReviewNews, ReviewQuestion, Step } from "../engine/reviewing";
import * as storage from "../storage";
import type { Played } from "./played";

declare const REVIEWER: string;

const PREFIX = "review:";
const KEPT = 12; /* analyses: up to 60 KB each, and games need the room more */
const ALL_MS = 30_000;
const MOVE_MS = [15, 150] as const; /* at least, at most */
const ASK_AGAIN_MS = 1000;

interface Progress {
  state: "queued" | "running" | "done";
  progress: number;
  analysis?: Analysis;
}

export class Analyst {
  readonly steps = signal<Step[]>([]); /* those found so far, in order */
  readonly share = signal(0);
  readonly state = signal<"waiting" | "running" | "done" | "stopped" | "failed">("waiting");
  private worker: Worker | null = null;
  private timer = 0;

  constructor(private readonly played: Played) {
    const kept = storage.read(this.key());
    if (kept && played.id !== "shared") this.finish(JSON.parse(kept) as Analysis);
  }

  private key(): string {
    return PREFIX + this.played.id;
  }

  start(): void {
    if (this.state.value === "running" || this.state.value === "done") return;
    this.state.value = "running";
    if (this.played.table && me.peek()) void this.askServer();
    else this.think();
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    clearTimeout(this.timer);
    if (this.state.value === "running") this.state.value = "stopped";
  }

  private finish(analysis: Analysis): void {
    batch(() => {
      this.steps.value = analysis.moves;
      this.share.value = 1;
      this.state.value = "done";
    });
  }

  private keep(analysis: Analysis): void {
    if (this.played.id === "shared") return;
    const others = storage.keys().filter((key) => key.startsWith(PREFIX) && key !== this.key());
    for (const key of others.slice(KEPT - 1)) storage.forget(key); /* they can be made again */
    storage.keep(this.key(), JSON.stringify({ moves: analysis.moves }));
  }

  /* Whatever a server cannot do (it is busy, or gone), this browser can. */
  private async askServer(): Promise<void> {
    const found = await post<Progress>(`/tables/${this.played.id}/analysis`).catch(() => null);
    if (this.state.value !== "running") return;
    if (!found) return this.think();
    if (found.analysis) {
      this.keep(found.analysis);
      return this.finish(found.analysis);
    }
    this.share.value = found.progress;
    this.timer = setTimeout(() => void this.askServer(), ASK_AGAIN_MS);
  }

  private think(): void {
    const { setup, moves } = this.played;
    const perMove = Math.round(Math.min(MOVE_MS[1], Math.max(MOVE_MS[0], ALL_MS / Math.max(1, moves.length))));
    const question: ReviewQuestion = { perMove, setup, moves };
    this.worker = new Worker(REVIEWER, { type: "module" });
    this.worker.addEventListener("message", (event: MessageEvent<ReviewNews>) => this.hear(event.data));
    this.worker.addEventListener("error", () => this.hear({ error: "" }));
    this.worker.postMessage(question);
  }

  private hear(news: ReviewNews): void {
    if ("step" in news)
      batch(() => {
        this.steps.value = [...this.steps.value.filter((step) => step.n !== news.step.n), news.step].sort((a, b) => a.n - b.n);
        this.share.value = news.share;
      });
    else {
      this.worker?.terminate();
      this.worker = null;
      if ("error" in news) this.state.value = "failed";
      else {
        this.keep(news.analysis);
        this.finish(news.analysis);
      }
    }
  }
}

const LOSS_SHOWN = 0.05;
const SHOWN = 6;

/* The moves that lost most, the worst first. */
export const turningPoints = (steps: Step[]): Step[] =>
  steps
    .filter((step) => (step.loss ?? 0) >= LOSS_SHOWN)
    .sort((a, b) => b.loss! - a.loss!)
    .slice(0, SHOWN);
