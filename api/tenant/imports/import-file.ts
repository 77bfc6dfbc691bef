/**
 * Parses import files in threads of their own: eight megabytes of CSV are half a second's work, during which the event
 * loop answers everybody else. One of an organization at a time; as many as its quota allows are taken in.
 */
import { Refusal } from '../../../domain/refusal.ts';
import type { LineSlice } from '../../../domain/imports/line-slices.ts';
import type { ImportKind } from '../../../domain/imports/import-kinds.ts';
import { openThread, Threads, type Thread } from '../../files/threads.ts';
import type { SentBody, TakenBody } from '../../files/taken-body.ts';
import type { Answer, Order } from './import-thread-words.ts';

const takeMsMax = 60_000;
const sliceMsMax = 10_000;

const threads = new Threads<Order, Answer>({
  open: () => openThread(new URL('./import-file-thread.js', import.meta.url)),
  works: 'imports',
  // A file may hold one for a minute: those of one organization keep nobody else out.
  ofOneMax: 1,
  tooMuch: (of) =>
    new Refusal('PAYLOAD_TOO_LARGE', `The body takes more ${of} than an import may; divide it.`),
});

/**
 * The body of an import with its lines; one that names no merchant is of the usual one. Refuses a body, schema or CSV header that breaks the rules (400, 415), a file
 * that takes more memory or time than it may (413 PAYLOAD_TOO_LARGE), and any import while too many wait (503
 * UNAVAILABLE).
 */
export async function takeImport(
  kind: ImportKind,
  sent: SentBody,
  usualMerchant: string | undefined,
): Promise<TakenBody> {
  const thread = await threads.enter(sent.organizationId);
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    threads.giveOrder(thread, { forget: true });
    threads.leave(thread);
  };
  try {
    // A copy of its own: small buffers are cut from one shared by others, and what is transferred to the thread is gone
    // here.
    const raw = new Uint8Array(sent.raw);
    const answer = await threads.ask(thread, { kind, usualMerchant, sent: { ...sent, raw } }, takeMsMax, [
      raw.buffer,
    ]);
    if ('refused' in answer) {
      const { code, message, details } = answer.refused;
      throw new Refusal(code, message, details);
    }
    if (!('taken' in answer)) throw new Error('The thread of imports answered something else.');
    const { taken: body, count, bad } = answer;
    return { body, lines: { count, bad, slices: () => slicesOf(thread) }, end };
  } catch (fault) {
    end();
    throw fault;
  }
}

async function* slicesOf(thread: Thread<Order>): AsyncGenerator<LineSlice> {
  for (let at = 0; ; at += 1) {
    const answer = await threads.ask(thread, { at }, sliceMsMax);
    if (!('slice' in answer) || answer.slice === undefined) return;
    yield answer.slice;
  }
}
