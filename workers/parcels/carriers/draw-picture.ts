/**
 * Draws the pictures that carriers sell as labels in ZPL, in a thread of their own: the largest takes half a second, in
 * which the worker's event loop renews the locks of all its jobs.
 */
import { Worker } from 'node:worker_threads';
import { isPng } from '../../../domain/file-beginnings.ts';

export interface PictureOrder {
  no: number;
  png: Uint8Array<ArrayBuffer>;
}

export interface DrawnPicture {
  no: number;
  zpl: string | undefined;
}

interface Waiting {
  bytes: Buffer;
  tell: (zpl: string | undefined) => void;
}

// One of the largest at most: 16 MiB of dots and what they are printed from.
const threadLimits = { maxOldGenerationSizeMb: 256 };
const waiting = new Map<number, Waiting>();
let thread: Worker | undefined;
let last = 0;

/** The picture as a whole label; undefined for what is no PNG we can read. */
export function pictureAsZpl(bytes: Buffer): Promise<string | undefined> {
  if (!isPng(bytes)) return Promise.resolve(undefined);
  return new Promise((tell) => {
    last += 1;
    waiting.set(last, { bytes, tell });
    order(last, bytes);
  });
}

function order(no: number, bytes: Buffer): void {
  // In memory of its own, which is handed over.
  const png = new Uint8Array(bytes);
  thread ??= openThread();
  // It keeps the process only while a picture is drawn.
  thread.ref();
  thread.postMessage({ no, png } satisfies PictureOrder, [png.buffer]);
}

function tell(no: number, zpl: string | undefined): void {
  waiting.get(no)?.tell(zpl);
  waiting.delete(no);
}

function openThread(): Worker {
  const opened = new Worker(new URL('./picture-thread.js', import.meta.url), {
    resourceLimits: threadLimits,
  });
  opened.on('message', ({ no, zpl }: DrawnPicture) => {
    tell(no, zpl);
    if (waiting.size === 0) opened.unref();
  });
  // What it cannot draw, the first of those that wait, is kept as it came; the others have a new thread.
  opened.on('error', () => {});
  opened.on('exit', () => {
    thread = undefined;
    const [first] = waiting.keys();
    if (first !== undefined) tell(first, undefined);
    for (const [no, { bytes }] of waiting) order(no, bytes);
  });
  return opened;
}
