/** At most this many bytes received from a printer are kept; older ones are dropped. */
const inboxBytesMax = 64 * 1024;

/** Collects what a printer sends back until somebody asks; one caller at a time. */
export class Inbox {
  #text = '';
  #notify: (() => void) | null = null;

  push(bytes: Uint8Array): void {
    this.#text = (this.#text + Buffer.from(bytes).toString('latin1')).slice(-inboxBytesMax);
    this.#notify?.();
  }

  /** Discards unsolicited bytes, so that they are not taken for an answer. */
  clear(): void {
    this.#text = '';
  }

  /** Resolves with the text once `isWhole`, or `null` if `waitMs` pass or `over` resolves first. */
  async wait(
    isWhole: (text: string) => boolean,
    waitMs: number,
    over: Promise<unknown>,
  ): Promise<string | null> {
    if (isWhole(this.#text)) return this.#text;
    return new Promise((resolve) => {
      const settle = (answer: string | null) => {
        clearTimeout(timer);
        this.#notify = null;
        resolve(answer);
      };
      const timer = setTimeout(() => settle(null), waitMs);
      this.#notify = () => {
        if (isWhole(this.#text)) settle(this.#text);
      };
      void over.then(() => settle(null));
    });
  }
}
