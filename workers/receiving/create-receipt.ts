/**
 * Creates inbound receipts: checks every reference, fills in the merchant, and takes the number last. With `receive` the
 * goods are counted in and the receipt is completed in the same transaction.
 */
import { executeUnawaited, type TenantTransaction } from '../../db/database.ts';
import { merchantsFor, type MerchantRef } from '../../db/tenancy/merchants.read.ts';
import { readItemUnits, unitsOf } from '../../db/catalog/item-units.read.ts';
import { readReceiptReferences, type ReceiptNames } from '../../db/receiving/receipt-references.read.ts';
import { insertReceipts, type NewReceipt, type NewReceiptLine } from '../../db/receiving/receipts.write.ts';
import { newId } from '../../domain/new-id.ts';
import { decimal } from '../../domain/decimal.ts';
import { invalid, isGood, Refusal, refusalOr } from '../../domain/refusal.ts';
import { assertHeld } from '../acting-person.ts';
import { announcedFields, assertLinesFit } from '../../domain/receiving/receipt-at-once.ts';
import { baseUnits } from '../../domain/receiving/receive-plan.ts';
import { receiptEvent } from '../../domain/receiving/events.ts';
import { initialReceiptStatus } from '../../domain/receiving/receipt-states.ts';
import type { receiptCommands } from '../../queues/receiving/receipts.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { Answered, Asked, HandlerOfMany } from '../engine/handler.ts';
import { receiveAtOnce } from './receive-at-once.ts';

type CreateReceipt = typeof receiptCommands.createReceipt;

interface Planned {
  asked: Asked<CreateReceipt>;
  merchant: MerchantRef;
  lines: NewReceiptLine[];
}

// Completing a receipt of a purchase order needs the order, so such a one goes alone.
export const createReceipt: HandlerOfMany<CreateReceipt> = (tx, asked) =>
  untilAlone(
    asked,
    ({ input }) => Boolean(input.receive) && input.source_type === 'purchase',
    (together) => createTogether(tx, together),
  );

async function createTogether(
  tx: TenantTransaction,
  asked: readonly Asked<CreateReceipt>[],
): Promise<Answered<CreateReceipt>[]> {
  const plan = await planner(tx, asked);
  const planned = asked.map((one) => refusalOr(() => plan(one)));
  const making = planned.filter(isGood);
  const numbers = await Promise.all(making.map((one) => one.asked.work.takeNumber('RCPT')));
  const made = making.map((one, index) => ({ ...one, receipt: receiptOf(one, numbers[index]!) }));
  await insertReceipts(tx, made, executeUnawaited);
  for (const { asked: one, receipt, lines } of made) {
    const states = { status: receipt.status, previous_status: null };
    const { source_type } = one.input;
    one.work.emit(receiptEvent(receipt, 'created', { ...states, source_type, lines: lines.length }));
  }
  await receiveAtOnce(
    tx,
    made.filter((one) => one.asked.input.receive),
  );
  const receipts = new Map(made.map((one) => [one.asked, one.receipt]));
  return planned.map((one) => {
    if (one instanceof Refusal) return one;
    const { id, receipt_no } = receipts.get(one.asked)!;
    return { id, receipt_no };
  });
}

/** Reads everything the receipts refer to, and returns a function that plans one of them. */
async function planner(
  tx: TenantTransaction,
  asked: readonly Asked<CreateReceipt>[],
): Promise<(one: Asked<CreateReceipt>) => Planned> {
  const wanted = ({ work, input }: Asked<CreateReceipt>): string | null =>
    input.merchant_id ?? work.actor.merchant_id;
  const [merchantOf, assertNames, items] = await Promise.all([
    merchantsFor(tx, asked.map(wanted)),
    readReceiptReferences(
      tx,
      asked.map(({ input }) => namesOf(input)),
    ),
    readItemUnits(
      tx,
      asked.flatMap(({ input }) => (input.lines ?? []).map(({ item_id: id }) => id)),
    ),
  ]);
  return (one) => {
    const { input } = one;
    if (input.source_type === 'purchase' && !input.source_id)
      throw invalid('source_id', 'required', 'source_id is required when source_type is purchase');
    assertMayReceive(one);
    assertLinesFit(input.receive ?? false, input.lines ?? [], announcedFields);
    const merchant = merchantOf(wanted(one));
    assertNames(namesOf(input), merchant.id);
    return { asked: one, merchant, lines: linesOf(input.lines ?? [], merchant.id, items) };
  };
}

function assertMayReceive({ work, input }: Asked<CreateReceipt>): void {
  if (input.receive)
    assertHeld(work, 'wms.inbound.receive', 'receive needs the permission wms.inbound.receive.');
}

function namesOf({
  warehouse_id,
  vendor_id,
  source_type,
  source_id,
}: Asked<CreateReceipt>['input']): ReceiptNames {
  const purchaseOrderId = source_type === 'purchase' ? (source_id ?? null) : null;
  return { warehouse_id, vendor_id, purchase_order_id: purchaseOrderId };
}

function linesOf(
  lines: NonNullable<Asked<CreateReceipt>['input']['lines']>,
  merchantId: string,
  items: Parameters<typeof unitsOf>[0],
): NewReceiptLine[] {
  const wanted = lines.map(({ item_id, uom }) => ({ item_id, uom: uom ?? null }));
  const units = unitsOf(items, merchantId, wanted, (index) => `lines.${index}.`);
  return lines.map(({ item_id, expected_qty, lot_no }, index) => {
    const unit = units[index]!;
    if (expected_qty)
      baseUnits(decimal(expected_qty), decimal(unit.uom_factor), `lines.${index}.expected_qty`);
    return {
      id: newId(),
      line_no: index + 1,
      item_id,
      expected_qty: expected_qty ?? null,
      lot_no: lot_no ?? null,
      is_unplanned: false,
      ...unit,
    };
  });
}

function receiptOf({ asked: { input }, merchant }: Planned, number: string): NewReceipt {
  return {
    id: newId(),
    receipt_no: number,
    warehouse_id: input.warehouse_id,
    merchant_id: merchant.id,
    source_type: input.source_type,
    source_id: input.source_id ?? null,
    status: initialReceiptStatus(input.source_type),
    // Defaults at creation and does not follow later changes of the merchant's name.
    title: input.title ?? merchant.name,
    container_no: input.container_no ?? null,
    seal_no: input.seal_no ?? null,
    vendor_id: input.vendor_id ?? null,
    expected_date: input.expected_date ?? null,
  };
}
