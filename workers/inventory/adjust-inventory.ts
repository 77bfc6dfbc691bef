/**
 * Adjusts one row of stock by a delta or to a quantity. `qty_after` compares and sets under the row's lock: when it is
 * there already nothing is written. Never takes allocated stock: that row is a different one. Units of a serial-tracked
 * item come and go by their serial numbers.
 */
import { post } from '../../db/inventory/ledger.write.ts';
import { ensureLot, insufficientStock, lockStock } from '../../db/inventory/inventory.write.ts';
import { consumeEmptyLpns } from '../../db/inventory/lpns.write.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { assertReasonCode } from '../../db/inventory/reason-codes.read.ts';
import { receiveSerials, removeSerials } from '../../db/inventory/serials.write.ts';
import { assertItemOf, requireLocation, requireStockItem } from '../../db/inventory/stock-references.read.ts';
import { decimal, toJsonNumber, zero } from '../../domain/decimal.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { stockOf, allocateStock } from '../../domain/inventory/allocate-stock.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import type { Handler } from '../handler.ts';

export const adjustInventory: Handler<typeof inventoryCommands.adjustInventory> = async (work, input) => {
  const { tx, organizationId, commandId, actor, emit } = work;
  const { warehouse_id: warehouseId, location_id: locationId, item_id: itemId, reason_code: reason } = input;
  const lotNo = input.lot_no ?? '';
  const serials = input.serial_nos ?? [];
  const [merchant, item] = await Promise.all([
    merchantFor(tx, organizationId, input.merchant_id, actor.merchant_id),
    requireStockItem(tx, organizationId, itemId, { lotNo }),
    requireLocation(tx, organizationId, warehouseId, locationId),
    assertReasonCode(tx, organizationId, reason),
  ]);
  assertItemOf(item, merchant.id);

  const at = {
    item_id: itemId,
    location_id: locationId,
    lot_no: lotNo,
    status: input.status ?? 'available',
  } as const;
  const present = await lockStock(tx, organizationId, at);
  const before = stockOf(present);
  const delta =
    input.qty_after === undefined ? decimal(input.qty_delta!) : decimal(input.qty_after).minus(before);
  const answer = { ...at, qty_before: toJsonNumber(before), qty_after: toJsonNumber(before.plus(delta)) };
  if (delta.eq(zero)) return { ...answer, changed: false, ledger_entry_ids: [] };
  assertSerialsOf(item, serials, delta.abs());

  const parts = delta.gt(zero)
    ? [{ lpn_id: null, qty: delta }]
    : allocateStock(present, delta.times(decimal(-1)));
  if (!parts) throw await insufficientStock(tx, organizationId, at, present, delta.times(decimal(-1)));
  if (delta.gt(zero)) await ensureLot(tx, organizationId, itemId, lotNo);
  const changeSerials = delta.gt(zero) ? receiveSerials : removeSerials;
  await changeSerials(tx, organizationId, { item_id: itemId, receipt_id: null, serial_nos: serials });
  const entries = parts.map(({ lpn_id: lpnId, qty }) => ({
    ...at,
    lpn_id: lpnId,
    warehouse_id: warehouseId,
    merchant_id: merchant.id,
    qty_delta: delta.gt(zero) ? qty.toString() : `-${qty.toString()}`,
    transaction_type: 'adjust' as const,
    ref_type: 'adjustment',
    ref_id: commandId,
    reason_code: reason,
    note: input.note ?? null,
  }));
  const ids = await post(tx, { organizationId, commandId, actor: actor.name }, entries);
  await consumeEmptyLpns(
    tx,
    organizationId,
    parts.map(({ lpn_id: lpnId }) => lpnId),
  );
  emit({
    type: 'inventory.adjusted',
    subject_type: 'inventory_adjustment',
    subject_id: commandId,
    data: {
      ...at,
      warehouse_id: warehouseId,
      merchant_id: merchant.id,
      qty_delta: toJsonNumber(delta),
      reason_code: reason,
      serial_nos: serials,
    },
  });
  return { ...answer, changed: true, ledger_entry_ids: ids };
};
