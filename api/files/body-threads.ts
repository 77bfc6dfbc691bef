/**
 * Threads that parse bodies too large for the event loop, which answers everybody else meanwhile. As many bodies at
 * once as there are threads; the rest wait in line, the organizations in turn, and those beyond the line are refused. No
 * organization has more than its part of the line.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../domain/refusals.ts';

export interface ThreadProgram {
  /** The compiled file the threads run. */
  url: URL;
  /** What is parsed, in the plural: "imports". */
  bodies: string;
  /** Ends the sentence for a body that takes more memory or time than it may: "than an import may; divide it". */
  tooMuch: string;
}

const threadsMax = 2;
const waitingMax = 20;
const waitingOfOneMax = 8;
const threadLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48 };

export class BodyThreads<Order, Answer> {
  private readonly program: ThreadProgram;
  private readonly idle: Worker[] = [];
  /** Those that wait, by organization, the one whose turn is next first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private waitingCount = 0;
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

  private turn(organizationId: string): Promise<void> {
    const own = this.waiting.get(organizationId) ?? [];
    if (own.length >= waitingOfOneMax || this.waitingCount >= waitingMax) {
      const words = `Too many ${this.program.bodies} are being taken in just now; try again shortly.`;
      throw new Refusal('UNAVAILABLE', words);
    }
    this.waiting.set(organizationId, own);
    this.waitingCount += 1;
    return new Promise((resolve) => own.push(resolve));
  }

  /** Hands a place on to the organization whose turn it is. */
  private next(): void {
    const [waiting] = this.waiting;
    if (!waiting) {
      this.busy -= 1;
      return;
    }
    const [organizationId, [resolve, ...others]] = waiting;
    this.waiting.delete(organizationId);
    if (others.length > 0) this.waiting.set(organizationId, others);
    this.waitingCount -= 1;
    resolve!();
  }

  /** Says something to a thread that gets no answer. */
  tell(thread: Worker, order: Order): void {
    if (!this.broken.has(thread)) thread.postMessage(order);
  }

  /**
   * The thread's answer. A thread that is late or out of memory is discarded together with its body: 413
   * PAYLOAD_TOO_LARGE.
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
        reject(fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.tooMuch('memory') : fault);
      };
      const gone = (): void => fail(new Error(`The thread of ${this.program.bodies} ended.`));
      const timer = setTimeout(() => {
        settle();
        this.broken.add(thread);
        void thread.terminate();
        reject(this.tooMuch('time'));
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

  private tooMuch(of: string): Refusal {
    return new Refusal('PAYLOAD_TOO_LARGE', `The body takes more ${of} ${this.program.tooMuch}.`);
  }
}
