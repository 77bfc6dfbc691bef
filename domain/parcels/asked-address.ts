/**
 * What a carrier asks of the addresses beyond what none could do without, as far as it is known before it is asked. Of
 * what it may ask where not every country has it, that is left to it to say. Pure.
 */
import { Refusal } from '../refusal.ts';
import type { Adapter } from './carriers.ts';
import type { Parcel, ParcelAddress } from './parcel.ts';

type Ends = Pick<Parcel, 'ship_from' | 'ship_to'>;

/** Every address there has both. */
const countriesOfStates = ['US', 'CA'];

/** Which fields of these addresses are missing. */
function missingFor(adapter: Adapter, { ship_from, ship_to }: Ends): string[] {
  if (adapter !== 'shipengine') return [];
  const partsOf = ({ country }: ParcelAddress): readonly ('state' | 'postal')[] =>
    countriesOfStates.includes(country) ? ['state', 'postal'] : [];
  return [
    ...(ship_from.phone === null ? ['ship_from.phone'] : []),
    ...partsOf(ship_from).flatMap((part) => (ship_from[part] === null ? [`ship_from.${part}`] : [])),
    ...partsOf(ship_to).flatMap((part) => (ship_to[part] === null ? [`ship_to.${part}`] : [])),
  ];
}

/** Why an account of it sells nothing for a parcel between these addresses; undefined when nothing known is missing. */
export function unaddressed(adapter: Adapter, ends: Ends): string | undefined {
  const missing = missingFor(adapter, ends);
  return missing.length > 0 ? `The carrier asks for ${missing.join(', ')}.` : undefined;
}

/** Refuses 422 ADDRESS_REFUSED with the first field it asks for and is not told. */
export function assertAddressed(adapter: Adapter, ends: Ends): void {
  const says = unaddressed(adapter, ends);
  if (says) throw new Refusal('ADDRESS_REFUSED', says, { field: missingFor(adapter, ends)[0], says });
}
