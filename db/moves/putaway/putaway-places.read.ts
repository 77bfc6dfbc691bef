/** The places that the steps of putaway rules mean, in the order they are tried. */
import type { PutawayGoods, PutawayRule, PutawayStep, PutawayWhy } from '../../../domain/moves/putaway.ts';
import { keepingTypes } from '../../../domain/inventory/location-types.ts';
import { liveMoveStates } from '../../../domain/moves/planned-move-states.ts';
import type { KeptAs } from '../../../domain/inventory/storage-class.ts';
import { heightOf, typesOf, walksFloor } from '../../../domain/moves/putaway.ts';
import { row, rows, type TenantTransaction } from '../../database.ts';
import { every, joined, some, sql, type SqlText } from '../../sql-text.ts';
import { isOneOf } from '../../state-columns.ts';

/** The active rules of a warehouse, the first to be tried first. */
export function readPutawayRules(tx: TenantTransaction, warehouseId: string): Promise<PutawayRule[]> {
  return rows<PutawayRule>(
    tx,
    sql`select id, name, applies_to, steps, split from putaway_rules
         where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId} and is_active
         order by priority, name`,
  );
}

export async function warehouseOfRule(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const found = await row<{ warehouse_id: string }>(
    tx,
    sql`select warehouse_id from putaway_rules where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found?.warehouse_id;
}

/** The order of places: those meant for what is picked as often, then the nearest if asked, then the walk. */
function orderOf(step: PutawayStep, goods: PutawayGoods): SqlText {
  const { velocity } = goods;
  const walk = sql`l.zone, l.pick_sequence, l.code`;
  const distance = distanceOf(step, goods);
  return joined(
    [
      ...(velocity === null ? [] : [sql`(l.velocity is not null and l.velocity <> ${velocity})`]),
      ...(distance ? [sql`${distance} nulls last`] : []),
      walk,
    ],
    ', ',
  );
}

/** How far a place `l` is from where the goods wait, or from the nearest place they are picked from. */
function distanceOf({ order }: PutawayStep, { x_m: x, y_m: y, item_id: item }: PutawayGoods): SqlText | null {
  if (order === 'nearest_dock' && x !== null && y !== null)
    return sql`abs(l.x_m - ${x}::numeric) + abs(l.y_m - ${y}::numeric)`;
  if (order !== 'nearest_face' || item === null) return null;
  return sql`(select min(abs(l.x_m - at.x_m) + abs(l.y_m - at.y_m))
    from pick_faces f
    join locations at on at.organization_id = f.organization_id and at.id = f.location_id
   where f.organization_id = l.organization_id and f.item_id = ${item}::uuid and f.warehouse_id = l.warehouse_id
     and f.is_active)`;
}

interface Page {
  /** Places seen before, which are left out. */
  seen: readonly SeenPlace[];
  most: number;
  /** So many of those known to be full are told besides; null for none. */
  mostFull: number | null;
  /** Whether plates alone are to be put away. */
  arePlates: boolean;
}

/** A place as it was seen without its lock. What was full then takes nothing until somebody makes room. */
export interface SeenPlace {
  id: string;
  is_limited: boolean;
  /** It takes nothing any more; when plates alone are to be put away, no license plate. */
  is_full: boolean;
  /** The place itself says so. */
  is_known_full: boolean;
  /** Something lies there or is on its way; told where a step asks for it. */
  is_occupied: boolean;
}

const balancesAt = sql`inventory_balances b where b.organization_id = l.organization_id and b.location_id = l.id and b.qty > 0`;
const arrivingAt = sql`planned_moves m
  where m.organization_id = l.organization_id and m.to_location_id = l.id and ${isOneOf('m.status', liveMoveStates)}`;
const isOccupied = sql`(exists (select 1 from ${balancesAt}) or exists (select 1 from ${arrivingAt}))`;

const knownFull = (arePlates: boolean): SqlText =>
  arePlates ? sql`l.has_no_room_for_lpns` : sql`l.has_no_room`;

/** What is read of a place `l` without its lock. Weights and volumes are left to `readRoom`: few places are quite full of them. */
const seenColumns = (
  arePlates: boolean,
): SqlText => sql`l.id, l.is_limited, ${knownFull(arePlates)} as is_known_full,
  (${knownFull(arePlates)} or l.is_limited
     and is_full(l.organization_id, l.id, l.capacity, l.max_lpns, ${arePlates}::boolean)) as is_full`;

const asksOccupied = ({ place }: PutawayStep): boolean => place === 'empty' || place === 'consolidate';

/** Said of one that has any, the small index of those serves. */
const isKeptAs = ({ temperature_class: wanted }: KeptAs): SqlText =>
  wanted === ''
    ? sql`l.temperature_class = ''`
    : sql`l.temperature_class <> '' and l.temperature_class = ${wanted}`;

/**
 * The next of all places that a step walks: active, of its types and zones, of the goods' classes, and high enough for a
 * plate. Those known to be full are passed over in the index. None keeps goods of several temperatures.
 */
export function walkPlaces(
  tx: TenantTransaction,
  step: PutawayStep,
  goods: PutawayGoods,
  { seen, most, mostFull, arePlates }: Page,
): Promise<SeenPlace[]> {
  if (goods.temperature_classes.length > 1) return Promise.resolve([]);
  const parts = [
    sql`l.organization_id = ${tx.organizationId} and l.warehouse_id = ${goods.warehouse_id} and l.is_active`,
    sql`l.storage_class = ${goods.storage_class} and ${isKeptAs(goods)} and l.type = any (${[...typesOf(step)]}::text[])`,
  ];
  if (step.zones) parts.push(sql`l.zone = any (${[...step.zones]}::text[])`);
  const height = heightOf(goods);
  if (height !== null)
    parts.push(sql`(l.max_lpn_height_cm is null or l.max_lpn_height_cm >= ${height}::numeric)`);
  const order = orderOf(step, goods);
  // With its conjunct the partial index of those without room serves loose goods as well.
  const full = sql`l.has_no_room_for_lpns and ${knownFull(arePlates)}`;
  const pages = [
    sql`(select l.* from locations l where ${every([...parts, sql`not ${knownFull(arePlates)}`, sql`l.id <> all (${seen.map(({ id }) => id)}::uuid[])`])}
          order by ${order} limit ${most})`,
    ...(mostFull === null
      ? []
      : [
          sql`(select l.* from locations l where ${every([...parts, full])} order by ${order} limit ${mostFull})`,
        ]),
  ];
  return rows<SeenPlace>(
    tx,
    sql`select ${seenColumns(arePlates)}, ${asksOccupied(step) ? isOccupied : sql`false`} as is_occupied
          from (${joined(pages, ' union all ')}) l
         order by ${order}`,
  );
}

/**
 * Active places that the steps would walk, were the goods as they keep them: first those of their storage class, of another
 * temperature or too low, then those of others, each in the order of the index of walks.
 */
async function placesNotWalked(
  tx: TenantTransaction,
  steps: readonly PutawayStep[],
  goods: PutawayGoods,
  most: number,
): Promise<PutawayWhy['rejected']> {
  const { warehouse_id, from_location_id, storage_class, temperature_classes } = goods;
  const walked = steps.filter(walksFloor).map((step) => {
    const zones = step.zones ? [sql`l.zone = any (${[...step.zones]}::text[])`] : [];
    return every([sql`l.type = any (${[...typesOf(step)]}::text[])`, ...zones]);
  });
  const isOtherTemperature = sql`l.temperature_class <> any (${[...temperature_classes]}::text[])`;
  const find = (reason: SqlText, isSo: SqlText): Promise<PutawayWhy['rejected']> =>
    rows(
      tx,
      sql`select l.id as location_id, l.code as location, ${reason} as reason from locations l
           where l.organization_id = ${tx.organizationId} and l.warehouse_id = ${warehouse_id} and l.is_active
             and ${isSo} and l.id <> ${from_location_id} and ${some(walked)}
           order by l.storage_class, l.zone, l.pick_sequence, l.code limit ${most}`,
    );
  const [own, others] = await Promise.all([
    find(
      sql`case when ${isOtherTemperature} then 'temperature' else 'too_high' end`,
      sql`l.storage_class = ${storage_class}
          and (${isOtherTemperature} or l.max_lpn_height_cm < ${heightOf(goods)}::numeric)`,
    ),
    find(sql`'class'`, sql`l.storage_class <> ${storage_class}`),
  ]);
  return [...own, ...others].slice(0, most);
}

type AskNotWalked = (rule: PutawayRule, goods: PutawayGoods) => Promise<PutawayWhy['rejected']>;

/** Finds at most so many places that walks leave out by what they keep; each question is asked once. */
export function askNotWalked(tx: TenantTransaction, most: number): AskNotWalked {
  const answers = new Map<string, ReturnType<AskNotWalked>>();
  return ({ id, steps }, goods) => {
    const { from_location_id, storage_class, temperature_classes } = goods;
    const key = JSON.stringify([id, from_location_id, storage_class, temperature_classes, heightOf(goods)]);
    const known = answers.get(key) ?? placesNotWalked(tx, steps, goods, most);
    answers.set(key, known);
    return known;
  };
}

/** Identical walks share their pages. */
export function walkKey(step: PutawayStep, goods: PutawayGoods): string {
  const { zones, types, order } = step;
  const { storage_class, temperature_classes, velocity, x_m, y_m, item_id } = goods;
  const place = asksOccupied(step) ? step.place : null;
  return JSON.stringify([
    place,
    zones,
    types,
    storage_class,
    temperature_classes,
    heightOf(goods),
    velocity,
    ...(order ? [order, x_m, y_m, item_id] : []),
  ]);
}

// An item that lies at more places with room than this is put with the first of them, or goes on to the next step.
const placesOfItemMax = 50;
// Of an item that lies at more places than this, those are looked at.
const placesLookedAtMax = 500;

export interface ItemPlace extends SeenPlace {
  item_id: string;
  /** Those of the lots asked for that lie there, or are on their way. */
  lots: string[];
}

/** Where each item lies in storage, or is on its way to, in the order of the walk; of those known to be full the first. */
export function itemPlaces(
  tx: TenantTransaction,
  warehouseId: string,
  wanted: readonly { item_id: string; lot_no: string }[],
  { arePlates, mostFull }: { arePlates: boolean; mostFull: number },
): Promise<ItemPlace[]> {
  const lots: Record<string, string[]> = {};
  for (const { item_id: id, lot_no: lot } of wanted) lots[id] = [...new Set([...(lots[id] ?? []), lot])];
  return rows<ItemPlace>(
    tx,
    sql`select k.item_id, k.lots, ${seenColumns(arePlates)}, true as is_occupied
          from item_places(${tx.organizationId}::uuid, ${warehouseId}::uuid, ${[...keepingTypes]}::text[],
                           ${JSON.stringify(lots)}::jsonb, ${arePlates}::boolean, ${placesLookedAtMax}::integer,
                           ${placesOfItemMax}::integer, ${mostFull}::integer) k
          join locations l on l.organization_id = ${tx.organizationId} and l.id = k.location_id
         order by k.item_id, l.zone, l.pick_sequence, l.code`,
  );
}
