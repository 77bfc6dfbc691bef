/** Drafts a return to a vendor. */
import { assertWholeUnits, requireLocation } from '../../db/inventory/stock-references.read.ts';
import { resolveUnits } from '../../db/catalog/item-units.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import type { NewVendorReturnLine } from '../../db/vendor-returns/vendor-returns.write.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, within } from '../../domain/refusal.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { vendorReturnCommands } from '../../queues/vendor-returns/vendor-returns.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { assertVendor, draftVendorReturn } from './draft-vendor-return.ts';

type Input = InputOf<typeof vendorReturnCommands.createVendorReturn>;

export const createVendorReturn: Handler<typeof vendorReturnCommands.createVendorReturn> = async (
  work,
  { merchant_id, warehouse_id, vendor_id, lines: asked, ...words },
) => {
  const { tx, actor } = work;
  const merchant = await merchantFor(tx, merchant_id, actor.merchant_id);
  const of = {
    merchant_id: merchant.id,
    warehouse_id: warehouse_id.toLowerCase(),
    vendor_id: vendor_id.toLowerCase(),
  };
  await assertVendor(work, of);
  const wanted = asked.map(({ item_id }) => ({ item_id, uom: null }));
  await resolveUnits(tx, merchant.id, wanted, (index) => `lines.${index}.`);
  await assertWholeUnits(tx, asked, (index) => `lines.${index}.qty`);
  const lines: NewVendorReturnLine[] = [];
  for (const [index, line] of asked.entries()) {
    await assertPlace(work, of.warehouse_id, line, index);
    lines.push({
      id: newId(),
      item_id: line.item_id,
      qty: line.qty,
      stock_status: line.stock_status ?? ('available' as const),
      location_id: line.location_id ?? null,
      lot_no: line.lot_no ?? '',
      reason_code: line.reason_code ?? null,
    });
  }
  const { id, return_no } = await draftVendorReturn(work, of, lines, words);
  return { id, return_no };
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
