import { Worker } from 'node:worker_threads';
import { isDrawable, labelSize } from '../../domain/printing/label-size.ts';

const RENDER_MS_MAX = 5_000;
/** Loading the 8 MB of wasm is not the label's fault; on a busy machine it takes seconds. */
const LOAD_MS_MAX = 30_000;

/**
 * Renders the first label of a text to a PNG, offline, in a thread of its own. Approximate: fonts differ from a
 * printer's. Rejects if the text cannot be drawn or takes longer than 5 seconds.
 */
export async function renderZpl(zpl: string): Promise<Buffer> {
  const size = labelSize(zpl);
  if (!isDrawable(size)) throw new Error('The label is too large to draw');
  const worker = new Worker(new URL('./render-worker.js', import.meta.url), {
    workerData: { zpl, ...size },
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const limit = (wait_ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Error('The label takes too long to draw')), wait_ms);
      };
      limit(LOAD_MS_MAX);
      worker.on('message', (message: 'drawing' | { png?: Uint8Array; error?: string }) => {
        if (message === 'drawing') limit(RENDER_MS_MAX);
        else if (message.png) resolve(Buffer.from(message.png));
        else reject(new Error(message.error));
      });
      worker.once('error', reject);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
