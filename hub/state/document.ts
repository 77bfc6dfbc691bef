import { readFile } from 'node:fs/promises';
import { writeFileSafely } from './write-file-safely.ts';

/** A small piece of hub state kept in one JSON file; every change is on disk before `change` resolves. */
export class StateDocument<T extends object> {
  readonly #path: string;
  #value: T;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, value: T) {
    this.#path = path;
    this.#value = value;
  }

  /** Opens the file, or starts from `initial` if there is none. Broken JSON is an error, never an empty start. */
  static async open<T extends object>(path: string, initial: () => T): Promise<StateDocument<T>> {
    try {
      return new StateDocument(path, JSON.parse(await readFile(path, 'utf8')) as T);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw new Error(`The hub's state file ${path} cannot be read: ${(cause as Error).message}`, {
          cause,
        });
      }
    }
    const document = new StateDocument(path, initial());
    await document.change((value) => value);
    return document;
  }

  get value(): Readonly<T> {
    return this.#value;
  }

  /** Writes the result of `edit`, which then counts; changes are made one after another. */
  async change(edit: (value: T) => T): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write(edit(this.#value)));
    await this.#writing;
  }

  async #write(value: T): Promise<void> {
    await writeFileSafely(this.#path, `${JSON.stringify(value, null, 2)}\n`);
    this.#value = value;
  }
}
