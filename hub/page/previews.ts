import { renderZpl } from '../render/render-zpl.ts';

const previewsMax = 40;

/** Drawn labels by job, drawn one at a time: a page full of previews must not use up the workstation's CPU. */
export class Previews {
  readonly #drawn = new Map<string, Promise<Buffer>>();
  #tail: Promise<unknown> = Promise.resolve();

  /** The PNG of a job's label, drawn once. */
  async get(key: string, zpl: string): Promise<Buffer> {
    const known = this.#drawn.get(key);
    if (known) return known;
    const drawing = this.#tail.then(() => renderZpl(zpl));
    this.#tail = drawing.catch(() => undefined);
    this.#drawn.set(key, drawing);
    for (const oldest of this.#drawn.keys()) {
      if (this.#drawn.size <= previewsMax) break;
      this.#drawn.delete(oldest);
    }
    return drawing;
  }
}
