/** What a move is called in the ledger: taking goods from where they arrived to where they are kept is a putaway. */
import type { LocationType } from './location-types.ts';

const arrival: readonly string[] = ['dock', 'staging', 'cross_dock'] satisfies LocationType[];
const keeping: readonly string[] = ['storage', 'pick'] satisfies LocationType[];

/** A plate that stands nowhere yet has no `from`. */
export function moveType(fromType: string | undefined, toType: string): 'putaway' | 'move' {
  return fromType !== undefined && arrival.includes(fromType) && keeping.includes(toType)
    ? 'putaway'
    : 'move';
}
