/** Stock changes its status where it lies, plate by plate: holds placed and lifted. */
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { stockOf, takeStock } from '../../domain/wms/take-stock.ts';
import type { TenantTransaction } from '../database.ts';
import { insufficientStock, lockStock } from './inventory.write.ts';
import { post, type Posting, type StockStatus } from './ledger.write.ts';
import { assertReasonCode } from './reason-codes.read.ts';
import { requireLocation, requireStockItem } from './stock-references.read.ts';

export interface StatusChange {
  warehouse_id: string;
  location_id: string;
  item_id: string;
  lot_no?: string;
  /** All there is when left out. */
  qty?: number;
  reason_code: string;
  note?: string;
}

/** Refuses 409 INSUFFICIENT_STOCK when there is less than that, or nothing at all. */
export async function changeStatus(
  tx: TenantTransaction,
  posting: Posting,
  change: StatusChange,
  fromStatus: StockStatus,
  toStatus: StockStatus,
): Promise<{ qty: Decimal; ids: string[]; merchantId: string }> {
  const { organizationId, commandId } = posting;
  const { warehouse_id: warehouseId, location_id: locationId, item_id: itemId, lot_no: lotNo = '' } = change;
  await assertReasonCode(tx, organizationId, change.reason_code);
  await requireLocation(tx, organizationId, warehouseId, locationId);
  const item = await requireStockItem(tx, organizationId, itemId, { lotNo });
  const at = { item_id: itemId, location_id: locationId, lot_no: lotNo, status: fromStatus };
  const present = await lockStock(tx, organizationId, at, [{ ...at, status: toStatus }]);
  const wanted = change.qty === undefined ? stockOf(present) : decimal(change.qty);
  const taken = wanted.gt(zero) ? takeStock(present, wanted) : undefined;
  if (!taken) throw await insufficientStock(tx, organizationId, at, present, wanted);
  const words = {
    warehouse_id: warehouseId,
    merchant_id: item.merchant_id,
    transaction_type: 'status_change' as const,
    ref_type: 'status_change',
    ref_id: commandId,
    reason_code: change.reason_code,
    note: change.note ?? null,
  };
  const entries = taken.flatMap(({ lpn_id, qty }) => [
    { ...at, ...words, lpn_id, qty_delta: `-${qty.toString()}` },
    { ...at, ...words, lpn_id, status: toStatus, qty_delta: qty.toString() },
  ]);
  const ids = await post(tx, posting, entries);
  return { qty: wanted, ids, merchantId: item.merchant_id };
}
