/** One request to somebody else's API that speaks JSON. Whatever comes of it is an outcome, and the caller decides. */
import { shapeProblem } from '../../domain/json-shape.ts';
import type { Failure } from './define-call.ts';
import { OutboundFault, type OutboundAnswer, type OutboundRequest, type Send } from './outbound-http.ts';
import { retryAfterMs } from './retry-after.ts';

/** Why it did not do or return what was asked; with what it said, where it answered. */
export type SpokenFault = Failure<never> & { body?: string };
export type Spoken = { kind: 'ok'; answer: OutboundAnswer } | SpokenFault;

const retryAfterMsDefault = 2_000;
// Of what it says with an error only a sentence is kept.
const faultCharactersMax = 65_536;

/** `who` begins the sentence: `The store answered 404.` */
export async function speakTo(send: Send, request: OutboundRequest, who: string): Promise<Spoken> {
  try {
    return judge(await send(request), who);
  } catch (fault) {
    if (fault instanceof OutboundFault)
      return { kind: fault.isUnsent ? 'unsent' : 'unknown', error: `${fault.code}: ${fault.message}` };
    throw fault;
  }
}

function judge(answer: OutboundAnswer, who: string): Spoken {
  const { status, headers, body } = answer;
  if (status >= 200 && status < 300) return { kind: 'ok', answer };
  if (status === 429) {
    const waitMs = retryAfterMs(headers['retry-after']) ?? retryAfterMsDefault;
    return { kind: 'refused', status, error: `${who} is asked too much; again in ${waitMs} ms.`, waitMs };
  }
  return {
    kind: status >= 500 ? 'unknown' : 'refused',
    status,
    body: body.slice(0, faultCharactersMax),
    error: `${who} answered ${status}.`,
  };
}

/** Whether it does not know us, or not any more. */
export const isDenied = ({ status }: Failure<unknown>): boolean => status === 401 || status === 403;

// NUL and lone surrogates, as JSON text spells them: no column can store them.
const unstorable = /\\u(0000|d[89a-f])/i;

// A page of a shop's largest orders is far below; of empty brackets alone 8 MiB would hold up everybody for a second.
const answerShape = { depth: 64, fields: 10_000, containers: 200_000, values: 500_000 };

/** What it says, where that is an object we can store. */
export function asObject(text: string): Record<string, unknown> | null {
  if (shapeProblem(text, { most: answerShape })) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      // Written anew only where the text has such an escape: it may be half of a whole pair.
      !(unstorable.test(text) && unstorable.test(JSON.stringify(value)))
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
