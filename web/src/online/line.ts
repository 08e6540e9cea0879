/*
 * The socket: one for the page, for everything that happens at the server. It reconnects by itself, at once when the phone wakes
 * up or the network is there again; listeners are greeted again and ask for what they have missed.
 */
import { effect, signal } from "@preact/signals";
import type { Message } from "../api";
import { lang } from "../words";

type Listener = (message: Message) => void;

/* off: nobody wants it. trouble: the server cannot save, and play is paused. */
export const connection = signal<"off" | "trying" | "on" | "lost" | "trouble">("off");
/* When it is tried again, while it is lost; 0: just now. */
export const triesAgainAt = signal(0);

const WAITS_S = [1, 2, 3, 5, 8, 15, 30];
const QUIET_MS = 20_000; /* after this long without a message the server is asked whether it is there */
const PONG_MS = 5_000;
const HELLO_MS = 8_000;
const SESSION_ENDED = 1008;

class Line {
  /* Called when the server no longer knows who this is. */
  onStranger: () => void = () => undefined;
  private socket: WebSocket | null = null;
  private readonly listeners = new Set<Listener>();
  private readonly greetings = new Set<() => void>();
  private readonly waiting = new Map<number, (answer: Message | null) => void>();
  private next = 1;
  private failures = 0;
  private timer = 0;
  private heardAt = 0;

  /* Hears every message; `greet` is called whenever the connection is new. Returns what ends it. */
  join(listener: Listener, greet: () => void): () => void {
    this.listeners.add(listener);
    this.greetings.add(greet);
    const state = connection.peek();
    if (state === "on" || state === "trouble") greet();
    else this.open();
    return () => {
      this.listeners.delete(listener);
      this.greetings.delete(greet);
    };
  }

  send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /* Asks, and resolves with the answer; null if the connection was lost before it came. */
  ask(message: Record<string, unknown>): Promise<Message | null> {
    const id = this.next++;
    return new Promise((done) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return done(null);
      this.waiting.set(id, done);
      this.send({ ...message, id });
    });
  }

  /* Reconnects now, if it is lost. */
  retry(): void {
    if (connection.peek() === "lost") this.open();
  }

  /* Somebody else from now on, or nobody: the old connection is useless. Without an account there is none. */
  restart(isSomebody: boolean): void {
    this.drop();
    this.failures = 0;
    connection.value = "off";
    if (this.greetings.size && isSomebody) this.open();
  }

  /* Whether the other side is still there: a phone that slept does not know. */
  check(): void {
    if (connection.peek() === "lost") return this.open();
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const asked = performance.now();
    this.send({ do: "ping" });
    setTimeout(() => {
      if (this.socket === socket && this.heardAt < asked) this.lose(0);
    }, PONG_MS);
  }

  /* In the present language, so that what the server says is in it, too. */
  greet(): void {
    this.send({ do: "hello", lang: lang.peek() });
  }

  isQuiet(): boolean {
    return this.socket !== null && performance.now() - this.heardAt > QUIET_MS;
  }

  private open(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    triesAgainAt.value = 0;
    if (connection.peek() === "off") connection.value = "trying";
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/1`);
    this.socket = socket;
    const isOurs = (): boolean => this.socket === socket;
    socket.addEventListener("open", () => isOurs() && this.greet());
    socket.addEventListener("message", (event: MessageEvent<string>) => isOurs() && this.hear(JSON.parse(event.data) as Message));
    socket.addEventListener("close", (event) => isOurs() && this.lose(event.code));
    setTimeout(() => {
      if (isOurs() && connection.peek() !== "on" && connection.peek() !== "trouble") this.lose(0);
    }, HELLO_MS);
  }

  private hear(message: Message): void {
    this.heardAt = performance.now();
    if (message.is === "hello") {
      this.failures = 0;
      connection.value = "on";
      for (const greet of [...this.greetings]) greet();
    }
    if (message.is === "trouble") connection.value = "trouble";
    if (message.is === "well") connection.value = "on";
    const done = message.re === undefined ? undefined : this.waiting.get(message.re);
    if (message.re !== undefined) this.waiting.delete(message.re);
    for (const listener of [...this.listeners]) listener(message);
    done?.(message);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.timer);
    socket?.close();
    for (const done of this.waiting.values()) done(null);
    this.waiting.clear();
  }

  private lose(code: number): void {
    this.drop();
    if (!this.greetings.size) {
      connection.value = "off";
      return;
    }
    const wait_ms = 1000 * WAITS_S[Math.min(this.failures++, WAITS_S.length - 1)]!;
    connection.value = "lost";
    triesAgainAt.value = Date.now() + wait_ms;
    this.timer = setTimeout(() => this.open(), wait_ms);
    if (code === SESSION_ENDED || this.failures === 3) this.onStranger();
  }
}

export const line = new Line();

addEventListener("online", () => line.check());
addEventListener("offline", () => line.check());
addEventListener("pageshow", () => line.check());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") line.check();
});
setInterval(() => {
  if (document.visibilityState === "visible" && line.isQuiet()) line.check();
}, PONG_MS);

/* The language has changed: everything is told again. */
let spoken = lang.peek();
effect(() => {
  if (lang.value === spoken) return;
  spoken = lang.value;
  if (connection.peek() === "on") line.greet();
});
