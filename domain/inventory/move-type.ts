/** Which transaction type a move gets in the ledger: from an arrival location to a storage location it is a putaway. */
import type { LocationType } from './location-types.ts';

const arrival: readonly string[] = ['dock', 'staging', 'cross_dock'] satisfies LocationType[];
const keeping: readonly string[] = ['storage', 'pick'] satisfies LocationType[];

/** `fromType` is undefined for a license plate that has no location yet. */
export function moveType(fromType: string | undefined, toType: string): 'putaway' | 'move' {
  return fromType !== undefined && arrival.includes(fromType) && keeping.includes(toType)
    ? 'putaway'
    : 'move';
}
