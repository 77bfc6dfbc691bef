/**
 * Threads for work too large for the event loop, which answers everybody else meanwhile. As much at once as there are
 * threads; the rest waits in line, the organizations in turn, and what is beyond the line, or beyond an organization's
 * part of it, is refused.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../domain/refusals.ts';
import { Turns } from '../limits/turns.ts';

export interface ThreadProgram {
  /** The compiled file the threads run. */
  url: URL;
  /** What the threads work on, in the plural: "imports". */
  works: string;
  /** The refusal of work that takes more memory or time than it may. */
  tooMuch: (of: 'memory' | 'time') => Refusal;
}

const threadsMax = 2;
const waitingMax = 20;
const waitingOfOneMax = 8;
const threadLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48 };

export class Threads<Order, Answer> {
  private readonly program: ThreadProgram;
  private readonly idle: Worker[] = [];
  private readonly waiting = new Turns();
  private readonly broken = new WeakSet<Worker>();
  private busy = 0;

  constructor(program: ThreadProgram) {
    this.program = program;
  }

  /**
   * A thread of one's own until `leave`. Refuses 503 UNAVAILABLE while too many wait for one, of the organization or of
   * all.
   */
  async enter(organizationId: string): Promise<Worker> {
    if (this.busy >= threadsMax) await this.turn(organizationId);
    else this.busy += 1;
    try {
      const thread = this.idle.pop() ?? this.open();
      thread.ref();
      return thread;
    } catch (fault) {
      this.next();
      throw fault;
    }
  }

  leave(thread: Worker): void {
    if (!this.broken.has(thread)) {
      thread.unref();
      this.idle.push(thread);
    }
    this.next();
  }

  private async turn(organizationId: string): Promise<void> {
    if (this.waiting.count >= waitingMax || this.waiting.countOf(organizationId) >= waitingOfOneMax) {
      const words = `Too many ${this.program.works} are under way just now; try again shortly.`;
      throw new Refusal('UNAVAILABLE', words);
    }
    await this.waiting.wait(organizationId);
  }

  /** Hands a place on to the organization whose turn it is. */
  private next(): void {
    if (!this.waiting.next()) this.busy -= 1;
  }

  /** Says something to a thread that gets no answer. */
  tell(thread: Worker, order: Order): void {
    if (!this.broken.has(thread)) thread.postMessage(order);
  }

  /**
   * The thread's answer. A thread that is late or out of memory is discarded together with its work, and the program's
   * refusal thrown.
   */
  ask(thread: Worker, order: Order, msMax: number, handedOver: ArrayBuffer[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        thread.off('message', hear).off('error', fail).off('exit', gone);
      };
      const hear = (answer: Answer): void => {
        settle();
        resolve(answer);
      };
      const fail = (fault: NodeJS.ErrnoException): void => {
        settle();
        this.broken.add(thread);
        reject(fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.program.tooMuch('memory') : fault);
      };
      const gone = (): void => fail(new Error(`The thread of ${this.program.works} ended.`));
      const timer = setTimeout(() => {
        settle();
        this.broken.add(thread);
        void thread.terminate();
        reject(this.program.tooMuch('time'));
      }, msMax);
      thread.on('message', hear).on('error', fail).on('exit', gone);
      thread.postMessage(order, handedOver);
    });
  }

  private open(): Worker {
    const thread = new Worker(this.program.url, {
      stdout: true,
      stderr: true,
      resourceLimits: threadLimits,
    });
    // Whoever waits for an answer is told when the thread ends; without a listener its fault would end the process.
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.broken.add(thread);
      const place = this.idle.indexOf(thread);
      if (place !== -1) this.idle.splice(place, 1);
    });
    return thread;
  }
}
