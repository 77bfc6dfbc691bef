/**
 * `takes`, worked out once for goods that are alike: a full place is asked by each plate of a group, and again by each
 * further step, and says the same as long as nothing more is on its way to it.
 */
import type { Decimal } from '../decimal.ts';
import type { Place } from '../inventory/room.ts';
import { apartAmong, heightOf, takes, type PassedOver, type PutawayGoods } from './putaway.ts';

export function rememberTakes(): typeof takes {
  const keys = new WeakMap<PutawayGoods, string>();
  const known = new WeakMap<Place, Map<string, Decimal | PassedOver>>();
  const keyOf = (goods: PutawayGoods): string => {
    const key = keys.get(goods) ?? likenessOf(goods);
    keys.set(goods, key);
    return key;
  };
  return (rule, place, goods) => {
    const answers = known.get(place) ?? new Map<string, Decimal | PassedOver>();
    known.set(place, answers);
    const key = `${place.coming.length}/${rule.split}/${keyOf(goods)}`;
    const answer = answers.get(key) ?? takes(rule, place, goods);
    answers.set(key, answer);
    return answer;
  };
}

/** What an item weighs and measures goes with its units, and how high a plate stands with the plate. */
const likenessOf = ({ goods, storage_class, temperature_class, lpn_id: plate }: PutawayGoods): string =>
  JSON.stringify([
    storage_class,
    temperature_class,
    plate !== null,
    heightOf({ goods }),
    apartAmong(goods),
    ...goods.flatMap(({ item_id, lot_no, qty }) => [item_id, lot_no, qty.toFixed()]),
  ]);
