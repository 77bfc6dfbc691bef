/** Waits that double with every failure, with full jitter: a thousand hubs must not reconnect in the same second. */
export class Backoff {
  readonly #minMs: number;
  readonly #maxMs: number;
  #failures = 0;

  constructor(minMs: number, maxMs: number) {
    this.#minMs = minMs;
    this.#maxMs = maxMs;
  }

  /** The next wait in milliseconds. */
  next(): number {
    const ceiling = Math.min(this.#maxMs, this.#minMs * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 30);
    return Math.round(this.#minMs / 4 + Math.random() * (ceiling - this.#minMs / 4));
  }

  reset(): void {
    this.#failures = 0;
  }
}
