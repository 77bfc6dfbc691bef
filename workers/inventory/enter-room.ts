/**
 * Whether moves go over the limits of the locations they go to, with what planned moves bring there. Under
 * `capacity_policy: refuse` such a move is refused, under `warn` it is done and its answer says so.
 */
import { enterSpace } from '../../db/moves/location-space.write.ts';
import { carriedGoods } from '../../db/moves/planned-goods.read.ts';
import { readRoom } from '../../db/moves/room.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import type { LocationRef, StockItem } from '../../db/inventory/stock-references.read.ts';
import { readOrganization } from '../../db/tenancy/organizations.read.ts';
import { decimal, type Decimal } from '../../domain/decimal.ts';
import { roomRefusal, type Lying, type Place } from '../../domain/moves/room.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ResultOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';

type Warned = Pick<ResultOf<typeof inventoryCommands.moveStock>, 'warnings'>;

interface LooseMove {
  item: StockItem;
  lotNo: string;
  qty: Decimal;
  from: string;
  to: string;
}

export interface Room {
  /** The refusal, or what the answer warns of. The next in the group is judged by what this one leaves. */
  refusesLoose(move: LooseMove): Refusal | Warned;
  /** The same for a license plate that was just moved. Throws. */
  refusesPlate(to: string, lpn: string): Promise<Warned>;
}

const unlimited: Room = { refusesLoose: () => ({}), refusesPlate: () => Promise.resolve({}) };

/** Enters the space of those of the locations that have limits. `moveId`: the planned move that is carried out. */
export async function enterRoom(
  tx: TenantTransaction,
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
  const judged = (refusal: Refusal | undefined): Refusal | Warned => {
    if (!refusal || policy === 'refuse') return refusal ?? {};
    const { code, message, details } = refusal;
    return { warnings: [{ code, message, details: details as Record<string, unknown> }] };
  };
  return {
    refusesLoose({ from, to, ...goods }) {
      const place = places.get(to);
      const lying = looseLying(goods);
      const answer = place ? judged(roomRefusal(place, [lying])) : {};
      if (answer instanceof Refusal) return answer;
      place?.here.push(lying);
      const left = places.get(from);
      if (left) takeAway(left, lying);
      return answer;
    },
    async refusesPlate(to, lpn) {
      if (!places.has(to)) return {};
      const { plateIds, lying } = await carriedGoods(tx, lpn);
      const place = (await readRoom(tx, [to], { moveIds, plateIds })).get(to)!;
      const answer = judged(roomRefusal(place, lying));
      if (answer instanceof Refusal) throw answer;
      return answer;
    },
  };
}

function looseLying({ item, lotNo, qty }: Omit<LooseMove, 'from' | 'to'>): Lying {
  const { id: item_id, weight_kg, volume_cbm } = item;
  return {
    item_id,
    lot_no: lotNo,
    qty,
    weight_kg: qty.times(decimal(weight_kg ?? '0')),
    volume_cbm: qty.times(decimal(volume_cbm ?? '0')),
    lpn_id: null,
  };
}

/** What goes away leaves room for those behind it in the group. */
function takeAway(place: Place, gone: Lying): void {
  const { qty, weight_kg, volume_cbm } = gone;
  place.here.push({ ...gone, qty: qty.neg(), weight_kg: weight_kg.neg(), volume_cbm: volume_cbm.neg() });
}
