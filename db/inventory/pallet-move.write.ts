/**
 * Moves a license plate as one: its cartons, its stock in every status, and the allocations on it. What is still in transit
 * with it stays that.
 */
import { isOneOf } from '../state-columns.ts';
import { holdingStates } from '../../domain/inventory/allocations.ts';
import { statesOnFloor } from '../../domain/inventory/lpn-states.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { moveType } from '../../domain/inventory/move-type.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { post, type Posting, type StockKey } from './ledger.write.ts';
import { assertUnlocked } from './location-locks.read.ts';
import { lockLpn, moveLpns } from './lpns.write.ts';
import { requireLocation, type LocationRef } from './stock-references.read.ts';

export interface PalletMove {
  lpn: string;
  warehouseId: string;
  /** Where whoever sends it believes it to stand; anywhere when not given. */
  expectedAt?: string | undefined;
  target: LocationRef;
  note: string | null;
  /** It was taken from its place before: a count that locks that place since knows that it is not there. */
  isInHand: boolean;
}

/**
 * Moves a license plate. Refuses 400 UNKNOWN_REFERENCE, 409 LPN_IN_USE when it has left the floor or the place where it
 * is expected, 409 LOCATION_LOCKED.
 * If it is already there, nothing changes. A carton moved by itself leaves its pallet.
 */
export async function movePallet(
  tx: TenantTransaction,
  posting: Posting,
  { lpn, warehouseId, expectedAt, target, note, isInHand }: PalletMove,
) {
  const { organizationId, commandId } = posting;
  await lockShipmentsOn(tx, lpn);
  const plates = await lockLpn(tx, lpn);
  const [plate] = plates;
  if (!plate || plate.warehouse_id !== warehouseId)
    throw unknownReference('pallet_lpn', 'license plate in that warehouse');
  if (!statesOnFloor.includes(plate.state)) {
    throw new Refusal('LPN_IN_USE', `The license plate ${lpn} is ${plate.state} and cannot be moved.`, {
      lpn,
      state: plate.state,
    });
  }
  const fromLocationId = plate.location_id;
  if (expectedAt !== undefined && fromLocationId !== expectedAt)
    throw new Refusal('LPN_IN_USE', `The license plate ${lpn} is elsewhere now.`, {
      lpn,
      state: plate.state,
    });
  const toLocationId = target.id;
  const answer = { pallet_lpn: lpn, from_location_id: fromLocationId, to_location_id: toLocationId };
  if (fromLocationId === toLocationId) return { ...answer, changed: false, moved: [], ledger_entry_ids: [] };
  const taken = isInHand && fromLocationId ? [fromLocationId] : [];
  await assertUnlocked(tx, isInHand ? [toLocationId] : [fromLocationId, toLocationId], taken);

  const source = fromLocationId && (await requireLocation(tx, warehouseId, fromLocationId));
  const type = moveType(source ? source.type : undefined, target.type);
  const plateIds = plates.map(({ id }) => id);
  const stock = await rows<StockKey & { qty: string }>(
    tx,
    sql`select warehouse_id, merchant_id, item_id, location_id, status, lot_no, lpn_id, qty from inventory_balances
      where organization_id = ${organizationId} and lpn_id = any (${plateIds}::uuid[]) and qty > 0 and status <> 'in_transit'
      order by item_id, location_id, status, lot_no, lpn_id for update`,
  );
  const entries = stock.flatMap(({ qty, ...key }) => {
    const words = { transaction_type: type, ref_type: 'move', ref_id: commandId, note };
    return [
      { ...key, ...words, qty_delta: `-${qty}` },
      { ...key, ...words, location_id: toLocationId, qty_delta: qty },
    ];
  });
  const ids = await post(tx, posting, entries);
  await execute(
    tx,
    sql`update allocations set location_id = ${toLocationId}
      where organization_id = ${organizationId} and lpn_id = any (${plateIds}::uuid[]) and ${isOneOf('status', holdingStates)}`,
  );
  await moveLpns(tx, plateIds, toLocationId);
  if (plate.parent_lpn_id) {
    await execute(
      tx,
      sql`update lpns set parent_lpn_id = null
      where organization_id = ${organizationId} and id = ${plate.id}`,
    );
  }
  const moved = stock.map(({ item_id, lot_no: lotNo, status, qty }) => ({
    item_id,
    lot_no: lotNo || null,
    status,
    qty: toJsonNumber(qty),
  }));
  return { ...answer, changed: true, moved, ledger_entry_ids: ids };
}

/** Shipments come before license plates in the lock order: pick tasks follow what is allocated on the license plate. */
async function lockShipmentsOn(tx: TenantTransaction, lpn: string): Promise<void> {
  await execute(
    tx,
    sql`select 1 from wms_shipments s
      where s.organization_id = ${tx.organizationId} and s.id in (
        select a.shipment_id from lpns p
          join lpns c on c.organization_id = p.organization_id and (c.id = p.id or c.parent_lpn_id = p.id)
          join allocations a on a.organization_id = c.organization_id and a.lpn_id = c.id and ${isOneOf('a.status', holdingStates)}
         where p.organization_id = ${tx.organizationId} and p.lpn = ${lpn})
      order by s.id for update`,
  );
}
