/**
 * Plans the putaway of goods that a group of scans just brought to a dock, in the scans' own transaction. More of what an
 * open move of the receipt is to carry goes with that move; a plate that grew goes where it was to go, if it still fits.
 */
import { groupBy } from '../../../domain/group-by.ts';
import { liveMoveStates } from '../../../domain/moves/planned-move-states.ts';
import { qtyOf, takes, type PutawayGoods, type PutawayRule } from '../../../domain/moves/putaway.ts';
import { rows, type TenantTransaction } from '../../database.ts';
import type { StockPosting } from '../../inventory/posting.ts';
import { sql } from '../../sql-text.ts';
import { isOneOf } from '../../state-columns.ts';
import type { Floor } from '../find-places.read.ts';
import { growLoose, type BroughtOne } from '../grow-loose.write.ts';
import { openFloorLocked, planOn, type PutawayOf } from './plan-putaway.write.ts';
import { growMoves, type GrownMove } from '../plan-moves.write.ts';
import { dropMove, lockOpenMoves, type PlannedMove } from '../planned-moves.write.ts';
import { describeGoods, type AskedGoods } from './putaway-goods.read.ts';

/** What one command of the group brought. */
export interface Brought {
  work: StockPosting;
  goods: readonly AskedGoods[];
}

export async function putAwayReceived(tx: TenantTransaction, brought: readonly Brought[]): Promise<void> {
  const asked = brought.flatMap(({ work, goods }) => goods.map((one) => ({ work, one })));
  const plates = asked.filter(({ one }) => one.pallet_lpn !== null);
  const loose = asked.filter(({ one }) => one.pallet_lpn === null);
  const rest = [...(loose.length === 0 ? [] : await growLoose(tx, loose)), ...plates];
  if (rest.length === 0) return;
  const [described, known] = await Promise.all([
    describeGoods(
      tx,
      rest.map(({ one }) => one),
    ),
    movesOfPlates(tx, plates),
  ]);
  const open = await lockOpenMoves(
    tx,
    known.map(({ id }) => id),
  );
  const wanted = described.map((goods) => ({ work: workOf(rest, goods), goods }));
  for (const [warehouseId, there] of groupBy(wanted, ({ goods }) => goods.warehouse_id)) {
    const growing = open.filter((move) => there.some(({ goods }) => goods.lpn_id === move.lpn_id));
    const floor = await openFloorLocked(
      tx,
      warehouseId,
      there.map(({ goods }) => goods),
      { moveIds: growing.map(({ id }) => id), also: growing.map((move) => move.to_location_id) },
    );
    const fresh = await growPlates(tx, floor, there, { open: growing, known });
    await planOn(tx, floor, fresh);
  }
}

/** Goods on one plate are told with the first command that brought some. */
function workOf(asked: readonly BroughtOne[], goods: PutawayGoods): StockPosting {
  const isFor = ({ one }: BroughtOne): boolean =>
    goods.lpn_id === null
      ? one.pallet_lpn === null &&
        one.receipt_id === goods.receipt_id &&
        one.location_id === goods.from_location_id &&
        one.item_id === goods.item_id &&
        one.lot_no === goods.lot_no &&
        one.status === goods.stock_status
      : one.pallet_lpn === goods.pallet_lpn;
  return (asked.find(isFor) ?? asked[0]!).work;
}

interface KnownMove {
  id: string;
  lpn_id: string;
}

/** The live moves of plates that goods were brought onto. */
async function movesOfPlates(tx: TenantTransaction, asked: readonly BroughtOne[]): Promise<KnownMove[]> {
  if (asked.length === 0) return [];
  const numbers = [...new Set(asked.flatMap(({ one }) => one.pallet_lpn ?? []))];
  return rows<KnownMove>(
    tx,
    sql`select m.id, m.lpn_id from planned_moves m
         where m.organization_id = ${tx.organizationId} and ${isOneOf('m.status', liveMoveStates)}
           and m.lpn_id = any (array(select coalesce(p.parent_lpn_id, p.id) from lpns p
                                      where p.organization_id = ${tx.organizationId} and p.lpn = any (${numbers}::text[])))`,
  );
}

const whole: Pick<PutawayRule, 'split'> = { split: 'never' };

/** Lets plates keep their open moves to places that take them as they are now. Returns what needs a move of its own. */
async function growPlates(
  tx: TenantTransaction,
  floor: Floor,
  wanted: readonly PutawayOf[],
  { open, known }: { open: readonly PlannedMove[]; known: readonly KnownMove[] },
): Promise<PutawayOf[]> {
  const grown: GrownMove[] = [];
  const fresh: PutawayOf[] = [];
  for (const one of wanted) {
    const { work, goods } = one;
    const move = goods.lpn_id === null ? undefined : open.find(({ lpn_id: plate }) => plate === goods.lpn_id);
    if (move && (await takesAsWell(floor, move, goods))) {
      const { merchant_id, item_id, lot_no } = goods;
      grown.push({ work, move, now: { merchant_id, item_id, lot_no, qty: qtyOf(goods).toFixed() } });
    } else if (move) {
      await dropMove(work, move, 'replanned');
      fresh.push(one);
    } else if (!known.some(({ lpn_id: plate }) => plate === goods.lpn_id)) {
      fresh.push(one);
    }
  }
  growMoves(tx, grown);
  return fresh;
}

/** Whether the place of a move takes the goods as they are now; it has them then. */
async function takesAsWell(floor: Floor, move: PlannedMove, goods: PutawayGoods): Promise<boolean> {
  const place = await floor.placeAt(move.to_location_id);
  if (!place || typeof takes(whole, place, goods) === 'string') return false;
  place.coming.push(...goods.goods);
  return true;
}
