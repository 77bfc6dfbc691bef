/** What is under way, counted by name: taken, and given back when it has ended. */
export class Held {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Returns the function that gives it back. */
  take(names: readonly string[], count = 1): () => void {
    for (const name of names) this.#counts.set(name, this.of(name) + count);
    return once(() => {
      for (const name of names) {
        const left = this.of(name) - count;
        if (left <= 0) this.#counts.delete(name);
        else this.#counts.set(name, left);
      }
    });
  }
}

/** Releases only once, however often it is called. */
export function once(giveBack: () => void): () => void {
  let isGiven = false;
  return () => {
    if (isGiven) return;
    isGiven = true;
    giveBack();
  };
}
