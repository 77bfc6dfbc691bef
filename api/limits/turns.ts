/**
 * The event loop's work is handed out in turns, the organizations one after another. A tenant whose requests arrive by
 * the hundred waits in its own line, and another one's single request is next.
 */
export class Turns {
  /** Those that wait, by organization, the one whose turn is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** How many wait. */
  get count(): number {
    let count = 0;
    for (const own of this.#waiting.values()) count += own.length;
    return count;
  }

  /** How many of them are an organization's. */
  countOf(organizationId: string): number {
    return this.#waiting.get(organizationId)?.length ?? 0;
  }

  /** Resolves when `next` reaches it. What it lets run must not wait for anything before. */
  wait(organizationId: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(organizationId);
      if (own) own.push(resolve);
      else this.#waiting.set(organizationId, [resolve]);
    });
  }

  /** Lets the next one run that `takes` has room for; false if there is none. */
  next(takes: (organizationId: string) => boolean = () => true): boolean {
    for (const [organizationId, own] of this.#waiting) {
      if (!takes(organizationId)) continue;
      this.#waiting.delete(organizationId);
      own.shift()!();
      if (own.length > 0) this.#waiting.set(organizationId, own);
      return true;
    }
    return false;
  }
}
