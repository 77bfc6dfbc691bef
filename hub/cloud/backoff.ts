/** Waits that double with every failure, with full jitter: a thousand hubs must not reconnect in the same second. */
export class Backoff {
  readonly #min_ms: number;
  readonly #max_ms: number;
  #failures = 0;

  constructor(min_ms: number, max_ms: number) {
    this.#min_ms = min_ms;
    this.#max_ms = max_ms;
  }

  /** The next wait in milliseconds. */
  next(): number {
    const ceiling = Math.min(this.#max_ms, this.#min_ms * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 30);
    return Math.round(this.#min_ms / 4 + Math.random() * (ceiling - this.#min_ms / 4));
  }

  reset(): void {
    this.#failures = 0;
  }
}
