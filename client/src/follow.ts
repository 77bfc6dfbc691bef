/** Events as they happen: one stream after the other, each continuing where the last one ended. */
import { errorOf } from './errors.ts';
import { passing, pause } from './retries.ts';
import type { PlatformEvent } from './webhooks.ts';

export interface Following {
  /** Events, kinds like `sales_order.*`, or `*`, separated by commas; all if left out. */
  types?: string;
  /** Only those about this record. */
  subject_id?: string;
  /** Continues after this cursor; from now on if left out. */
  after?: string;
  /** Ends the following, without an error. */
  signal?: AbortSignal;
}

export interface FollowedEvent {
  event: PlatformEvent;
  /** Keep it with what you did: `after` continues there, in another process or on another day. */
  cursor: string;
}

/** Opens a stream that continues after the cursor. */
type Connect = (after: string | undefined, signal: AbortSignal) => Promise<Response>;

// The platform speaks every 15 seconds; a link that is silent for longer than this is dead.
const silentMsMax = 45_000;
const waitMsMax = 30_000;

/**
 * Follows events until the signal ends it. A stream that breaks off is opened again after the last event, so that none
 * is missed; a refusal, such as that of a revoked token, is thrown.
 */
export async function* follow(
  connect: Connect,
  { after, signal = new AbortController().signal }: Following,
): AsyncGenerator<FollowedEvent, void, undefined> {
  let cursor = after;
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      if (failures > 0)
        await pause(Math.random() * Math.min(waitMsMax, 100 * 2 ** Math.min(failures, 10)), signal);
      const link = new AbortController();
      const response = await connect(cursor, AbortSignal.any([signal, link.signal]));
      if (passing.has(response.status)) continue;
      if (!response.ok) throw errorOf(response.status, await response.json().catch(() => undefined));
      for await (const { id, event, data } of messagesOf(response, () => link.abort())) {
        failures = 0;
        if (event === 'end') break;
        if (id !== undefined) cursor = id;
        if (data !== undefined && cursor !== undefined)
          yield { event: JSON.parse(data) as PlatformEvent, cursor };
      }
    } catch (fault) {
      if (signal.aborted) return;
      if (fault instanceof Error && fault.name === 'PlatformError') throw fault;
    }
  }
}

interface Message {
  id?: string;
  event?: string;
  data?: string;
}

/** The messages of a stream, one block of lines each; `giveUp` ends one that has fallen silent. */
async function* messagesOf({ body }: Response, giveUp: () => void): AsyncGenerator<Message, void, undefined> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      silence = setTimeout(giveUp, silentMsMax);
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      text += decoder.decode(value as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    clearTimeout(silence);
    await reader.cancel().catch(() => {});
  }
}

function messageOf(block: string): Message {
  const lines = block.split('\n').map((line) => /^(id|event|data): (.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found ? [[found[1], found[2]]] : []))) as Message;
}
