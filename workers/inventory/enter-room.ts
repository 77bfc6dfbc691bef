/**
 * Whether goods go over the limits of the locations they are moved to, or planned to be, with what planned moves bring
 * there, or are of another storage or temperature class. Under `capacity_policy: refuse` that is refused, under `warn` a move is done and
 * its answer says so. Dangerous goods that are kept apart are refused under both.
 */
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { carriedGoods } from '../../db/moves/planned-goods.read.ts';
import { readRoom } from '../../db/moves/room.read.ts';
import type { LocationRef, StockItem } from '../../db/inventory/stock-references.read.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { isKeptAt } from '../../domain/inventory/location-types.ts';
import { roomRefusal, type Brought, type Lying, type Place } from '../../domain/inventory/room.ts';
import { classRefusal } from '../../domain/inventory/storage-class.ts';
import { orThrow, Refusal, warningOf } from '../../domain/refusal.ts';
import type { ResultOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Work } from '../engine/handler.ts';
import { keepApart, type BroughtApart } from './keep-apart.ts';

export type Warned = Pick<ResultOf<typeof inventoryCommands.moveStock>, 'warnings'>;

export interface Room {
  /** The refusal, or what the answer warns of. The next in a group is judged by what this one leaves. */
  refuses(goods: readonly Brought[], to: string, from?: string): Promise<Refusal | Warned>;
  /** The same for a license plate that was just moved. Throws. */
  refusesPlate(lpn: string, to: string): Promise<Warned>;
  /** The same for a license plate under goods that lie there already: it takes a plate's place, and nothing else. Throws. */
  refusesOneMore(plateId: string, to: string): Promise<Warned>;
}

/** Enters the space of those of the locations that have limits; classes and heights need no lock. `moveId`: the planned move that is carried out. `apartAt`: where dangerous goods are brought that are kept apart, by several. */
export async function enterRoom(
  { tx, actor }: Pick<Work, 'tx' | 'actor'>,
  targets: readonly LocationRef[],
  moveId?: string,
  apartAt: readonly string[] = [],
): Promise<Room> {
  const named = new Map(targets.map((target) => [target.id, target]));
  const ids = targets.filter((one) => one.is_limited).map(({ id }) => id);
  const entered = [...ids, ...apartAt];
  if (entered.length > 0) await enterSpace(tx, entered);
  const moveIds = moveId === undefined ? [] : [moveId];
  const places = await readRoom(tx, ids, { moveIds });
  const answer = async (found: readonly (Refusal | undefined)[]): Promise<Refusal | Warned> => {
    const refusals = found.filter((one) => one !== undefined);
    if (refusals.length === 0) return {};
    const { capacity_policy: policy } = await readOrganization(tx);
    return policy === 'refuse' ? refusals[0]! : { warnings: refusals.map(warningOf) };
  };
  const brought: BroughtApart[] = [];
  const keepThemApart = async (goods: readonly Brought[], to: string): Promise<void> => {
    if (!isKeptAt(named.get(to)!.type)) return;
    const now = goods.flatMap(({ apart }) => (apart ? [{ location_id: to, apart }] : []));
    if (now.length === 0) return;
    brought.push(...now);
    await keepApart(
      tx,
      brought.filter((one) => one.location_id === to),
      moveIds,
    );
  };
  const judge = (
    to: string,
    place: Place | undefined,
    goods: readonly Brought[],
  ): Promise<Refusal | Warned> =>
    answer([
      classRefusal(named.get(to)!, goods),
      // A merchant is told that there is no room, not whose goods take it.
      place && roomRefusal(place, goods, { isToldHeld: !actor.merchant_id }),
    ]);
  return {
    async refuses(goods, to, from) {
      const place = places.get(to);
      const judged = await judge(to, place, goods);
      if (judged instanceof Refusal) return judged;
      await keepThemApart(goods, to);
      place?.here.push(...goods);
      if (from !== undefined) places.get(from)?.here.push(...goods.map(gone));
      return judged;
    },
    async refusesPlate(lpn, to) {
      const { is_limited: isLimited, has_height: hasHeight, type } = named.get(to)!;
      if (!isLimited && !hasHeight && !isKeptAt(type)) return {};
      const { plateIds, lying } = await carriedGoods(tx, lpn);
      const listed = isLimited ? [to] : [];
      const before =
        isLimited || hasHeight ? await readRoom(tx, [to], { moveIds, plateIds, listed }) : places;
      const judged = orThrow(await judge(to, before.get(to), lying));
      await keepThemApart(lying, to);
      return judged;
    },
    async refusesOneMore(plateId, to) {
      if (!named.get(to)!.is_limited) return {};
      const place = (await readRoom(tx, [to], { moveIds, plateIds: [plateId] })).get(to)!;
      const refusal = roomRefusal({ ...place, mixing: 'any' }, [bare(plateId)], { isToldHeld: true });
      return orThrow(await answer([refusal]));
    },
  };
}

/** Loose units of an item. */
export function looseLying(
  { id: item_id, weight_kg, volume_cbm, storage_class, temperature_class, apart }: StockItem,
  lot_no: string,
  qty: Decimal,
): Brought {
  const all = (each: string | null): Decimal => qty.times(decimal(each ?? '0'));
  const size = { weight_kg: all(weight_kg), volume_cbm: all(volume_cbm) };
  return { item_id, lot_no, qty, ...size, lpn_id: null, storage_class, temperature_class, apart };
}

const bare = (plateId: string): Lying => ({
  item_id: '',
  lot_no: '',
  qty: zero,
  weight_kg: zero,
  volume_cbm: zero,
  lpn_id: plateId,
});

/** What leaves a place makes room for those behind it in the group. */
const gone = (goods: Lying): Lying => ({
  ...goods,
  qty: goods.qty.neg(),
  weight_kg: goods.weight_kg.neg(),
  volume_cbm: goods.volume_cbm.neg(),
});
