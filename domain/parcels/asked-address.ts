/**
 * What a carrier asks of the addresses beyond what none could do without, as far as it is known before it is asked. Of
 * what it may ask where not every country has it, that is left to it to say. Pure.
 */
import type { Adapter } from './carriers.ts';
import { addressRefused, type Parcel, type ParcelAddress } from './parcel.ts';

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

/** Why an account of it sells nothing for a parcel between these addresses, by the first field; undefined when nothing known is missing. */
export function unaddressed(adapter: Adapter, ends: Ends): { field: string; says: string } | undefined {
  const missing = missingFor(adapter, ends);
  const [field] = missing;
  return field === undefined ? undefined : { field, says: `The carrier asks for ${missing.join(', ')}.` };
}

/** Refuses 422 ADDRESS_REFUSED with the first field it asks for and is not told. */
export function assertAddressed(adapter: Adapter, ends: Ends): void {
  const missing = unaddressed(adapter, ends);
  if (missing) throw addressRefused(missing.field, missing.says);
}
