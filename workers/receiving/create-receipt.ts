/** Creates an inbound receipt: every reference checked, the merchant filled in, the number taken last. */
import { v7 as uuidv7 } from 'uuid';
import { assertPartner } from '../../db/partners.read.ts';
import { merchantFor } from '../../db/tenancy/merchants.read.ts';
import { assertPurchaseOrder, assertReceiptReferences } from '../../db/receiving/receipt-references.read.ts';
import { insertReceipt, insertReceiptLines, resolveUnits } from '../../db/receiving/receipts.write.ts';
import { decimal } from '../../domain/decimal.ts';
import { invalid } from '../../domain/refusals.ts';
import { baseUnits } from '../../domain/receiving/receive-plan.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { initialReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import type { Handler } from '../handler.ts';

export const createReceipt: Handler<typeof receiptCommands.createReceipt> = async (work, input) => {
  const { tx, organizationId, actor, emit } = work;
  const { source_type: source, lines = [] } = input;
  if (source === 'purchase' && !input.source_id) {
    throw invalid('source_id', 'required', 'source_id is required when source_type is purchase');
  }
  const merchant = await merchantFor(tx, organizationId, input.merchant_id, actor.merchant_id);
  await assertReceiptReferences(tx, organizationId, input);
  if (source === 'purchase') await assertPurchaseOrder(tx, organizationId, merchant.id, input.source_id!);
  const { vendor_id: vendorId = null } = input;
  if (vendorId) await assertPartner(tx, organizationId, merchant.id, 'vendors', vendorId, 'vendor_id');
  const units = await resolveUnits(
    tx,
    organizationId,
    merchant.id,
    lines.map(({ item_id, uom }) => ({ item_id, uom: uom ?? null })),
    (index) => `lines.${index}.`,
  );
  for (const [index, { expected_qty: qty }] of lines.entries()) {
    if (qty) baseUnits(decimal(qty), decimal(units[index]!.uom_factor), `lines.${index}.expected_qty`);
  }

  const id = uuidv7();
  const status = initialReceiptStatus(source);
  const number = await work.takeNumber('RCPT');
  await insertReceipt(tx, organizationId, {
    id,
    receipt_no: number,
    warehouse_id: input.warehouse_id,
    merchant_id: merchant.id,
    source_type: source,
    source_id: input.source_id ?? null,
    status,
    // Defaults at creation and does not follow the merchant's name later.
    title: input.title ?? merchant.name,
    container_no: input.container_no ?? null,
    seal_no: input.seal_no ?? null,
    vendor_id: vendorId,
    expected_date: input.expected_date ?? null,
  });
  const rows = lines.map(({ item_id, expected_qty, lot_no }, index) => ({
    id: uuidv7(),
    line_no: index + 1,
    item_id,
    expected_qty: expected_qty ?? null,
    lot_no: lot_no ?? null,
    is_unplanned: false,
    ...units[index]!,
  }));
  await insertReceiptLines(tx, organizationId, { id, merchant_id: merchant.id }, rows);
  const made = { id, receipt_no: number, merchant_id: merchant.id, warehouse_id: input.warehouse_id };
  const states = { status, previous_status: null };
  emit(receiptEvent(made, 'created', { ...states, source_type: source, lines: lines.length }));
  return { id, receipt_no: number };
};
