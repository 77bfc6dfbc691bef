/**
 * Commands of purchase orders. Whatever creates or closes receipts runs on `receiving`; editing the document runs
 * inline.
 */
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const linesMax = 1_000;

/** Unit cost in the order's currency. */
export const unitPrice = () => s.decimalNumber({ places: 6, min: 0, below: 1e9 });

const orderLine = () =>
  s.object({
    item_id: s.uuid(),
    qty: s.qty({ positive: true }),
    uom: s.optional(s.nullable(s.text(20)), "One of the item's units; default: its base unit."),
    price: s.described(unitPrice(), "Per unit, in the order's currency."),
    expected_date: s.optional(s.nullable(s.date())),
  });

const fields = {
  expected_date: s.optional(s.nullable(s.date())),
  vendor_ref: s.optional(s.nullable(s.text(100)), "The vendor's own item number."),
  note: s.optional(s.freeText(2_000)),
};

const version = s.optional(
  s.integer({ min: 1, max: 2 ** 31 - 1 }),
  'Refused with 409 when the order has changed since.',
);

const id = s.object({ id: s.uuid() });
const reason = s.optional(s.text(500));

export const purchaseOrderCommands = {
  createPurchaseOrder: defineCommand({
    name: 'purchase.create_order',
    runs: 'inline',
    summary: 'Creates a draft purchase order.',
    input: s.object({
      vendor_id: s.uuid(),
      merchant_id: s.optional(s.nullable(s.uuid())),
      warehouse_id: s.optional(
        s.nullable(s.uuid()),
        'The destination; default: the most preferred warehouse.',
      ),
      currency: s.optional(s.currency(), "Default: the organization's base currency."),
      ...fields,
      lines: s.list(orderLine(), { min: 1, max: linesMax }),
    }),
    result: id,
  }),
  editPurchaseOrder: defineCommand({
    name: 'purchase.edit_order',
    runs: 'inline',
    summary: 'Edits a draft; lines are replaced as a whole. Any approval is withdrawn.',
    input: s.object({
      order_id: s.uuid(),
      version,
      vendor_id: s.optional(s.uuid()),
      warehouse_id: s.optional(s.uuid()),
      ...fields,
      lines: s.optional(s.list(orderLine(), { min: 1, max: linesMax })),
    }),
    result: id,
  }),
  approvePurchaseOrder: defineCommand({
    name: 'purchase.approve_order',
    runs: 'inline',
    summary: 'Approves a draft, so that it may be released.',
    input: s.object({ order_id: s.uuid() }),
    result: id,
  }),
  releasePurchaseOrder: defineCommand({
    name: 'purchase.release_order',
    runs: 'receiving',
    summary:
      'Releases the remainder of an order to the warehouse as one receipt. When nothing is left it changes nothing.',
    input: s.object({ order_id: s.uuid() }),
    result: s.object({ id: s.uuid(), receipt_id: s.nullable(s.uuid()) }),
  }),
  changePurchaseOrder: defineCommand({
    name: 'purchase.change_order',
    runs: 'inline',
    summary:
      'Changes quantities and prices of a released order, or adds lines. Never below what was received or is expected on a receipt: 409 BELOW_COMMITTED. To come to more than the approval limit, it has to be asked for by somebody who may approve: 409 APPROVAL_REQUIRED.',
    input: s.object({
      order_id: s.uuid(),
      version,
      reason: s.text(500),
      changes: s.optional(
        s.list(
          s.object({
            line_id: s.uuid(),
            qty: s.optional(s.qty({ min: 0 })),
            price: s.optional(unitPrice()),
          }),
          { min: 1, max: linesMax },
        ),
      ),
      added: s.optional(s.list(orderLine(), { min: 1, max: linesMax })),
    }),
    result: id,
  }),
  closePurchaseOrder: defineCommand({
    name: 'purchase.close_order',
    runs: 'receiving',
    summary:
      'Closes an order: what was not received is no longer expected. Receipts without counts are closed too.',
    input: s.object({ order_id: s.uuid(), reason }),
    result: id,
  }),
  cancelPurchaseOrder: defineCommand({
    name: 'purchase.cancel_order',
    runs: 'receiving',
    summary:
      'Cancels an order of which nothing was received. Its receipts are closed empty and its ASNs cancelled.',
    input: s.object({ order_id: s.uuid(), reason }),
    result: id,
  }),
};
