/**
 * Draws one label off the main thread, so that a preview never holds up a print, and wasm that hangs or runs out of
 * memory takes down only this thread.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { zplToBase64Async } from 'zpl-renderer-js';

const { zpl, width_mm, height_mm } = workerData as { zpl: string; width_mm: number; height_mm: number };
parentPort?.postMessage('drawing');
try {
  const png = Buffer.from(await zplToBase64Async(zpl, width_mm, height_mm, 8), 'base64');
  parentPort?.postMessage({ png });
} catch (error) {
  parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) });
}
