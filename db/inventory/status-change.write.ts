/** Changes the status of stock in place, per license plate: placing and releasing holds. */
import { decimal, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { stockOf, chooseStock } from '../../domain/inventory/choose-stock.ts';
import type { HoldKind } from '../../domain/inventory/holds.ts';
import { assertUndivided } from '../../domain/inventory/serials.ts';
import { insufficientStock, lockStock } from './inventory.write.ts';
import { post, type StockStatus } from './ledger.write.ts';
import type { StockPosting } from './posting.ts';
import { requireLocation, requireStockItem } from './stock-references.read.ts';

export interface StatusChange {
  warehouse_id: string;
  location_id: string;
  item_id: string;
  lot_no?: string;
  /** All of it when omitted. */
  qty?: number;
  reason_code: string;
  note?: string;
  /** What the hold is for that is placed or lifted. */
  kind?: HoldKind;
  /** Without `qty`: no more than this. */
  atMost?: Decimal;
}

/**
 * Moves the stock to the new status and emits inventory.changed. Refuses 409 INSUFFICIENT_STOCK when there is less, or
 * none at all.
 */
export async function changeStatus<F extends StockStatus, T extends StockStatus>(
  work: StockPosting,
  change: StatusChange,
  fromStatus: F,
  toStatus: T,
) {
  const { tx, organizationId, commandId } = work;
  const {
    warehouse_id: warehouseId,
    location_id: locationId,
    item_id: itemId,
    lot_no: lotNo = '',
    kind,
  } = change;
  await requireLocation(tx, warehouseId, locationId);
  const item = await requireStockItem(tx, itemId, { lotNo });
  if (change.qty !== undefined) assertUndivided(item, decimal(change.qty));
  const at = { item_id: itemId, location_id: locationId, lot_no: lotNo, status: fromStatus };
  const present = await lockStock(tx, at, [{ ...at, status: toStatus }]);
  const wanted = change.qty === undefined ? allOf(stockOf(present), change.atMost) : decimal(change.qty);
  const taken = wanted.gt(zero) ? chooseStock(present, wanted) : undefined;
  if (!taken) throw await insufficientStock(tx, at, present, wanted);
  const words = {
    warehouse_id: warehouseId,
    merchant_id: item.merchant_id,
    transaction_type: 'status_change' as const,
    ref_type: 'status_change',
    ref_id: commandId,
    reason_code: change.reason_code,
    note: change.note ?? null,
  };
  const kindOn = (status: StockStatus) => (kind && status === 'hold' ? { hold_kind: kind } : {});
  const entries = taken.flatMap(({ lpn_id, qty }) => [
    { ...at, ...words, ...kindOn(fromStatus), lpn_id, qty_delta: `-${qty.toString()}` },
    { ...at, ...words, ...kindOn(toStatus), lpn_id, status: toStatus, qty_delta: qty.toString() },
  ]);
  const ids = await post(tx, { organizationId, commandId, actor: work.actor.name }, entries);
  const changed = {
    item_id: itemId,
    location_id: locationId,
    lot_no: change.lot_no ?? null,
    from_status: fromStatus,
    to_status: toStatus,
    qty: toJsonNumber(wanted),
  };
  work.emit({
    type: 'inventory.changed',
    subject_type: 'inventory_hold',
    subject_id: commandId,
    data: {
      ...changed,
      warehouse_id: warehouseId,
      merchant_id: item.merchant_id,
      reason_code: change.reason_code,
      ...(kind ? { kind } : {}),
    },
  });
  return { ...changed, kind: kind ?? null, ledger_entry_ids: ids };
}

const allOf = (present: Decimal, most: Decimal | undefined): Decimal =>
  most !== undefined && most.lt(present) ? most : present;
