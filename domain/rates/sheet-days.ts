/**
 * The days of a rate sheet's lines when the sheet's own days change. A line that begins or ends with its sheet goes on
 * doing so; one that would reach out of the new days is cut to them. A line without an end of its own keeps none.
 */
export interface Days {
  effective_from: string;
  /** Inclusive; null is open. */
  effective_to: string | null;
}

/** The line's days under the sheet's new ones; undefined if it would have none. */
export function movedDays(line: Days, before: Days, after: Days): Days | undefined {
  const isFirst = line.effective_from <= before.effective_from || line.effective_from < after.effective_from;
  const from = isFirst ? after.effective_from : line.effective_from;
  const to = movedEnd(line.effective_to, before.effective_to, after.effective_to);
  const last = to ?? after.effective_to;
  return last !== null && last < from ? undefined : { effective_from: from, effective_to: to };
}

function movedEnd(own: string | null, before: string | null, after: string | null): string | null {
  if (own === null || own === before) return own && after;
  return after !== null && after < own ? after : own;
}
