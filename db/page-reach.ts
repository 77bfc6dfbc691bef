/** How far into a list a page number reaches: the database reads every row before it, a cursor none. */
import { invalid } from '../domain/refusal.ts';

const offsetMax = 1_000_000;

export function assertInReach(offset: number): void {
  if (offset > offsetMax) throw tooFar();
}

export function tooFar(): Error {
  const message =
    'page begins too far into the list: narrow the filters, or follow next_cursor (v1: the Link header) to it';
  return invalid('page', 'too_far', message);
}
