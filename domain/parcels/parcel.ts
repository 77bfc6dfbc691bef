/** A parcel as carriers are told of it. It is frozen when its label is asked for: what is sent again is the same. */
import { countryCode } from '../paper/address-lines.ts';
import { Refusal } from '../refusal.ts';
import type { ParcelCustoms } from './customs.ts';

export interface ParcelAddress {
  name: string;
  address: string;
  city: string;
  state: string | null;
  postal: string | null;
  /** ISO 3166, two letters. */
  country: string;
  phone: string | null;
}

export interface Parcel {
  shipment_no: string;
  carton_no: number | null;
  sscc: string | null;
  ship_from: ParcelAddress;
  ship_to: ParcelAddress;
  weight_kg: string;
  /** Whether it was weighed, or its items were added up. */
  weight_by: 'scale' | 'items' | 'given';
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
  /** Null for what crosses no customs border, and is not declared. */
  customs: ParcelCustoms | null;
  options: Record<string, unknown>;
}

const needed = ['name', 'address', 'city', 'country'] as const;

/** The address of one end. Refuses 422 ADDRESS_REFUSED with what no carrier could do without. */
export function parcelAddress(given: Record<string, unknown>, end: 'ship_from' | 'ship_to'): ParcelAddress {
  const word = (part: string): string =>
    typeof given[part] === 'string' ? (given[part] as string).trim() : '';
  const missing = needed.find((part) => word(part) === '');
  if (missing) throw refused(`${end}.${missing}`, `The address has no ${missing}.`);
  const country = countryCode(word('country'));
  if (!country)
    throw refused(`${end}.country`, `${word('country')} is no country we know: use its ISO code.`);
  return {
    name: word('name'),
    address: word('address'),
    city: word('city'),
    state: word('state') || null,
    postal: word('postal') || null,
    country,
    phone: word('phone') || null,
  };
}

const refused = (field: string, says: string): Refusal =>
  new Refusal('ADDRESS_REFUSED', says, { field, says });
