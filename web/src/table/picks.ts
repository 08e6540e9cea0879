/*
 * What the player has picked on the table, and which listed moves it may still become.
 *
 * A pick is one thing: `zone:place:word`, where word is how the notation names it ("hand:3:c4"). Moves are compared by
 * their words, so games with moves made of several cards need no code of their own for this.
 */
import { signal, type Signal } from "@preact/signals";

export interface Pick {
  zone: string;
  place: string | number;
  word: string;
}

const idOf = (pick: Pick): string => `${pick.zone}:${pick.place}:${pick.word}`;

/* The words of a move after its verb. */
export const wordsOf = (move: string): string[] => move.split(" ").slice(1);
export const verbOf = (move: string): string => move.split(" ", 1)[0]!;

/* Whether all of `some` are in `all`, each as often. */
export const contains = (all: string[], some: string[]): boolean => {
  const left = [...all];
  return some.every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

export class Picks {
  readonly picked: Signal<Pick[]> = signal([]);

  has(pick: Pick): boolean {
    return this.picked.value.some((other) => idOf(other) === idOf(pick));
  }

  words(): string[] {
    return this.picked.value.map((pick) => pick.word);
  }

  clear(): void {
    if (this.picked.peek().length) this.picked.value = [];
  }

  drop(pick: Pick): void {
    this.picked.value = this.picked.value.filter((other) => idOf(other) !== idOf(pick));
  }

  /* Adds it if some move has it beside the others; in place of them if some move has it alone. */
  add(pick: Pick, moves: string[]): boolean {
    const together = [...this.words(), pick.word];
    if (moves.some((move) => contains(wordsOf(move), together))) this.picked.value = [...this.picked.value, pick];
    else if (moves.some((move) => wordsOf(move).includes(pick.word))) this.picked.value = [pick];
    else return false;
    return true;
  }

  /* Moves that say what is picked and nothing else. */
  exact(moves: string[]): string[] {
    const words = this.words();
    return words.length
      ? moves.filter((move) => wordsOf(move).length === words.length && contains(wordsOf(move), words))
      : [];
  }

  /* The one move that what is picked can become, if it is whole already. */
  only(moves: string[]): string | null {
    const words = this.words();
    const open = moves.filter((move) => contains(wordsOf(move), words));
    return open.length === 1 && wordsOf(open[0]!).length === words.length ? open[0]! : null;
  }
}
