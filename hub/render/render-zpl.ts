/** Draws a label for the hub's page and the virtual printer. */
import { isDrawable, labelSize, whyPicturesNotDrawn } from '../../domain/printing/label-size.ts';
import type { Drawn } from '../../render/label-order.ts';
import { LabelRenderer } from '../../render/label-renderer.ts';

// A work station is not the fastest machine either; what this bounds goes on for minutes.
const renderMsMax = 10_000;
/** Loading the 8 MB of wasm is not the label's fault; on a busy machine it takes seconds. */
const loadMsMax = 30_000;

/**
 * Renders the first label of a text to a PNG, offline, in a process of its own. Approximate: fonts differ from a
 * printer's. Rejects if the text cannot be drawn, takes too much memory or takes longer than 10 seconds.
 */
export async function renderZpl(zpl: string): Promise<Buffer> {
  const size = labelSize(zpl);
  if (!isDrawable(size)) throw new Error('The label is too large to draw');
  const why = whyPicturesNotDrawn(zpl);
  if (why) throw new Error(`The label cannot be drawn: ${why}`);
  const renderer = new LabelRenderer();
  try {
    await answerOf(renderer, loadMsMax);
    const answer = answerOf(renderer, renderMsMax);
    renderer.postMessage({ zpl, ...size });
    const { png, error } = await answer;
    if (!png) throw new Error(error ?? 'The text holds no label');
    return Buffer.from(png);
  } finally {
    renderer.terminate();
  }
}

function answerOf(renderer: LabelRenderer, msMax: number): Promise<Drawn> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The label takes too long to draw')), msMax);
    renderer.once('message', resolve).once('error', reject);
    renderer.once('message', () => clearTimeout(timer)).once('exit', () => clearTimeout(timer));
  });
}
