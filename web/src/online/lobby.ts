/*
 * The tables of the server as the start page shows them: open ones, mine, and those that are over. With an account every
 * change comes over the socket; without one (and so without a socket) the lists are asked for now and then.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import { get, type Message, type TableInfo } from "../api";
import { network } from "../offline/status";
import { connection, line } from "./line";
import { isKnown, me } from "./me";

const ASK_MS = 10_000;

/* Null: not known yet. */
const tables = signal<Map<string, TableInfo> | null>(null);
/* Whether open tables of others are among them. */
const hasAll = signal(false);
const over = signal<TableInfo[]>([]);

/* Where I sit, or am asked to; -1: nowhere. */
export const mySeat = (table: TableInfo): number =>
  me.value ? table.seats.findIndex((seat) => "account" in seat && seat.account === me.value!.id) : -1;

const isMine = (table: TableInfo): boolean => mySeat(table) >= 0;

export const openTables = computed(() =>
  tables.value && hasAll.value ? [...tables.value.values()].filter((table) => table.state === "open" && table.public && !isMine(table)) : null,
);
export const myTables = computed(() => [...(tables.value?.values() ?? [])].filter(isMine));

/* Whether I am to move there, or asked to sit down. */
export const waitsForMe = (table: TableInfo): boolean => {
  const seat = table.seats[mySeat(table)];
  if (seat?.kind === "invited") return true;
  return table.state === "playing" && (table.waits ?? []).includes(mySeat(table)) && !(seat?.kind === "person" && seat.is_away);
};

/* When my clock runs out there; null: it does not run. */
export const dueAt = (table: TableInfo): number | null => table.until?.[(table.waits ?? []).indexOf(mySeat(table))] ?? null;

/* Those that wait for me, the most urgent first. */
export const waitingTables = computed(() =>
  myTables.value.filter(waitsForMe).sort((a, b) => (dueAt(a) ?? Infinity) - (dueAt(b) ?? Infinity) || (a.started_at ?? 0) - (b.started_at ?? 0)),
);
export const overTables = computed(() => (me.value ? over.value : []));

/* Whether there is a server to play at. */
export const hasServer = computed(() => network.value === "on" && connection.value !== "lost");

const put = (list: TableInfo[], isAll: boolean): void =>
  batch(() => {
    tables.value = new Map(list.map((table) => [table.code, table]));
    hasAll.value = isAll;
  });

export const askOver = async (): Promise<void> => {
  over.value = (await get<{ tables: TableInfo[] }>("/tables?done=1")).tables;
};

const hear = (message: Message, isAll: boolean): void => {
  const known = new Map(tables.peek() ?? []);
  if (message.is === "lobby") put(message["tables"] as TableInfo[], isAll);
  if (message.is === "lobby-table") {
    const table = message.table as TableInfo;
    tables.value = known.set(table.code, table);
  }
  if (message.is === "lobby-gone") {
    const table = known.get(message.code!);
    known.delete(message.code!);
    tables.value = known;
    if (isAll && table && isMine(table)) void askOver().catch(() => undefined);
  }
};

const listen = (isAll: boolean): (() => void) => {
  if (isAll) void askOver().catch(() => undefined);
  const end = line.join((message) => hear(message, isAll), () => line.send({ do: "lobby", mine: !isAll }));
  return () => {
    line.send({ do: "leave-lobby" });
    end();
  };
};

/* Without an account: open tables only. */
const askNowAndThen = (): (() => void) => {
  const ask = (): void => {
    if (document.visibilityState !== "visible") return;
    get<{ tables: TableInfo[] }>("/tables").then(
      (answer) => put(answer.tables, true),
      () => undefined,
    );
  };
  const timer = setInterval(ask, ASK_MS);
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  ask();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
    removeEventListener("online", ask);
  };
};

let whose: string | null = null;

/* Keeps the lists as they are now, until it is ended: all of the start page, or (nobody has any) only what is mine. */
const enter = (isAll: boolean): (() => void) => {
  let end = (): void => undefined;
  let who: string | null | undefined;
  const stop = effect(() => {
    const id = me.value?.id ?? null;
    if (!isKnown.value || id === who) return;
    who = id;
    end();
    if (id !== whose)
      batch(() => {
        tables.value = null;
        over.value = [];
      });
    whose = id;
    end = id ? listen(isAll) : isAll ? askNowAndThen() : (): void => undefined;
  });
  return () => {
    stop();
    end();
  };
};

export const enterLobby = (): (() => void) => enter(true);
export const followMine = (): (() => void) => enter(false);
