/** From here on it matters what a frame costs to read; a label is rarely that large. */
const largeBytes = 64 * 1024;
const bytesPerSecondMax = 4 * 1024 * 1024;

/** What all who are not paired may have the hub read in large frames, together: one has many connections. */
export class StrangersRoom {
  #second = 0;
  #bytes = 0;

  hasRoomFor(bytes: number): boolean {
    if (bytes < largeBytes) return true;
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#bytes = 0;
    this.#second = second;
    this.#bytes += bytes;
    return this.#bytes <= bytesPerSecondMax;
  }
}
