/** The thread that draws labels, one at a time. */
import { parentPort } from 'node:worker_threads';
import { zplToBase64Async } from 'zpl-renderer-js';
import { yieldToEventLoop } from '../../files/thread-priority.ts';

const dotsPerMm = 8;

interface Order {
  zpl: string;
  width_mm: number;
  height_mm: number;
}

yieldToEventLoop();
parentPort?.on('message', ({ zpl, width_mm: width, height_mm: height }: Order) => {
  void zplToBase64Async(zpl, width, height, dotsPerMm).then(
    (text) => parentPort?.postMessage({ png: Buffer.from(text, 'base64') }),
    (fault: unknown) =>
      parentPort?.postMessage({ error: fault instanceof Error ? fault.message : String(fault) }),
  );
});

// The first label loads the renderer, which takes seconds on a busy machine, so it is loaded before any label's time
// limit starts.
void zplToBase64Async('^XA^FO1,1^FDx^FS^XZ', 10, 10, dotsPerMm).then(
  () => parentPort?.postMessage({ ready: true }),
  () => parentPort?.postMessage({ ready: true }),
);
