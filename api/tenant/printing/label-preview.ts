/**
 * Pictures of labels, drawn offline in a process of their own with bounded memory: a label that never ends or grows
 * without bound cannot stop the API. The organizations are served in turn. The process is reused between labels and
 * discarded when it has grown, or together with a label that takes too long. How many previews one organization may have
 * in progress is a quota.
 */
import { createHash } from 'node:crypto';
import {
  isDrawable,
  labelSize,
  pixelsMax,
  whyPicturesNotDrawn,
} from '../../../domain/printing/label-size.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Drawn, LabelOrder } from '../../../render/label-order.ts';
import { LabelRenderer } from '../../../render/label-renderer.ts';
import { Threads } from '../../files/threads.ts';

const drawMsMax = 5_000;
const cacheBytesMax = 32 * 1024 * 1024;

const renderers = new Threads<LabelOrder, Drawn>({
  open: () => new LabelRenderer(),
  works: 'label previews',
  tooMuch: (of) =>
    notDrawable(of === 'time' ? 'it takes longer than 5 seconds' : 'it takes more memory than a preview may'),
  // Two would take more memory together than the API itself.
  threadsMax: 1,
  startMsMax: 30_000,
});

const cache = new Map<string, Buffer>();
let cacheBytes = 0;

/**
 * The first label of a text as PNG. Refuses 400 LABEL_TOO_LARGE before anything is drawn, 409 LABEL_NOT_DRAWABLE, and
 * 503 UNAVAILABLE if too many are waiting.
 */
export async function drawLabel(organizationId: string, zpl: string): Promise<Buffer> {
  assertDrawable(zpl);
  const key = createHash('sha256').update(zpl).digest('base64url');
  return known(key) ?? draw(organizationId, key, zpl);
}

function known(key: string): Buffer | undefined {
  const png = cache.get(key);
  if (!png) return undefined;
  // Moved to the newest end: the cache evicts from the other.
  cache.delete(key);
  cache.set(key, png);
  return png;
}

function assertDrawable(zpl: string): void {
  const size = labelSize(zpl);
  const { width_dots: width, height_dots: height } = size;
  if (!isDrawable(size)) {
    const message = `The label is ${width} by ${height} dots; at most ${pixelsMax} dots in all are drawn.`;
    throw new Refusal('LABEL_TOO_LARGE', message, { width, height, pixels_max: pixelsMax });
  }
  const why = whyPicturesNotDrawn(zpl);
  if (why)
    throw new Refusal('LABEL_TOO_LARGE', `The label is not drawn: ${why}.`, {
      width,
      height,
      pixels_max: pixelsMax,
    });
}

async function draw(organizationId: string, key: string, zpl: string): Promise<Buffer> {
  const renderer = await renderers.enter(organizationId);
  try {
    // Somebody else may have asked for the same label meanwhile.
    const drawnMeanwhile = known(key);
    if (drawnMeanwhile) return drawnMeanwhile;
    const order = { zpl, ...labelSize(zpl) };
    const { png, error, hasGrown } = await renderers.ask(renderer, order, drawMsMax);
    if (hasGrown) renderers.discard(renderer);
    if (!png) throw notDrawable(error ?? 'it holds no label');
    const picture = Buffer.from(png);
    keep(key, picture);
    return picture;
  } finally {
    renderers.leave(renderer);
  }
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
