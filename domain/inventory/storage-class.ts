/**
 * Goods are kept at places of their own storage class. Where they only arrive, wait or pass, those of any class may be.
 * Pure.
 */
import { Refusal } from '../refusal.ts';
import { isKeptAt } from './location-types.ts';

interface ClassedPlace {
  id: string;
  code: string;
  type: string;
  storage_class: string;
}

/** 409 CLASS_REFUSED for goods that are not to be kept there, or undefined. */
export function classRefusal(
  { id, code, type, storage_class: kept }: ClassedPlace,
  goods: readonly { storage_class: string }[],
): Refusal | undefined {
  if (!isKeptAt(type)) return undefined;
  const other = goods.find(({ storage_class: wanted }) => wanted !== kept);
  if (!other) return undefined;
  return new Refusal(
    'CLASS_REFUSED',
    `${code} keeps goods of ${inWords(kept)}; these are of ${inWords(other.storage_class)}.`,
    { location_id: id, location: code, storage_class: kept, goods_class: other.storage_class },
  );
}

const inWords = (name: string): string => (name === '' ? 'no storage class' : `storage class ${name}`);
