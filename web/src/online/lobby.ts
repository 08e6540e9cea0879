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
const over = signal<TableInfo[]>([]);

/* Where I sit, or am asked to; -1: nowhere. */
export const mySeat = (table: TableInfo): number =>
  me.value ? table.seats.findIndex((seat) => "account" in seat && seat.account === me.value!.id) : -1;

const isMine = (table: TableInfo): boolean => mySeat(table) >= 0;

export const openTables = computed(() =>
  tables.value ? [...tables.value.values()].filter((table) => table.state === "open" && table.public && !isMine(table)) : null,
);
export const myTables = computed(() => [...(tables.value?.values() ?? [])].filter(isMine));
export const overTables = computed(() => (me.value ? over.value : []));

/* Whether there is a server to play at. */
export const hasServer = computed(() => network.value === "on" && connection.value !== "lost");

const put = (list: TableInfo[]): void => {
  tables.value = new Map(list.map((table) => [table.code, table]));
};

const askOver = async (): Promise<void> => {
  over.value = (await get<{ tables: TableInfo[] }>("/tables?done=1")).tables;
};

const hear = (message: Message): void => {
  const known = new Map(tables.peek() ?? []);
  if (message.is === "lobby") put(message["tables"] as TableInfo[]);
  if (message.is === "lobby-table") {
    const table = message.table as TableInfo;
    tables.value = known.set(table.code, table);
  }
  if (message.is === "lobby-gone") {
    const table = known.get(message.code!);
    known.delete(message.code!);
    tables.value = known;
    if (table && isMine(table)) void askOver().catch(() => undefined);
  }
};

const listen = (): (() => void) => {
  void askOver().catch(() => undefined);
  const end = line.join(hear, () => line.send({ do: "lobby" }));
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
      (answer) => put(answer.tables),
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

/* Keeps the lists as they are now, until it is ended. */
export const enterLobby = (): (() => void) => {
  let end = (): void => undefined;
  let who: string | null | undefined;
  const stop = effect(() => {
    const id = me.value?.id ?? null;
    if (!isKnown.value || id === who) return;
    who = id;
    end();
    batch(() => {
      tables.value = null;
      over.value = [];
    });
    end = id ? listen() : askNowAndThen();
  });
  return () => {
    stop();
    end();
  };
};
