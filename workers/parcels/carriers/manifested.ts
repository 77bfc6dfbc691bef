/** What a carrier took of a day, as it names it: a label that it does not name is not taken for one it has. */
import type { ClaimedManifest, ManifestedLabel } from '../../../db/parcels/manifest-calls.write.ts';
import type { Outcome } from '../../outside/define-call.ts';
import { unreadable, type Manifested } from './carrier.ts';

/** With the labels it names by one of these; of names that are none of ours nobody can say what was taken. */
export function namedOn(
  { labels }: Pick<ClaimedManifest, 'labels'>,
  names: readonly unknown[],
  of: (label: ManifestedLabel) => readonly (string | null)[],
  manifested: Manifested,
): Outcome<Manifested> {
  if (names.length === 0) return { kind: 'ok', answer: manifested };
  const known = new Set(names);
  const taken = labels.filter((label) => of(label).some((name) => name !== null && known.has(name)));
  if (taken.length === 0) return unreadable;
  return { kind: 'ok', answer: { ...manifested, taken: taken.map(({ id }) => id) } };
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
