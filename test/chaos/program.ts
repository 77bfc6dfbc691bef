/**
 * A real process of the platform (dist/server/api-main.js, dist/server/workers-main.js) that a scenario can kill,
 * freeze and restart.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execArgv } from '../../server/processes/platform-processes.ts';

export interface ProgramSettings {
  /** From dist: `server/api-main.js`. */
  file: string;
  env: Record<string, string>;
  /** Where its output is kept. */
  logFile: string;
}

// A start is waited for as long as it may take on a machine with twenty times the work it can do.
const readyMsMax = 240_000;

/** The directory above this build's dist/. */
const thisBuild = fileURLToPath(new URL('../../../', import.meta.url));

export class Program {
  readonly #settings: ProgramSettings;
  /** Which build it is started from next: another build replaces it at its next start. */
  build = thisBuild;
  readonly #log: WriteStream;
  #child: ChildProcess | undefined;
  #ended: Promise<number | null> = Promise.resolve(null);

  constructor(settings: ProgramSettings) {
    this.#settings = settings;
    this.#log = createWriteStream(settings.logFile, { flags: 'a' });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts it; with `ready: false`, does not wait until it reports ready. */
  async start({ ready = true } = {}): Promise<void> {
    const { file, env } = this.#settings;
    const child = fork(path.join(this.build, 'dist', file), {
      env: { PATH: '/usr/bin:/bin', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv,
    });
    this.#child = child;
    child.stdout!.pipe(this.#log, { end: false });
    child.stderr!.pipe(this.#log, { end: false });
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code) => resolve(code));
    });
    if (ready) await within(readyMsMax, `${file} to be ready`, this.#ready(child));
  }

  #ready(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      child.once('message', (message: { type: string; reason?: string }) => {
        if (message.type === 'ready') resolve();
        else reject(new Error(`${this.#settings.file} did not start: ${message.reason}`));
      });
      child.once('exit', (code) => {
        reject(
          new Error(`${this.#settings.file} ended with ${code} before it was ready: ${this.lastWords()}`),
        );
      });
    });
  }

  /** The end of what it wrote: why it ended. */
  lastWords(): string {
    return readFileSync(this.#settings.logFile, 'utf8').slice(-600);
  }

  /** Sends a signal to this process and no other. */
  signal(name: NodeJS.Signals): void {
    if (this.isRunning) this.#child!.kill(name);
  }

  /** SIGKILL, and start again. */
  async crash(options: { ready?: boolean } = {}): Promise<void> {
    await this.kill();
    await this.start(options);
  }

  /** SIGKILL; resolves once it is gone. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#ended;
  }

  /** SIGTERM; returns its exit code and how long it took. */
  async stop(msMax = 15_000): Promise<{ code: number | null; ms: number }> {
    const started = performance.now();
    this.signal('SIGTERM');
    const timer = setTimeout(() => this.signal('SIGKILL'), msMax);
    const code = await this.#ended;
    clearTimeout(timer);
    return { code, ms: performance.now() - started };
  }
}

/** Fails with a sentence if something takes longer than it may. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${ms} ms for ${what}`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A pause in a scenario: how long a fault lasts. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
