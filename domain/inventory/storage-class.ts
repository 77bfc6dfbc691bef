/**
 * Goods are kept at places of their own storage class and temperature class. Where they only arrive, wait or pass, those of
 * any class may be. Pure.
 */
import { Refusal } from '../refusal.ts';
import { isKeptAt } from './location-types.ts';

/** What a place keeps, or how goods are to be kept; each is empty for none. */
export interface KeptAs {
  storage_class: string;
  temperature_class: string;
}

interface ClassedPlace extends KeptAs {
  id: string;
  code: string;
  type: string;
}

/** What of a place is not as the goods need it; null when they may be kept there. */
export function otherThan(place: KeptAs, goods: KeptAs): 'class' | 'temperature' | null {
  if (place.storage_class !== goods.storage_class) return 'class';
  return place.temperature_class === goods.temperature_class ? null : 'temperature';
}

/** 409 CLASS_REFUSED for goods that are not to be kept there, or undefined. */
export function classRefusal(place: ClassedPlace, goods: readonly KeptAs[]): Refusal | undefined {
  if (!isKeptAt(place.type)) return undefined;
  const other = goods.find((one) => otherThan(place, one) !== null);
  if (!other) return undefined;
  const differs = names[otherThan(place, other)!];
  const [kept, wanted] = [place[differs], other[differs]];
  return new Refusal(
    'CLASS_REFUSED',
    `${place.code} keeps goods of ${inWords(differs, kept)}; these are of ${inWords(differs, wanted)}.`,
    { location_id: place.id, location: place.code, [differs]: kept, goods_class: wanted },
  );
}

const names = { class: 'storage_class', temperature: 'temperature_class' } as const;

function inWords(differs: keyof KeptAs, name: string): string {
  const words = differs.replace('_', ' ');
  return name === '' ? `no ${words}` : `${words} ${name}`;
}
