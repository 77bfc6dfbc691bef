/**
 * Finds a place for goods, one after another, each against what those before it took. What is read of places is certain
 * only when `enter` locks their space; without it the answer is a suggestion.
 */
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import {
  isMeant,
  ruleFor,
  takes,
  walksFloor,
  type PassedOver,
  type PutawayGoods,
  type PutawayRule,
  type PutawayStep,
  type PutawayWhy,
} from '../../domain/moves/putaway.ts';
import { partOf, type Place } from '../../domain/inventory/room.ts';
import type { TenantTransaction } from '../database.ts';
import { itemPlaces, readPutawayRules, walkKey, walkPlaces } from './putaway-places.read.ts';
import { readRoom, type UnderWay } from './room.read.ts';

export interface Floor {
  rules: readonly PutawayRule[];
  /** The places of a step that are meant for the goods, in order; read, and entered, as they are asked for. */
  placesOf(step: PutawayStep, goods: PutawayGoods): AsyncGenerator<Place>;
  /** One place by its id. */
  placeAt(id: string): Promise<Place | undefined>;
}

export interface FloorOptions {
  /** Locks the space of locations. Left out, nothing is locked. */
  enter?: (ids: readonly string[]) => Promise<void>;
  underWay?: UnderWay;
  /** Places that are looked at besides. */
  also?: readonly string[];
}

// So many places are entered as they are; of a longer page only those with room, which are then read again.
const enteredAtOnce = 64;
const pageMax = 500;

/** Opens the floor of a warehouse for these goods: what they ask for first is read and entered together, in id order. */
export async function openFloor(
  tx: TenantTransaction,
  warehouseId: string,
  wanted: readonly PutawayGoods[],
  { enter, underWay = {}, also = [] }: FloorOptions = {},
): Promise<Floor> {
  const room = new Map<string, Place>();
  const walks = new Map<string, { ids: string[]; isOver: boolean }>();
  const itemIds = new Set(wanted.flatMap(({ goods }) => goods.map(({ item_id: id }) => id)));
  const [rules, ofItems] = await Promise.all([
    readPutawayRules(tx, warehouseId),
    itemPlaces(tx, warehouseId, [...itemIds]),
  ]);
  const stepsOf = (goods: PutawayGoods): readonly PutawayStep[] => ruleFor(rules, goods).steps;

  async function load(ids: readonly string[]): Promise<void> {
    let news = [...new Set(ids)].filter((id) => !room.has(id));
    if (enter && news.length > enteredAtOnce) {
      const seen = await readRoom(tx, news, underWay);
      for (const [id, place] of seen) room.set(id, place);
      news = news.filter((id) =>
        wanted.some((one) => typeof takes(ruleFor(rules, one), seen.get(id)!, one) !== 'string'),
      );
    }
    if (news.length === 0) return;
    await enter?.(news);
    for (const [id, place] of await readRoom(tx, news, underWay)) room.set(id, place);
  }

  async function nextPage(step: PutawayStep, goods: PutawayGoods): Promise<string[]> {
    const key = walkKey(step, goods);
    const walk = walks.get(key) ?? { ids: [], isOver: false };
    walks.set(key, walk);
    if (walk.isOver) return [];
    const most = Math.min(pageMax, walk.ids.length === 0 ? wanted.length + 4 : walk.ids.length * 4);
    const page = await walkPlaces(tx, step, goods, { skip: walk.ids.length, most });
    walk.isOver = page.length < most;
    walk.ids.push(...page);
    return page;
  }

  const isFirst = (step: PutawayStep, goods: PutawayGoods): boolean =>
    walksFloor(step) && !walks.has(walkKey(step, goods));
  const first: string[] = [...also];
  for (const goods of wanted)
    for (const step of stepsOf(goods)) {
      if (step.location_id) first.push(step.location_id);
      else if (isFirst(step, goods)) first.push(...(await nextPage(step, goods)));
    }
  await load([...first, ...[...ofItems.values()].flat()]);

  async function* placesOf(step: PutawayStep, goods: PutawayGoods): AsyncGenerator<Place> {
    const meant = (ids: readonly string[]): Place[] =>
      ids.flatMap((id) => room.get(id) ?? []).filter((place) => isMeant(step, place, goods));
    if (!walksFloor(step)) {
      const lie = goods.goods.flatMap(({ item_id: id }) => ofItems.get(id) ?? []);
      yield* meant(step.location_id ? [step.location_id] : [...new Set(lie)]);
      return;
    }
    let page = walks.get(walkKey(step, goods))?.ids.slice() ?? [];
    for (; page.length > 0; page = await nextPage(step, goods)) {
      await load(page);
      yield* meant(page);
    }
  }

  const placeAt = async (id: string): Promise<Place | undefined> => {
    await load([id]);
    return room.get(id);
  };
  return { rules, placesOf, placeAt };
}

export interface Placed {
  place: Place;
  /** How much of it. A plate goes whole. */
  qty: Decimal;
  why: PutawayWhy;
}

type Rejected = PutawayWhy['rejected'];

export interface Putting {
  placed: Placed[];
  /** What found no place. */
  left: Decimal;
  rejected: Rejected;
}

// The answer names so many of the places that were passed over, the best first.
const rejectedMax = 20;

/** Puts goods where their rule says, and takes the room. With `most` it only names so many places that take all of it. */
export async function putAway(floor: Floor, goods: PutawayGoods, most?: number): Promise<Putting> {
  const rule = ruleFor(floor.rules, goods);
  const placed: Placed[] = [];
  const rejected: Rejected = [];
  // A place found here once is not asked again by a later step.
  const asked = new Set<Place>();
  let left = sum(goods.goods.map(({ qty }) => qty));
  for (const step of rule.steps) {
    let rank = 0;
    for await (const place of floor.placesOf(step, goods)) {
      if (asked.size === asked.add(place).size) continue;
      rank += 1;
      const rest = restOf(goods, left);
      const taken =
        most === undefined ? takes(rule, place, rest) : takes({ ...rule, split: 'never' }, place, rest);
      if (typeof taken === 'string') {
        if (rejected.length < rejectedMax) rejected.push(passed(place, taken));
        continue;
      }
      const words = rule.id === null ? null : { id: rule.id, name: rule.name! };
      placed.push({
        place,
        qty: taken,
        why: { rule: words, step: step.place, rank, rejected: [...rejected] },
      });
      if (most !== undefined) {
        if (placed.length === most) return { placed, left, rejected };
        continue;
      }
      place.coming.push(...restOf(goods, taken).goods);
      left = left.minus(taken);
      if (left.lte(zero)) return { placed, left: zero, rejected };
    }
  }
  return { placed, left, rejected };
}

const passed = ({ id, code }: Place, reason: PassedOver) => ({ location_id: id, location: code, reason });

function restOf(goods: PutawayGoods, qty: Decimal): PutawayGoods {
  const [only] = goods.goods;
  if (goods.lpn_id !== null || only!.qty.eq(qty)) return goods;
  return { ...goods, goods: [partOf(only!, decimal(qty.toFixed()))] };
}
