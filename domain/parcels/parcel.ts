/** A parcel as carriers are told of it. It is frozen when its label is asked for: what is sent again is the same. */
import type { Hazard } from '../catalog/hazard.ts';
import { countryCode } from '../paper/address-lines.ts';
import { Refusal } from '../refusal.ts';
import type { ParcelBilling } from './billing.ts';
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

/** Who says what it weighs: the best of those who do, in this order. */
export const weightsBy = ['scale', 'given', 'plan', 'items'] as const;
export type WeightBy = (typeof weightsBy)[number];

export interface Parcel {
  /** Null for a basket: whoever is asked what it would cost sells nothing of it. */
  shipment_no: string | null;
  carton_no: number | null;
  sscc: string | null;
  ship_from: ParcelAddress;
  ship_to: ParcelAddress;
  weight_kg: string;
  weight_by: WeightBy;
  length_cm: string | null;
  width_cm: string | null;
  height_cm: string | null;
  /** Null for what crosses no customs border, and is not declared. */
  customs: ParcelCustoms | null;
  options: Record<string, unknown>;
  /** Dangerous goods in it; none, and nothing of those frozen before there was any: it holds none. */
  hazards?: readonly Hazard[];
  /** Who pays instead of the account it is bought with; none, and nothing of those frozen before there was any: it does. */
  billing?: ParcelBilling | null;
}

/** What is known of a parcel's weight besides what its buyer says. */
export interface KnownWeight {
  /** What its scale said, or else its plan. */
  weight_kg: string | null;
  is_weighed: boolean;
  /** Of its items; null where the weight of one is unknown. */
  items_kg: string | null;
}

/** A plan is an estimate: what its buyer has weighed counts before it. Undefined: nobody knows. */
export function weightOf(
  given: number | undefined,
  { weight_kg: kg, is_weighed: isWeighed, items_kg: items }: KnownWeight,
): Pick<Parcel, 'weight_kg' | 'weight_by'> | undefined {
  if (kg !== null && isWeighed) return { weight_kg: kg, weight_by: 'scale' };
  if (given !== undefined) return { weight_kg: String(given), weight_by: 'given' };
  if (kg !== null) return { weight_kg: kg, weight_by: 'plan' };
  return items === null ? undefined : { weight_kg: items, weight_by: 'items' };
}

const needed = ['name', 'address', 'city', 'country'] as const;

/** The address of one end. Refuses 422 ADDRESS_REFUSED with what no carrier could do without. */
export function parcelAddress(given: Record<string, unknown>, end: 'ship_from' | 'ship_to'): ParcelAddress {
  const word = (part: string): string =>
    typeof given[part] === 'string' ? (given[part] as string).trim() : '';
  const missing = needed.find((part) => word(part) === '');
  if (missing) throw addressRefused(`${end}.${missing}`, `The address has no ${missing}.`);
  const country = countryCode(word('country'));
  if (!country)
    throw addressRefused(`${end}.country`, `${word('country')} is no country we know: use its ISO code.`);
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

export const addressRefused = (field: string, says: string): Refusal =>
  new Refusal('ADDRESS_REFUSED', says, { field, says });
