/** The bytes of labels and papers, where a carrier says where they are: in its answer, or at an address. */
import { isPdf } from '../../../domain/file-beginnings.ts';
import { speakTo, type Spoken, type SpokenFault } from '../../outside/spoken.ts';
import { fileBytesMax, zplBytesMax, type Bought, type Line } from './carrier.ts';
import { pictureAsZpl } from './draw-picture.ts';

type LabelBytes = Pick<Bought, 'zpl' | 'file' | 'note'>;

const timeoutMs = 10_000;
const dataUrl = /^data:[^,]{0,100};base64,/i;

/** A paper that is no PDF, or is too large, is not kept. */
export const pdfOf = (bytes: Buffer): Buffer | null =>
  bytes.length <= fileBytesMax && isPdf(bytes) ? bytes : null;

/**
 * ZPL, a picture as ZPL, or the file as it came: it is paid for, whatever it is. A note when it is none a label printer of
 * ours is sent, or too large to keep.
 */
export async function labelOf(bytes: Buffer): Promise<LabelBytes> {
  const pdf = pdfOf(bytes);
  if (pdf) return { zpl: null, file: pdf, note: null };
  const zpl = (await pictureAsZpl(bytes)) ?? bytes.toString().replaceAll('\u0000', '');
  if (zpl.includes('^XA') && Buffer.byteLength(zpl) <= zplBytesMax) return { zpl, file: null, note: null };
  if (bytes.length > 0 && bytes.length <= fileBytesMax)
    return { zpl: null, file: bytes, note: 'The label came as nothing we can print: print its file.' };
  return { zpl: null, file: null, note: 'What the carrier sent as the label is nothing we can keep.' };
}

/**
 * Bought and in hand: while its bytes cannot be had it is asked for again. Our credentials go along to the carrier's own
 * address alone: where else it keeps files is nobody who knows us.
 */
export async function labelAt(
  line: Line,
  url: string | null,
): Promise<{ kind: 'ok'; answer: LabelBytes } | SpokenFault> {
  if (!url) return { kind: 'unknown', error: 'It was bought; the carrier has not drawn its label yet.' };
  if (dataUrl.test(url)) return { kind: 'ok', answer: await labelOf(dataOf(url)) };
  const fetched = await fetchedFrom(line, url);
  if (!fetched)
    return { kind: 'unknown', error: 'It was bought; the carrier names no address of its label.' };
  if (fetched.kind === 'ok') return { kind: 'ok', answer: await labelOf(fetched.answer.bytes) };
  return { kind: 'unknown', error: `It was bought; its label could not be fetched yet. ${fetched.error}` };
}

/** A paper where the carrier says it is; null where there is none, or none that can be had. */
export async function pdfAt(line: Line, url: string | null): Promise<Buffer | null> {
  if (!url) return null;
  if (dataUrl.test(url)) return pdfOf(dataOf(url));
  const fetched = await fetchedFrom(line, url);
  return fetched?.kind === 'ok' ? pdfOf(fetched.answer.bytes) : null;
}

const dataOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

async function fetchedFrom({ send, api_url: base, headers }: Line, url: string): Promise<Spoken | undefined> {
  const at = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (!at) return undefined;
  const isOwn = at.origin === new URL(base).origin;
  const request = { method: 'GET', url: at.href, headers: isOwn ? headers : {}, timeoutMs } as const;
  return speakTo(send, { ...request, answerBytesMax: fileBytesMax + 1 }, 'Where it is kept it');
}
