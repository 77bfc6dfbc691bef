/**
 * Threads and processes for work too large for the event loop, which answers everybody else meanwhile. As much at once as
 * there are of them; the rest waits in line, the organizations in turn, and what is beyond the line, or beyond an
 * organization's part of it, is refused.
 */
import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../domain/refusal.ts';
import { Turns } from '../limits/turns.ts';

/** A thread, or a process that is spoken to like one. */
export interface Thread<Order> extends EventEmitter {
  postMessage(order: Order, handedOver?: readonly ArrayBuffer[]): void;
  terminate(): unknown;
  ref(): void;
  unref(): void;
}

export interface ThreadProgram<Order> {
  /** Starts one. */
  open(): Thread<Order>;
  /** What the threads work on, in the plural: "imports". */
  works: string;
  /** The refusal of work that takes more memory or time than it may. */
  tooMuch: (of: 'memory' | 'time') => Refusal;
  /** How many work at once, and of these for one organization. */
  threadsMax?: number;
  ofOneMax?: number;
  /** How much may wait, of all and of one organization. */
  waitingMax?: number;
  waitingOfOneMax?: number;
  /** It says when it is ready, which takes no longer than this and is nobody's work. */
  startMsMax?: number;
}

const usual = { threadsMax: 2, ofOneMax: Infinity, waitingMax: 20, waitingOfOneMax: 8 };
const threadLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48 };

/** Opens a thread with this compiled file. */
export function openThread(url: URL): Worker {
  return new Worker(url, { stdout: true, stderr: true, resourceLimits: threadLimits });
}

export class Threads<Order, Answer> {
  private readonly program: ThreadProgram<Order> & typeof usual;
  private readonly idle: Thread<Order>[] = [];
  private readonly waiting = new Turns();
  private readonly broken = new WeakSet<Thread<Order>>();
  /** Whose each thread is, and how many an organization has. */
  private readonly places = new WeakMap<Thread<Order>, string>();
  private readonly held = new Map<string, number>();
  private busy = 0;

  constructor(program: ThreadProgram<Order>) {
    this.program = { ...usual, ...program };
  }

  /**
   * A thread of one's own until `leave`. Refuses 503 UNAVAILABLE while too many wait for one, of the organization or of
   * all, and when none can be started.
   */
  async enter(organizationId: string): Promise<Thread<Order>> {
    if (!this.take(organizationId)) await this.turn(organizationId);
    try {
      const thread = this.idle.pop() ?? (await this.open());
      thread.ref();
      this.places.set(thread, organizationId);
      return thread;
    } catch (fault) {
      this.give(organizationId);
      throw fault;
    }
  }

  leave(thread: Thread<Order>): void {
    if (!this.broken.has(thread)) {
      thread.unref();
      this.idle.push(thread);
    }
    this.give(this.places.get(thread)!);
  }

  /** Throws a thread away; whoever has it leaves it all the same. */
  discard(thread: Thread<Order>): void {
    this.broken.add(thread);
    void thread.terminate();
  }

  private async turn(organizationId: string): Promise<void> {
    const { works, waitingMax, waitingOfOneMax } = this.program;
    if (this.waiting.count >= waitingMax || this.waiting.countOf(organizationId) >= waitingOfOneMax) {
      const words = `Too many ${works} are under way just now; try again shortly.`;
      throw new Refusal('UNAVAILABLE', words);
    }
    await this.waiting.wait(organizationId);
  }

  /** Takes a place; false while there is none, or none for this organization. */
  private take(organizationId: string): boolean {
    const { threadsMax, ofOneMax } = this.program;
    const ofOne = this.held.get(organizationId) ?? 0;
    if (this.busy >= threadsMax || ofOne >= ofOneMax) return false;
    this.busy += 1;
    this.held.set(organizationId, ofOne + 1);
    return true;
  }

  /** Hands a place on to the organization whose turn it is. */
  private give(organizationId: string): void {
    this.busy -= 1;
    const left = this.held.get(organizationId)! - 1;
    if (left > 0) this.held.set(organizationId, left);
    else this.held.delete(organizationId);
    this.waiting.next((next) => this.take(next));
  }

  /** Says something to a thread that gets no answer. */
  giveOrder(thread: Thread<Order>, order: Order): void {
    if (!this.broken.has(thread)) thread.postMessage(order);
  }

  /**
   * The thread's answer. A thread that is late or out of memory is discarded together with its work, and the program's
   * refusal thrown.
   */
  ask(thread: Thread<Order>, order: Order, msMax: number, handedOver: ArrayBuffer[] = []): Promise<Answer> {
    const answer = this.answer<Answer>(thread, msMax);
    thread.postMessage(order, handedOver);
    return answer;
  }

  /** What a thread says next. */
  private answer<Said>(thread: Thread<Order>, msMax: number): Promise<Said> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        thread.off('message', hear).off('error', fail).off('exit', gone);
      };
      const hear = (said: Said): void => {
        settle();
        resolve(said);
      };
      const fail = (fault: NodeJS.ErrnoException): void => {
        settle();
        this.broken.add(thread);
        reject(fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.program.tooMuch('memory') : fault);
      };
      const gone = (): void => fail(new Error(`The thread of ${this.program.works} ended.`));
      const timer = setTimeout(() => {
        settle();
        this.discard(thread);
        reject(this.program.tooMuch('time'));
      }, msMax);
      thread.on('message', hear).on('error', fail).on('exit', gone);
    });
  }

  private async open(): Promise<Thread<Order>> {
    const thread = this.program.open();
    // Whoever waits for an answer is told when the thread ends; without a listener its fault would end the process.
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.broken.add(thread);
      const place = this.idle.indexOf(thread);
      if (place !== -1) this.idle.splice(place, 1);
    });
    const { works, startMsMax } = this.program;
    if (startMsMax === undefined) return thread;
    return this.answer(thread, startMsMax).then(
      () => thread,
      () => {
        this.discard(thread);
        throw new Refusal('UNAVAILABLE', `There can be no ${works} right now; try again shortly.`);
      },
    );
  }
}
