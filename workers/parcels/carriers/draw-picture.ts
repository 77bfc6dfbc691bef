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

type Told = (zpl: string | undefined) => void;

// One of the largest at most: 16 MiB of dots and what they are printed from.
const threadLimits = { maxOldGenerationSizeMb: 256 };
const waiting = new Map<number, Told>();
let thread: Worker | undefined;
let last = 0;

/** The picture as a whole label; undefined for what is no PNG we can read. */
export function pictureAsZpl(bytes: Buffer): Promise<string | undefined> {
  if (!isPng(bytes)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const no = (last += 1);
    // In memory of its own, which is handed over.
    const png = new Uint8Array(bytes);
    thread ??= openThread();
    // It keeps the process only while a picture is drawn.
    thread.ref();
    waiting.set(no, resolve);
    thread.postMessage({ no, png } satisfies PictureOrder, [png.buffer]);
  });
}

function openThread(): Worker {
  const opened = new Worker(new URL('./picture-thread.js', import.meta.url), {
    resourceLimits: threadLimits,
  });
  opened.on('message', ({ no, zpl }: DrawnPicture) => {
    waiting.get(no)?.(zpl);
    waiting.delete(no);
    if (waiting.size === 0) opened.unref();
  });
  // What it cannot draw is kept as it came; the next picture has a new thread.
  opened.on('error', () => {});
  opened.on('exit', () => {
    thread = undefined;
    for (const tell of waiting.values()) tell(undefined);
    waiting.clear();
  });
  return opened;
}
