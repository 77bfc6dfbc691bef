/** Whether a store knows what is true: why it does not, and since when. */

export const disagreements = [
  // It has been told nothing of it yet, nor is it about to be.
  'not_told',
  'waiting',
  // It may have been told: no answer came.
  'unknown',
  'refused',
  'given_up',
  // It was told, and shows something else.
  'said_otherwise',
  // What it was told is true no longer, and that was not looked at yet.
  'changed_since',
] as const;
export type Disagreement = (typeof disagreements)[number];

/** For how long all that became of orders is looked through; what is older is looked at as it is asked for. */
export const comparedDays = 3;

/** What is known of telling it. */
export interface Telling {
  is_told: boolean;
  /** What it was told is still so. */
  is_true: boolean;
  is_said_otherwise: boolean;
  unknown_since: Date | null;
  last_error: string | null;
  given_up_at: Date | null;
  queued_at: Date;
  sent_at: Date | null;
}

export interface Difference {
  why: Disagreement;
  /** Null where nobody noticed when it began. */
  since: Date | null;
}

/** Null where the store knows what is true. */
export function differenceOf(telling: Telling | null): Difference | null {
  if (!telling) return { why: 'not_told', since: null };
  const { queued_at: since, sent_at: toldAt } = telling;
  if (!telling.is_told) return { why: untoldFor(telling), since };
  if (!telling.is_true) return { why: 'changed_since', since: null };
  return telling.is_said_otherwise ? { why: 'said_otherwise', since: toldAt } : null;
}

function untoldFor({ given_up_at, unknown_since, last_error }: Telling): Disagreement {
  if (given_up_at) return 'given_up';
  if (unknown_since) return 'unknown';
  return last_error === null ? 'waiting' : 'refused';
}
