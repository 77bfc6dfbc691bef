import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { within } from '../../helpers/wait.ts';

/** The real program in a process of its own, to be killed without warning and restarted. */
export class ChaosHub {
  port = 0;
  kills = 0;
  readonly #dataDir: string;
  #child: ChildProcess | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Starts the hub and resolves when it is listening. */
  async start(): Promise<void> {
    const main = fileURLToPath(new URL('../../../hub/main.js', import.meta.url));
    const env = { HUB_DATA_DIR: this.#dataDir, HUB_PORT: '0', LOG_LEVEL: 'error' };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const port = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port) {
        this.port = Number(port);
        child.stdout.resume();
        return;
      }
    }
    throw new Error('The hub ended instead of listening');
  }

  /** SIGKILL: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.#end('SIGKILL');
  }

  /** SIGTERM; resolves with the exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await within(`the hub ends after ${signal}`, exited);
    return child.exitCode;
  }
}
