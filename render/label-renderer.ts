/**
 * A process that draws labels. The memory of WebAssembly is not covered by the limits of a worker thread, so a label that
 * inflates without bound would take the API or the hub with it. A process of its own has a bound of the operating
 * system's on Linux, besides the one it sets for WebAssembly everywhere, and gets none of the secrets of the process that
 * starts it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LabelOrder } from './label-order.ts';

const program = fileURLToPath(new URL('./draw-labels.js', import.meta.url));
const command = [process.execPath, '--max-old-space-size=192', '--max-semi-space-size=8', program];
// Of private memory, half of which newer versions of Node set aside for code; it takes some 200 MB in fact. Addresses
// cannot be bounded: Node reserves gigabytes of them for WebAssembly.
const kilobytesMax = 1024 * 1024;
const bounded = ['/bin/sh', '-c', `ulimit -d ${kilobytesMax}; exec "$0" "$@"`, ...command];

/**
 * Says what a worker thread says: `message` with what it answers (the first one means that it is ready), `error` when it
 * fails, and `exit` when it is gone.
 */
export class LabelRenderer extends EventEmitter {
  readonly #child: ChildProcess;
  #isOver = false;

  constructor() {
    super();
    const [file, ...args] = process.platform === 'linux' ? bounded : command;
    this.#child = spawn(file!, args, {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.on('message', (answer) => this.emit('message', answer));
    this.#child.on('error', (fault) => this.emit('error', fault));
    this.#child.on('exit', () => this.#end());
    // Whoever waits listens too.
    this.on('error', () => {});
  }

  /** It ends by itself only when it has no memory left, and says so as a thread does. */
  #end(): void {
    const code = 'ERR_WORKER_OUT_OF_MEMORY';
    if (!this.#isOver)
      this.emit('error', Object.assign(new Error('The renderer ran out of memory'), { code }));
    this.emit('exit');
  }

  postMessage(order: LabelOrder): void {
    this.#child.send(order, () => {});
  }

  terminate(): void {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
  }

  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
