/**
 * Whether goods go over the limits of the locations they are moved to, or planned to be, with what planned moves bring
 * there. Under `capacity_policy: refuse` that is refused, under `warn` a move is done and its answer says so.
 */
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { carriedGoods } from '../../db/moves/planned-goods.read.ts';
import { readRoom } from '../../db/moves/room.read.ts';
import type { LocationRef, StockItem } from '../../db/inventory/stock-references.read.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { roomRefusal, type Lying, type Place } from '../../domain/inventory/room.ts';
import { orThrow, Refusal, warningOf } from '../../domain/refusal.ts';
import type { ResultOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Work } from '../engine/handler.ts';

type Warned = Pick<ResultOf<typeof inventoryCommands.moveStock>, 'warnings'>;

export interface Room {
  /** The refusal, or what the answer warns of. The next in a group is judged by what this one leaves. */
  refuses(goods: readonly Lying[], to: string, from?: string): Refusal | Warned;
  /** The same for a license plate that was just moved. Throws. */
  refusesPlate(lpn: string, to: string): Promise<Warned>;
}

const unlimited: Room = { refuses: () => ({}), refusesPlate: () => Promise.resolve({}) };

/** Enters the space of those of the locations that have limits. `moveId`: the planned move that is carried out. */
export async function enterRoom(
  { tx, actor }: Pick<Work, 'tx' | 'actor'>,
  targets: readonly LocationRef[],
  moveId?: string,
): Promise<Room> {
  const ids = targets.filter((one) => one.is_limited).map(({ id }) => id);
  if (ids.length === 0) return unlimited;
  await enterSpace(tx, ids);
  const moveIds = moveId === undefined ? [] : [moveId];
  const [{ capacity_policy: policy }, places] = await Promise.all([
    readOrganization(tx),
    readRoom(tx, ids, { moveIds }),
  ]);
  // A merchant is told that there is no room, not whose goods take it.
  const judge = (place: Place, goods: readonly Lying[]): Refusal | Warned => {
    const refusal = roomRefusal(place, goods, { isToldHeld: !actor.merchant_id });
    if (!refusal || policy === 'refuse') return refusal ?? {};
    return { warnings: [warningOf(refusal)] };
  };
  return {
    refuses(goods, to, from) {
      const place = places.get(to);
      const answer = place ? judge(place, goods) : {};
      if (answer instanceof Refusal) return answer;
      place?.here.push(...goods);
      if (from !== undefined) places.get(from)?.here.push(...goods.map(gone));
      return answer;
    },
    async refusesPlate(lpn, to) {
      if (!places.has(to)) return {};
      const { plateIds, lying } = await carriedGoods(tx, lpn);
      const before = await readRoom(tx, [to], { moveIds, plateIds });
      return orThrow(judge(before.get(to)!, lying));
    },
  };
}

/** Loose units of an item. */
export function looseLying(
  { id: item_id, weight_kg, volume_cbm }: StockItem,
  lot_no: string,
  qty: Decimal,
): Lying {
  const all = (each: string | null): Decimal => qty.times(decimal(each ?? '0'));
  return { item_id, lot_no, qty, weight_kg: all(weight_kg), volume_cbm: all(volume_cbm), lpn_id: null };
}

/** What leaves a place makes room for those behind it in the group. */
const gone = (goods: Lying): Lying => ({
  ...goods,
  qty: goods.qty.neg(),
  weight_kg: goods.weight_kg.neg(),
  volume_cbm: goods.volume_cbm.neg(),
});
