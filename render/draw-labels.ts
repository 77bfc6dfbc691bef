/**
 * The program that draws labels, one at a time, for whoever started it (label-renderer.ts). Its memory is bounded here
 * and by the operating system; once it cannot draw a letter any more it ends, and is started again.
 */
import os from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { dotsPerMm, type Drawn, type LabelOrder } from './label-order.ts';

// 128 MiB in pages of 64 KiB: the largest picture that is drawn needs half of it.
setFlagsFromString('--wasm-max-mem-pages=2048');
const { zplToBase64Async } = await import('zpl-renderer-js');

/** It starts with about 145 MB, most of it code. */
const grownBytes = 256 * 1024 * 1024;
// A tenth of the share of those that print and answer, while both want a core.
os.setPriority(10);

const hasGrown = (): boolean => process.memoryUsage.rss() > grownBytes;

async function draw({ zpl, width_mm: width, height_mm: height }: LabelOrder): Promise<Drawn> {
  try {
    const text = await zplToBase64Async(zpl, width, height, dotsPerMm);
    return { png: Buffer.from(text, 'base64'), hasGrown: hasGrown() };
  } catch (fault) {
    await drawLetter();
    return { error: fault instanceof Error ? fault.message : String(fault), hasGrown: hasGrown() };
  }
}

async function drawLetter(): Promise<void> {
  await zplToBase64Async('^XA^FO1,1^FDx^FS^XZ', 10, 10, dotsPerMm).catch(() => process.exit(1));
}

process.on('disconnect', () => process.exit());
process.on('message', (order: LabelOrder) => {
  void draw(order).then((drawn) => process.send?.(drawn));
});
// The first label loads the renderer, which takes seconds on a busy machine, so it is loaded before any label's time
// limit starts.
await drawLetter();
process.send?.('ready');
