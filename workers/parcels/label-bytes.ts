/** A label's bytes, where a carrier says where they are: in its answer, or at an address. */
import { speakTo, type SpokenFault } from '../outside/spoken.ts';
import { pdfBytesMax, zplBytesMax, type Bought, type Line } from './carrier.ts';

type LabelBytes = Pick<Bought, 'zpl' | 'pdf' | 'note'>;

const timeoutMs = 10_000;
const dataUrl = /^data:[^,]{0,100};base64,/i;

/** ZPL or a PDF, by what they are; a note when they are neither, or too large to keep. */
function labelOf(bytes: Buffer): LabelBytes {
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.length <= pdfBytesMax;
  return isPdf ? { zpl: null, pdf: bytes, note: null } : zplOf(bytes.toString().replaceAll('\u0000', ''));
}

function zplOf(text: string): LabelBytes {
  const isKept = text.includes('^XA') && Buffer.byteLength(text) <= zplBytesMax;
  if (isKept) return { zpl: text, pdf: null, note: null };
  return { zpl: null, pdf: null, note: 'What the carrier sent as the label is nothing we can keep.' };
}

/**
 * Bought and in hand: while its bytes cannot be had it is asked for again. Our credentials go along to the carrier's own
 * address alone: where else it keeps files is nobody who knows us.
 */
export async function labelAt(
  { send, api_url: base, headers }: Line,
  url: string | null,
): Promise<{ kind: 'ok'; answer: LabelBytes } | SpokenFault> {
  if (!url) return { kind: 'unknown', error: 'It was bought; the carrier has not drawn its label yet.' };
  if (dataUrl.test(url))
    return { kind: 'ok', answer: labelOf(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')) };
  const at = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (!at) return { kind: 'unknown', error: 'It was bought; the carrier names no address of its label.' };
  const isOwn = at.origin === new URL(base).origin;
  const fetched = await speakTo(
    send,
    {
      method: 'GET',
      url: at.href,
      headers: isOwn ? headers : {},
      timeoutMs,
      answerBytesMax: zplBytesMax + 1,
    },
    'Where the label is kept it',
  );
  // An answer is read as text, which no PDF survives.
  if (fetched.kind === 'ok') return { kind: 'ok', answer: zplOf(fetched.answer.body) };
  return { kind: 'unknown', error: `It was bought; its label could not be fetched yet. ${fetched.error}` };
}
