/**
 * Takes in proofs of delivery in threads of their own: parsing, decoding and hashing 28 MB of base64 is a second's
 * work, during which the event loop answers everybody else.
 */
import { Refusal, type RefusalCode, type RefusalDetails } from '../../../domain/refusal.ts';
import { openThread, Threads } from '../../files/threads.ts';
import type { SentBody, TakenBody } from '../../files/taken-body.ts';
import type { ReadPod } from './pod-body.ts';

export interface PodOrder {
  raw: Uint8Array<ArrayBuffer>;
  contentType: string;
}

export type PodAnswer =
  ReadPod | { refused: { code: RefusalCode; message: string; details: RefusalDetails | undefined } };

const takeMsMax = 60_000;

const threads = new Threads<PodOrder, PodAnswer>({
  open: () => openThread(new URL('./pod-thread.js', import.meta.url)),
  works: 'proofs of delivery',
  tooMuch: (of) =>
    new Refusal(
      'PAYLOAD_TOO_LARGE',
      `The body takes more ${of} than an upload may; send the files one by one.`,
    ),
});

/**
 * The body with each file's SHA-256 in place of its bytes, and the bytes beside it. Refuses what `readPod` refuses, 413
 * PAYLOAD_TOO_LARGE what takes too much memory or time, and 503 UNAVAILABLE while too many wait.
 */
export async function takePod({ organizationId, raw, contentType }: SentBody): Promise<TakenBody> {
  const thread = await threads.enter(organizationId);
  try {
    // A copy of its own: what is transferred to the thread is gone here.
    const bytes = new Uint8Array(raw);
    const answer = await threads.ask(thread, { raw: bytes, contentType }, takeMsMax, [bytes.buffer]);
    if ('refused' in answer) {
      const { code, message, details } = answer.refused;
      throw new Refusal(code, message, details);
    }
    const { body, files } = answer;
    const sent = [...files].map(([sha256, file]) => [sha256, Buffer.from(file.buffer)] as const);
    return { body, files: new Map(sent), end: () => {} };
  } finally {
    threads.leave(thread);
  }
}
