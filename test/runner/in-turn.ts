/**
 * Several test files in one process, one after the other: to start a process and load what all of them load takes longer
 * than most files run. Each file's tests, hooks and `t.context` are as AVA has them; only what a file does to its process
 * would be seen by the next, so files that do such things run apart (groups.ts).
 */
import { appendFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import process from 'node:process';
import realTest, { type ExecutionContext } from 'ava';
import { timesFile } from '../helpers/environment.ts';

type T = ExecutionContext<any>;
type Run = (t: T) => unknown;

interface Declared {
  title: string;
  run: Run;
  isSerial: boolean;
}

/** One file: what it declares, and how far it is. */
interface File {
  source: string;
  before: Run[];
  after: Run[];
  tests: Declared[];
  skipped: string[];
  /** What kept it from being loaded. */
  fault?: unknown;
}

let declaring: File;

/** What the files import as `test`. */
const test = Object.assign((title: string, run: Run) => declare(title, run, false), {
  skip: (title: string) => void declaring.skipped.push(title),
  serial: Object.assign((title: string, run: Run) => declare(title, run, true), {
    skip: (title: string) => void declaring.skipped.push(title),
  }),
  before: (run: Run) => void declaring.before.push(run),
  after: Object.assign((run: Run) => void declaring.after.push(run), {
    always: (run: Run) => void declaring.after.push(run),
  }),
});
export default test;

function declare(title: string, run: Run, isSerial: boolean): void {
  declaring.tests.push({ title, run, isSerial });
}

/** Loads the compiled files and has AVA run what they declare; called once, by the file that AVA was given. */
export async function runInTurn(files: readonly { source: string; url: string }[]): Promise<void> {
  giveOurTest();
  let previous: Promise<unknown> = Promise.resolve();
  const loaded: File[] = [];
  for (const { source, url } of files) {
    declaring = { source, before: [], after: [], tests: [], skipped: [] };
    loaded.push(declaring);
    await import(url).catch((fault: unknown) => (loaded.at(-1)!.fault = fault));
  }
  // In one go, as AVA wants it.
  for (const file of loaded) previous = declareToAva(file, previous);
}

/** From here on `ava` is this module, to all but this module. */
function giveOurTest(): void {
  const { registerHooks } = nodeModule as unknown as { registerHooks(hooks: object): void };
  registerHooks({
    resolve: (name: string, context: { parentURL?: string }, next: (...words: unknown[]) => unknown) =>
      name === 'ava' && context.parentURL !== import.meta.url
        ? { url: import.meta.url, shortCircuit: true }
        : next(name, context),
  });
}

/** Declares the file's tests to run once `previous` has settled; resolves when the last of them and its hooks are done. */
function declareToAva(file: File, previous: Promise<unknown>): Promise<void> {
  const { source, tests, skipped, fault } = file;
  const titled = (title: string): string => `${source} › ${title}`;
  for (const title of skipped) realTest.skip(titled(title), (t) => t.pass());
  if (fault !== undefined) {
    realTest(titled('it cannot be loaded'), () => {
      throw fault;
    });
    return Promise.resolve();
  }
  if (tests.length === 0) return Promise.resolve();
  const turn = new Turn(file, previous);
  for (const one of [
    ...tests.filter(({ isSerial }) => isSerial),
    ...tests.filter(({ isSerial }) => !isSerial),
  ]) {
    const ready = turn.placeOf(one);
    realTest(titled(one.title), async (t: T) => {
      // The first to be asked for and the last to be run: the file ends when all its tests have been cleaned up.
      t.teardown(() => turn.end(one, t));
      await ready;
      t.context = copyOf(await turn.begin(t));
      await one.run(t);
    });
  }
  return turn.ended;
}

/** Serial tests one after the other, then all others at once; before them and after them the file's hooks. */
class Turn {
  readonly ended: Promise<void>;
  readonly #file: File;
  readonly #previous: Promise<unknown>;
  readonly #ends = new Map<Declared, () => void>();
  #serial: Promise<unknown>;
  #begun: Promise<unknown> | undefined;
  #context: unknown = {};
  #left: number;
  #end!: () => void;
  #from = { at: 0, cpu: process.cpuUsage() };

  constructor(file: File, previous: Promise<unknown>) {
    this.#file = file;
    this.#previous = previous;
    this.#serial = previous;
    this.#left = file.tests.length;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** When this test may begin. Serial ones are asked for first. */
  placeOf(one: Declared): Promise<unknown> {
    const place = this.#serial;
    if (one.isSerial) this.#serial = new Promise<void>((resolve) => this.#ends.set(one, resolve));
    return place;
  }

  /** Runs what is to be run before the first test; answers each with the context that left. */
  begin(t: T): Promise<unknown> {
    return (this.#begun ??= this.#runBefore(t));
  }

  async #runBefore(t: T): Promise<unknown> {
    await this.#previous;
    this.#from = { at: performance.now(), cpu: process.cpuUsage() };
    for (const run of this.#file.before) await run(t);
    return (this.#context = t.context);
  }

  async end(one: Declared, t: T): Promise<void> {
    this.#ends.get(one)?.();
    this.#left -= 1;
    if (this.#left > 0) return;
    try {
      t.context = this.#context;
      for (const run of this.#file.after) await run(t);
    } finally {
      this.#noteTimes();
      this.#end();
    }
  }

  #noteTimes(): void {
    const file = timesFile();
    if (file === undefined) return;
    const { user, system } = process.cpuUsage(this.#from.cpu);
    const seconds = (performance.now() - this.#from.at) / 1000;
    const times = { source: this.#file.source, seconds, cpuSeconds: (user + system) / 1e6, idleSeconds: 0 };
    appendFileSync(file, `${JSON.stringify(times)}\n`);
  }
}

/** As AVA does it: a test may add to its context, and no other sees it. */
function copyOf(context: unknown): unknown {
  return typeof context === 'object' && context !== null ? { ...context } : context;
}
