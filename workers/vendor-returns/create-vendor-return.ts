/** Drafts a return to a vendor. */
import { assertWholeUnits, requireLocation } from '../../db/inventory/stock-references.read.ts';
import { resolveUnits } from '../../db/receiving/receipts.write.ts';
import { readReceiptReferences } from '../../db/receiving/receipt-references.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { insertVendorReturn } from '../../db/vendor-returns/vendor-returns.write.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, within } from '../../domain/refusal.ts';
import { vendorReturnEvent } from '../../domain/vendor-returns/events.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Input = InputOf<typeof vendorReturnCommands.createVendorReturn>;

export const createVendorReturn: Handler<typeof vendorReturnCommands.createVendorReturn> = async (
  work,
  input,
) => {
  const { tx, actor, emit } = work;
  const merchant = await merchantFor(tx, input.merchant_id, actor.merchant_id);
  const names = {
    warehouse_id: input.warehouse_id.toLowerCase(),
    vendor_id: input.vendor_id.toLowerCase(),
    purchase_order_id: null,
  };
  (await readReceiptReferences(tx, [names]))(names, merchant.id);
  const wanted = input.lines.map(({ item_id }) => ({ item_id, uom: null }));
  await resolveUnits(tx, merchant.id, wanted, (index) => `lines.${index}.`);
  await assertWholeUnits(tx, input.lines, (index) => `lines.${index}.qty`);
  const lines = [];
  for (const [index, line] of input.lines.entries()) {
    await assertPlace(work, names.warehouse_id, line, index);
    lines.push({
      id: newId(),
      line_no: index + 1,
      item_id: line.item_id,
      qty: line.qty,
      stock_status: line.stock_status ?? ('available' as const),
      location_id: line.location_id ?? null,
      lot_no: line.lot_no ?? '',
      reason_code: line.reason_code ?? null,
    });
  }
  const made = {
    id: newId(),
    return_no: await work.takeNumber('VR'),
    merchant_id: merchant.id,
    vendor_id: names.vendor_id,
    warehouse_id: names.warehouse_id,
    authorization_no: input.authorization_no ?? null,
    ship_mode: input.ship_mode ?? 'parcel',
    carrier_code: input.carrier_code ?? null,
    ship_to: input.ship_to ?? {},
    note: input.note ?? '',
    created_by: actor.name,
  };
  await insertVendorReturn(tx, made, lines);
  const states = { status: 'draft', previous_status: null } as const;
  emit(vendorReturnEvent(made, 'created', { ...states, lines: lines.length }));
  return { id: made.id, return_no: made.return_no };
};

/** Stock that is set aside is taken where it stands; which available stock goes is the allocator's choice. */
async function assertPlace(
  { tx }: Work,
  warehouseId: string,
  { stock_status: status = 'available', location_id: at, lot_no: lot }: Input['lines'][number],
  index: number,
): Promise<void> {
  const path = `lines.${index}.location_id`;
  if (status === 'available') {
    if (at) throw invalid(path, 'not_allowed', `${path} is given for stock on hold or damaged alone`);
    if (lot)
      throw invalid(`lines.${index}.lot_no`, 'not_allowed', `lines.${index}.lot_no needs a location_id`);
    return;
  }
  if (!at) throw invalid(path, 'required', `${path} is required for stock on hold or damaged`);
  await within(`lines.${index}`, () => requireLocation(tx, warehouseId, at));
}
