/**
 * Finds a place for goods, one after another, each against what those before it took. What is read of places is certain
 * only when `enter` locks their space; without it the answer is a suggestion. What was full when it was looked for is
 * passed over without its lock; what has no limit keeps no promise that needs one, unless a rule asks for empty places.
 */
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import {
  apartAmong,
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
import { rememberTakes } from '../../domain/moves/remembered-takes.ts';
import { partOf, type Place } from '../../domain/inventory/room.ts';
import type { TenantTransaction } from '../database.ts';
import { together } from '../sql-errors.ts';
import {
  askNotWalked,
  itemPlaces,
  readPutawayRules,
  walkKey,
  walkPlaces,
  type SeenPlace,
} from './putaway/putaway-places.read.ts';
import { readRoom, type UnderWay } from './room.read.ts';

/** A place that a step means; without what is known of it when it was full and there are enough to name already. */
interface Meant {
  id: string;
  place?: Place | undefined;
}

export interface Floor {
  rules: readonly PutawayRule[];
  /** The places of a step that are meant for the goods, in order; read, and entered, as they are asked for. */
  placesOf(step: PutawayStep, goods: PutawayGoods): AsyncGenerator<Meant>;
  /** One place by its id. */
  placeAt(id: string): Promise<Place | undefined>;
  /** The place as it is under its lock, if its room needs one. */
  sure(place: Place): Promise<Place>;
  /** How much of goods a place takes; remembered while nothing more comes to it. */
  takes: typeof takes;
  /** Places that a rule's steps would walk, were the goods of their class, or lower. */
  notWalked(rule: PutawayRule, goods: PutawayGoods): Promise<Rejected>;
  /** Places that were found full and did not say so. */
  foundFull(): readonly string[];
}

export interface FloorOptions {
  /** Locks the space of locations, as `enterSpace` does. Left out, nothing is locked. */
  enter?: (ids: readonly string[]) => Promise<boolean>;
  underWay?: UnderWay;
  /** Places that are looked at besides. */
  also?: readonly string[];
}

// So many places are entered as they are; of a longer page only those with room, which are then read again.
const enteredAtOnce = 64;
const pageMax = 500;
// The answer names so many of the places that were passed over, the best first.
const rejectedMax = 20;

const unseen = (id: string): SeenPlace => ({
  id,
  is_limited: true,
  is_full: false,
  is_known_full: false,
  is_occupied: true,
});

/** Opens the floor of a warehouse for these goods: what they ask for first is read and entered together, in id order. */
export async function openFloor(
  tx: TenantTransaction,
  warehouseId: string,
  wanted: readonly PutawayGoods[],
  { enter, underWay = {}, also = [] }: FloorOptions = {},
): Promise<Floor> {
  const arePlates = wanted.every(({ lpn_id: plate }) => plate !== null);
  const walks = new Map<string, { seen: SeenPlace[]; isOver: boolean }>();
  const items = wanted.flatMap(({ goods }) => goods);
  const [rules, ofItems] = await Promise.all([
    readPutawayRules(tx, warehouseId),
    itemPlaces(tx, warehouseId, items, { arePlates, mostFull: rejectedMax }),
  ]);
  const stepsOf = (goods: PutawayGoods): readonly PutawayStep[] => ruleFor(rules, goods).steps;
  const places = knownPlaces(tx, { rules, wanted, underWay, enter });

  async function nextPage(step: PutawayStep, goods: PutawayGoods): Promise<SeenPlace[]> {
    const key = walkKey(step, goods);
    const walk = walks.get(key) ?? { seen: [], isOver: false };
    walks.set(key, walk);
    if (walk.isOver) return [];
    const { length: before } = walk.seen;
    const most = Math.min(pageMax, before === 0 ? wanted.length + 4 : before * 4);
    // One that is full is not empty either.
    const mostFull = before === 0 && step.place !== 'empty' ? rejectedMax : null;
    const page = await walkPlaces(tx, step, goods, { seen: walk.seen, most, mostFull, arePlates });
    walk.isOver = page.filter((one) => !one.is_known_full).length < most;
    walk.seen.push(...page);
    return page;
  }

  const lyingWith = ({ place }: PutawayStep, { goods }: PutawayGoods): SeenPlace[] =>
    ofItems.filter(({ item_id: item, lots }) =>
      goods.some((one) => one.item_id === item && (place !== 'same_lot' || lots.includes(one.lot_no))),
    );
  const first: SeenPlace[] = also.map(unseen);
  for (const goods of wanted)
    for (const step of stepsOf(goods)) {
      if (step.location_id) first.push(unseen(step.location_id));
      else if (!walksFloor(step)) {
        const lie = lyingWith(step, goods);
        first.push(...lie);
        // Further steps are looked at when this one should not do after all.
        if (lie.some((one) => !one.is_limited)) break;
      } else if (!walks.has(walkKey(step, goods))) first.push(...toLookAt(step, await nextPage(step, goods)));
    }
  await places.load(first);

  async function* placesOf(step: PutawayStep, goods: PutawayGoods): AsyncGenerator<Meant> {
    const meant = (seen: readonly SeenPlace[]): Meant[] =>
      toLookAt(step, seen)
        .map(({ id, is_occupied: wasOccupied }) => ({ id, wasOccupied, place: places.at(id) }))
        .filter(({ id, place, wasOccupied }) =>
          place ? isMeant(step, place, goods, { wasOccupied }) : id !== goods.from_location_id,
        );
    if (!walksFloor(step)) {
      const seen = step.location_id ? [unseen(step.location_id)] : onceEach(lyingWith(step, goods));
      // Those of a further step were not looked at with the first.
      await places.load(seen);
      yield* meant(seen);
      return;
    }
    let page = walks.get(walkKey(step, goods))?.seen.slice() ?? (await nextPage(step, goods));
    for (; page.length > 0; page = await nextPage(step, goods)) {
      await places.load(toLookAt(step, page));
      yield* meant(page);
    }
  }

  const placeAt = (id: string): Promise<Place | undefined> =>
    places.load([unseen(id)]).then(() => places.at(id));
  const { sure, foundFull } = places;
  const notWalked = askNotWalked(tx, rejectedMax);
  return { rules, placesOf, placeAt, notWalked, sure, foundFull, takes: rememberTakes() };
}

const onceEach = (seen: readonly SeenPlace[]): SeenPlace[] => [
  ...new Map(seen.map((one) => [one.id, one])).values(),
];

const toLookAt = ({ place }: PutawayStep, seen: readonly SeenPlace[]): readonly SeenPlace[] =>
  place === 'empty' ? seen.filter((one) => !one.is_occupied) : seen;

interface KnownPlaces {
  load(seen: readonly SeenPlace[]): Promise<void>;
  at(id: string): Place | undefined;
  sure(place: Place): Promise<Place>;
  foundFull(): readonly string[];
}

/** What is known of the places looked at so far, each read once, those with limits under their lock. */
function knownPlaces(
  tx: TenantTransaction,
  {
    rules,
    wanted,
    underWay,
    enter,
  }: Required<Pick<FloorOptions, 'underWay'>> &
    Pick<FloorOptions, 'enter'> & { rules: readonly PutawayRule[]; wanted: readonly PutawayGoods[] },
): KnownPlaces {
  const room = new Map<string, Place>();
  const entered = new Set<string>();
  const passed = new Set<string>();
  const foundFull = new Set<string>();
  const asksEmpty = wanted.some((goods) =>
    ruleFor(rules, goods).steps.some(({ place }) => place === 'empty'),
  );
  // What is kept apart from others has to know of them.
  const areApart = wanted.some(({ goods }) => apartAmong(goods).length > 0);
  const needsLock = ({ is_limited: isLimited }: Pick<SeenPlace, 'is_limited'>): boolean =>
    asksEmpty || areApart || isLimited;
  const read = async (seen: readonly Pick<SeenPlace, 'id' | 'is_limited'>[]): Promise<void> => {
    const ids = seen.map(({ id }) => id);
    const listed = seen.filter(needsLock).map(({ id }) => id);
    for (const [id, place] of await readRoom(tx, ids, { ...underWay, listed, hazards: areApart }))
      room.set(id, place);
  };
  /** Locks those that need it and reads all of them, on one way to the database and back. */
  const enterAndRead = async (open: readonly SeenPlace[], full: readonly SeenPlace[]): Promise<void> => {
    const ids = open.filter(needsLock).map(({ id }) => id);
    const seen = [...open, ...full];
    const [wereMade] = await together([enter?.(ids), read(seen)]);
    if (wereMade) await read(seen);
    for (const id of ids) entered.add(id);
  };

  return {
    at: (id) => room.get(id),
    foundFull: () => [...foundFull],
    async load(seen) {
      const ids = new Set<string>();
      const isNew = ({ id }: SeenPlace): boolean =>
        !room.has(id) && !passed.has(id) && ids.size < ids.add(id).size;
      const news = seen.filter(isNew);
      const full = news.filter((one) => one.is_full);
      for (const { id } of full.slice(rejectedMax)) passed.add(id);
      for (const one of full) if (!one.is_known_full) foundFull.add(one.id);
      let open = news.filter((one) => !one.is_full);
      if (enter && open.length > enteredAtOnce) {
        await read(open);
        open = open.filter(({ id }) => {
          const place = room.get(id);
          return place && wanted.some((one) => typeof takes(ruleFor(rules, one), place, one) !== 'string');
        });
      }
      await enterAndRead(open, full.slice(0, rejectedMax));
    },
    async sure(place) {
      if (!enter || !needsLock(place) || entered.has(place.id)) return place;
      await enterAndRead([unseen(place.id)], []);
      return room.get(place.id)!;
    },
  };
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

/** Puts goods where their rule says, and takes the room. With `most` it only names so many places that take all of it. */
export async function putAway(floor: Floor, goods: PutawayGoods, most?: number): Promise<Putting> {
  const rule = ruleFor(floor.rules, goods);
  const placed: Placed[] = [];
  const rejected: Rejected = [];
  // A place found here once is not asked again by a later step.
  const asked = new Set<string>();
  let left = sum(goods.goods.map(({ qty }) => qty));
  for (const step of rule.steps) {
    let rank = 0;
    for await (const { id, place: seen } of floor.placesOf(step, goods)) {
      if (asked.size === asked.add(id).size) continue;
      rank += 1;
      if (!seen) continue;
      const rest = restOf(goods, left);
      const split = most === undefined ? rule : { ...rule, split: 'never' as const };
      const looks = floor.takes(split, seen, rest);
      const place = typeof looks === 'string' ? seen : await floor.sure(seen);
      const taken = place === seen ? looks : floor.takes(split, place, rest);
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
  // Places of other classes, or too low, are not walked, so they are only named where nothing else says why.
  const isUntold = rejected.length === 0 && placed.length === 0 && most === undefined;
  return { placed, left, rejected: isUntold ? await floor.notWalked(rule, goods) : rejected };
}

const passed = ({ id, code }: Place, reason: PassedOver) => ({ location_id: id, location: code, reason });

function restOf(goods: PutawayGoods, qty: Decimal): PutawayGoods {
  const [only] = goods.goods;
  if (goods.lpn_id !== null || only!.qty.eq(qty)) return goods;
  return { ...goods, goods: [partOf(only!, decimal(qty.toFixed()))] };
}
