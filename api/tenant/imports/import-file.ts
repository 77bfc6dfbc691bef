/**
 * Parses import files in threads of their own: eight megabytes of CSV are half a second's work, during which the event
 * loop answers everybody else. As many at once as there are threads; the rest wait in line, for each organization as
 * many as its quota allows.
 */
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../domain/refusals.ts';
import type { LineSlice } from '../../../domain/imports/line-slices.ts';
import type { ImportKind } from '../../../queues/imports/imports.ts';
import type { SentBody, TakenBody } from '../../files/taken-body.ts';
import type { Answer, Order } from './import-thread-words.ts';

const threadsMax = 2;
const waitingMax = 20;
const takeMsMax = 60_000;
const sliceMsMax = 10_000;
const threadLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48 };

const idle: Worker[] = [];
const waiting: (() => void)[] = [];
const broken = new WeakSet<Worker>();
let busy = 0;

/**
 * The body of an import with its lines. Refuses a body, schema or CSV header that breaks the rules (400, 415), a file
 * that takes more memory or time than it may (413 PAYLOAD_TOO_LARGE), and any import while too many wait (503
 * UNAVAILABLE).
 */
export async function takeImport(kind: ImportKind, sent: SentBody): Promise<TakenBody> {
  const thread = await enter();
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    leave(thread);
  };
  try {
    // A copy of its own: small buffers are cut from one shared by others, and what is transferred to the thread is gone
    // here.
    const raw = new Uint8Array(sent.raw);
    const answer = await ask(thread, { kind, sent: { ...sent, raw } }, takeMsMax, [raw.buffer]);
    if ('refused' in answer) {
      const { code, message, details } = answer.refused;
      throw new Refusal(code, message, details);
    }
    if (!('taken' in answer)) throw new Error('The thread of imports answered something else.');
    const { taken: body, count, bad } = answer;
    return { body, lines: { count, bad, slices: () => slicesOf(thread) }, end };
  } catch (fault) {
    end();
    throw fault;
  }
}

async function* slicesOf(thread: Worker): AsyncGenerator<LineSlice> {
  for (let at = 0; ; at += 1) {
    const answer = await ask(thread, { at }, sliceMsMax);
    if (!('slice' in answer) || answer.slice === undefined) return;
    yield answer.slice;
  }
}

async function enter(): Promise<Worker> {
  if (busy >= threadsMax) {
    if (waiting.length >= waitingMax)
      throw new Refusal('UNAVAILABLE', 'Too many imports are being taken in just now; try again shortly.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else busy += 1;
  const thread = idle.pop() ?? open();
  thread.ref();
  return thread;
}

function leave(thread: Worker): void {
  if (!broken.has(thread)) {
    thread.postMessage({ forget: true } satisfies Order);
    thread.unref();
    idle.push(thread);
  }
  const next = waiting.shift();
  if (next) next();
  else busy -= 1;
}

function open(): Worker {
  const thread = new Worker(new URL('./import-file-thread.js', import.meta.url), {
    stdout: true,
    stderr: true,
    resourceLimits: threadLimits,
  });
  // Whoever waits for an answer is told when the thread ends; without a listener its fault would end the process.
  thread.on('error', () => {});
  thread.on('exit', () => {
    broken.add(thread);
    const place = idle.indexOf(thread);
    if (place !== -1) idle.splice(place, 1);
  });
  return thread;
}

/** The thread's answer. A thread that is late or out of memory is discarded together with its file. */
function ask(thread: Worker, order: Order, msMax: number, handedOver: ArrayBuffer[] = []): Promise<Answer> {
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
      broken.add(thread);
      reject(fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('memory') : fault);
    };
    const gone = (): void => fail(new Error('The thread of imports ended.'));
    const timer = setTimeout(() => {
      settle();
      broken.add(thread);
      void thread.terminate();
      reject(tooMuch('time'));
    }, msMax);
    thread.on('message', hear).on('error', fail).on('exit', gone);
    thread.postMessage(order, handedOver);
  });
}

function tooMuch(of: string): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `The file takes more ${of} than an import may; divide it.`);
}
