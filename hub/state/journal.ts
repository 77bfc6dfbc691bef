import { open, readFile, type FileHandle } from 'node:fs/promises';
import { HubError } from '../hub-error.ts';
import {
  applyRecord,
  doubted,
  forgettable,
  recordsOf,
  type JournalEntry,
  type JournalRecord,
} from './journal-entry.ts';
import { decodeLine, encodeLine } from './journal-line.ts';
import { writeFileSafely } from './write-file-safely.ts';

/** Once it has grown by this much, the file is rewritten with only what still matters. */
const growthBytesMax = 8 * 1024 * 1024;

const healEveryMs = 1_000;

interface Waiting {
  record: JournalRecord;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * The hub's memory of what it promised to whom, on disk before anybody relies on it. Appends are gathered, so that many
 * jobs share one fdatasync. After a disk error every append is refused until the whole file has been rewritten, because
 * a line after a torn one would be lost.
 */
export class Journal {
  readonly #path: string;
  readonly #entries = new Map<string, JournalEntry>();
  #file: FileHandle | undefined;
  #grown = 0;
  #queue: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  #isBroken = false;
  /** By a clock that nobody sets back. */
  #healedAt = -Infinity;
  #lostLines = 0;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads what is there, drops a torn last line, and rewrites the file clean. Any other broken line was on disk once and
   * acted upon: without knowing which it was, no open job is sent again.
   */
  static async open(path: string): Promise<Journal> {
    const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return '';
      throw cause;
    });
    const journal = new Journal(path);
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      const record = line === '' ? null : (decodeLine(line) as JournalRecord | null);
      if (record) journal.#apply(record);
      else if (line !== '' && index < lines.length - 1) journal.#lostLines += 1;
    }
    if (journal.#lostLines > 0) journal.#doubtAll();
    await journal.#compact();
    return journal;
  }

  /** Every job remembered, oldest first. */
  get entries(): JournalEntry[] {
    return [...this.#entries.values()];
  }

  get(key: string): JournalEntry | undefined {
    return this.#entries.get(key);
  }

  /** How many lines were found broken that had been whole once. */
  get lostLines(): number {
    return this.#lostLines;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Resolves once the record is on disk; rejects with JOURNAL_ERROR, in which case the record does not count. */
  async append(record: JournalRecord): Promise<void> {
    const done = new Promise<void>((resolve, reject) => this.#queue.push({ record, resolve, reject }));
    this.#flushing ??= this.#flush().finally(() => (this.#flushing = null));
    await done;
  }

  /**
   * Like `append`, for something that has already happened on paper: it is kept in memory even if the disk refuses it,
   * goes to disk with the next rewrite, and never rejects. Resolves with whether it is on disk.
   */
  async settle(record: JournalRecord): Promise<boolean> {
    try {
      await this.append(record);
      return true;
    } catch {
      this.#apply(record);
      return false;
    }
  }

  /** After a disk error: tries, at most once a second, to rewrite the file. Returns whether the journal works. */
  async heal(now = performance.now()): Promise<boolean> {
    if (!this.#isBroken) return true;
    if (this.#flushing || now - this.#healedAt < healEveryMs) return false;
    this.#healedAt = now;
    this.#flushing = this.#compact()
      .catch(() => undefined)
      .then(() => this.#flush())
      .finally(() => (this.#flushing = null));
    await this.#flushing;
    return !this.#isBroken;
  }

  /** Waits for pending writes and closes the file. */
  async close(): Promise<void> {
    await this.#flushing;
    await this.#file?.close();
  }

  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0);
      try {
        await this.#write(batch.map(({ record }) => record));
        for (const { record } of batch) this.#apply(record);
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        this.#isBroken = true;
        const error = new HubError(
          'JOURNAL_ERROR',
          `The hub cannot write its journal: ${(cause as Error).message}`,
        );
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async #write(records: JournalRecord[]): Promise<void> {
    if (this.#isBroken || this.#grown > growthBytesMax) await this.#compact();
    const text = records.map(encodeLine).join('');
    await this.#file!.appendFile(text);
    await this.#file!.datasync();
    this.#grown += text.length;
  }

  #apply(record: JournalRecord): void {
    const entry = applyRecord(this.#entries.get(record.key), record);
    if (entry) this.#entries.set(record.key, entry);
    else this.#entries.delete(record.key);
  }

  #doubtAll(): void {
    for (const entry of this.entries) {
      const kept = doubted(entry);
      if (kept) this.#entries.set(entry.key, kept);
      else this.#entries.delete(entry.key);
    }
  }

  /** Windows does not replace a file that is open. */
  async #compact(): Promise<void> {
    for (const { key } of forgettable(this.entries, Date.now())) this.#entries.delete(key);
    await this.#file?.close();
    try {
      await writeFileSafely(this.#path, this.entries.flatMap(recordsOf).map(encodeLine).join(''));
    } finally {
      this.#file = await open(this.#path, 'a', 0o600);
    }
    this.#grown = 0;
    this.#isBroken = false;
  }
}
