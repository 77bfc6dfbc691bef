/** What several callers wait to have stored at once: whose part cannot be stored, or is of an organization that is away, is refused alone. */
import { refusedAlone } from '../refused-alone.ts';
import { withoutAway } from './organization-away.ts';

interface Waiting {
  reject(why: unknown): void;
}

const rejected = ({ reject }: Waiting, why: unknown): void => reject(why);
const allRejected = (gone: readonly Waiting[], why: unknown): void => {
  for (const one of gone) rejected(one, why);
};

/** Stores all of them with `work`, again without those that are refused. Does not throw: they are told. */
export function storedApart<W extends Waiting>(
  all: readonly W[],
  organizationOf: (one: W) => string,
  work: (ones: readonly W[]) => Promise<void>,
): Promise<void> {
  return refusedAlone(all, rejected, (ones) => withoutAway(ones, organizationOf, allRejected, work));
}
