/** What a step is given, and what it says must have followed from its answer. */
import type { Answer } from '../helpers/client.ts';
import type { Book } from './book.ts';
import type { Dice } from './dice.ts';
import type { Change, Followed } from './follow.ts';
import type { Kinds, Placed } from './kinds.ts';
import type { Seen } from './seen.ts';
import { patient, type Site } from './site.ts';

export interface Turn {
  site: Site;
  dice: Dice;
  /** The platform as it was before the step: what there is to choose from. */
  seen: Seen;
  /** Numbers that are used once in a run. */
  next(): number;
  /** Accepted adjustments, by item: what came and went by nobody's document. */
  adjusted: Map<string, number>;
  ask(method: 'post' | 'patch', path: string, body?: object): Promise<Answer>;
}

/** What holds keep, as it was before the step. */
type Kept = Pick<Kinds, 'kept'>;

export interface Outcome {
  /** What the request itself moved, before anything was taken for orders. */
  moved?: (book: Book, kinds: Kept) => void;
  /** What it placed for a hold, or lifted of one. */
  placed?: readonly Placed[];
  may?: readonly Change[];
  crossed?: boolean;
  /** What must hold of the documents that followed. */
  holds?: (followed: Followed, seen: Seen, book: Book, kinds: Kept) => void;
}

/** Undefined: nothing was asked, or it was refused, and nothing may have changed. */
export type Step = (turn: Turn) => Promise<Outcome | undefined>;

const isFault = ({ status, text }: Answer): boolean =>
  status >= 500 || status === 202 || /A value breaks|rule of its record/.test(text);

/** Asks, and writes down what was asked and answered. A fault is no answer. */
export function asking(site: Site, history: string[]): Turn['ask'] {
  const named = (text: string): string =>
    text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => site.words.get(id) ?? `#${id.slice(-6)}`);
  return async (method, path, body = {}) => {
    const answer = await site.client[method](path, body, patient);
    const code = answer.body?.error?.code ?? '';
    history.push(named(`${method} ${path} ${JSON.stringify(body)} -> ${answer.status} ${code}`));
    if (isFault(answer)) throw new Error(`answered ${answer.status} ${answer.text}`);
    return answer;
  };
}

export const isOk = ({ status }: Answer): boolean => status < 300;
