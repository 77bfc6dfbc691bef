/**
 * Pictures of labels, drawn offline in a thread of their own with limited memory: a label that never ends or grows
 * without bound cannot stop the API. The thread is reused between labels and discarded together with a label that takes
 * too long. How many previews one organization may have in progress is a quota.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { isDrawable, labelSize, pixelsMax } from '../../../domain/printing/label-size.ts';
import { Refusal } from '../../../domain/refusals.ts';

const drawMsMax = 5_000;
const startMsMax = 30_000;
const waitingMax = 20;
const threadLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
const cacheBytesMax = 32 * 1024 * 1024;

interface Drawn {
  png?: Uint8Array;
  error?: string;
}

const cache = new Map<string, Buffer>();
let cacheBytes = 0;
let thread: Worker | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * The first label of a text as PNG. Refuses 400 LABEL_TOO_LARGE before anything is drawn, 409 LABEL_NOT_DRAWABLE, and
 * 503 UNAVAILABLE if too many are waiting.
 */
export async function drawLabel(zpl: string): Promise<Buffer> {
  assertDrawable(zpl);
  const key = createHash('sha256').update(zpl).digest('base64url');
  const known = cache.get(key);
  if (known) {
    // Moved to the newest end: the cache evicts from the other.
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  if (waiting >= waitingMax)
    throw new Refusal('UNAVAILABLE', 'Too many labels are being drawn right now; try again shortly.');
  waiting += 1;
  const drawing = last.then(() => cache.get(key) ?? draw(zpl));
  last = drawing.catch(() => {}).finally(() => (waiting -= 1));
  const png = await drawing;
  keep(key, png);
  return png;
}

function assertDrawable(zpl: string): void {
  const size = labelSize(zpl);
  if (isDrawable(size)) return;
  const { width_dots: width, height_dots: height } = size;
  const message = `The label is ${width} by ${height} dots; at most ${pixelsMax} dots in all are drawn.`;
  throw new Refusal('LABEL_TOO_LARGE', message, { width, height, pixels_max: pixelsMax });
}

async function draw(zpl: string): Promise<Buffer> {
  const worker = await openThread();
  worker.ref();
  const drawn = await answerOf(worker, drawMsMax, { zpl, ...labelSize(zpl) });
  worker.unref();
  if (drawn === 'late') {
    thread = undefined;
    void worker.terminate();
    throw notDrawable('it takes longer than 5 seconds');
  }
  if (!drawn.png) throw notDrawable(drawn.error ?? 'it holds no label');
  return Buffer.from(drawn.png);
}

/** The thread's next message; `late` if it takes longer than allowed. */
function answerOf(worker: Worker, msMax: number, order?: object): Promise<Drawn | 'late'> {
  return new Promise((resolve) => {
    const settle = (drawn: Drawn | 'late'): void => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', fail).off('exit', end);
      resolve(drawn);
    };
    const fail = (fault: Error): void => settle({ error: fault.message });
    const end = (): void => settle({ error: 'the renderer ended' });
    const timer = setTimeout(settle, msMax, 'late' as const);
    worker.once('message', settle).once('error', fail).once('exit', end);
    if (order) worker.postMessage(order);
  });
}

async function openThread(): Promise<Worker> {
  if (thread) return thread;
  const opened = new Worker(new URL('./label-preview-thread.js', import.meta.url), {
    stdout: true,
    stderr: true,
    resourceLimits: threadLimits,
  });
  const gone = (): void => {
    if (thread === opened) thread = undefined;
  };
  opened.on('error', gone).on('exit', gone);
  const ready = await answerOf(opened, startMsMax);
  opened.unref();
  if (ready === 'late' || ready.error) {
    void opened.terminate();
    throw new Refusal('UNAVAILABLE', 'Labels cannot be drawn right now; try again shortly.');
  }
  thread = opened;
  return opened;
}

function keep(key: string, png: Buffer): void {
  if (cache.has(key) || png.length > cacheBytesMax / 4) return;
  cache.set(key, png);
  cacheBytes += png.length;
  for (const [oldest, bytes] of cache) {
    if (cacheBytes <= cacheBytesMax) break;
    cache.delete(oldest);
    cacheBytes -= bytes.length;
  }
}

function notDrawable(reason: string): Refusal {
  return new Refusal('LABEL_NOT_DRAWABLE', `The label cannot be drawn: ${reason.slice(0, 200)}.`);
}
