/** Moves picked goods of a cancelled shipment from hold in staging to where they are put back, within the limits there. */
import { lockStockRows } from '../../db/inventory/inventory.write.ts';
import type { Plate } from '../../db/inventory/lpn-steps.write.ts';
import { consumeEmptyLpns, moveLpns } from '../../db/inventory/lpns.write.ts';
import { postNext } from '../../db/inventory/posting.ts';
import { requireStockItem, type LocationRef } from '../../db/inventory/stock-references.read.ts';
import type { PutBack } from '../../db/shipping/put-backs.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { orThrow } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';
import { enterRoom, looseLying } from '../inventory/enter-room.ts';

/** Goods that go back together: one task's loose, or those of all the tasks on license plates that go whole. */
export interface GoodsGoingBack {
  tasks: readonly PutBack[];
  plates: readonly Plate[];
  from: string;
  target: LocationRef;
}

/** Refuses 409 LOCATION_FULL, MIXING_REFUSED and CLASS_REFUSED: another place can be named. */
export async function putGoodsBack(work: Work, going: GoodsGoingBack): Promise<void> {
  if (going.plates.length > 0) return carryPlates(work, going);
  const { tx } = work;
  for (const task of going.tasks) await assertRoom(work, task, going);
  await postBack(work, going);
  await consumeEmptyLpns(
    tx,
    going.tasks.map(({ lpn_id: plateId }) => plateId),
  );
}

async function carryPlates(work: Work, going: GoodsGoingBack): Promise<void> {
  const { plates, from, target } = going;
  await postBack(work, going);
  const ids = plates.map(({ id }) => id);
  await moveLpns(work.tx, ids, target.id);
  if (from === target.id) return;
  const room = await enterRoom(work, [target]);
  // A carton is judged with its pallet when that goes too.
  for (const { lpn, parent_lpn_id: parent } of plates)
    if (!ids.includes(parent ?? '')) await room.refusesPlate(lpn, target.id);
}

async function assertRoom(work: Work, task: PutBack, { from, target }: GoodsGoingBack): Promise<void> {
  if (from === target.id) return;
  const { item_id, lot_no, to_status } = task;
  const goods = { item_id, lot_no };
  const item = await requireStockItem(work.tx, item_id, { lotNo: lot_no });
  // Balances before space.
  if (target.is_limited || item.apart)
    await lockStockRows(work.tx, [
      { ...goods, location_id: from, status: 'hold' },
      { ...goods, location_id: target.id, status: to_status },
    ]);
  const room = await enterRoom(work, [target]);
  orThrow(await room.refuses([looseLying(item, lot_no, decimal(task.qty))], target.id));
}

async function postBack(work: Work, { tasks, plates, from, target }: GoodsGoingBack): Promise<void> {
  await postNext(
    work,
    tasks.flatMap(
      ({ merchant_id, warehouse_id, item_id, lot_no, lpn_id: plateId, qty, to_status, shipment_id }) => {
        const cause = { transaction_type: 'unpick', ref_type: 'shipment', ref_id: shipment_id } as const;
        const key = { merchant_id, warehouse_id, item_id, lot_no, lpn_id: plateId, ...cause };
        const lpnId = plates.length > 0 ? plateId : null;
        return [
          { ...key, location_id: from, status: 'hold', qty_delta: `-${qty}` } as const,
          { ...key, location_id: target.id, status: to_status, lpn_id: lpnId, qty_delta: qty } as const,
        ];
      },
    ),
  );
}
