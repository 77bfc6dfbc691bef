/**
 * Commands of purchase orders. Whatever creates or closes receipts runs on `receiving`; editing the document runs
 * inline.
 */
import { defineCommand } from '../engine/define-command.ts';
import {
  currency,
  date,
  decimalNumber,
  described,
  freeText,
  integer,
  list,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
} from '../schema.ts';

const linesMax = 1_000;

/** Unit cost in the order's currency. */
export const unitPrice = () => decimalNumber({ places: 6, min: 0, below: 1e9 });

const orderLine = () =>
  object({
    item_id: uuid(),
    qty: qty({ positive: true }),
    uom: optional(described(nullable(text(20)), "One of the item's units; default: its base unit.")),
    price: described(unitPrice(), "Per unit, in the order's currency."),
    expected_date: optional(nullable(date())),
  });

const fields = {
  expected_date: optional(nullable(date())),
  vendor_ref: optional(described(nullable(text(100)), "The vendor's own item number.")),
  note: optional(freeText(2_000)),
};

const version = optional(
  described(integer({ min: 1, max: 2 ** 31 - 1 }), 'Refused with 409 when the order has changed since.'),
);

const id = object({ id: uuid() });
const reason = optional(text(500));

export const purchaseOrderCommands = {
  createPurchaseOrder: defineCommand({
    name: 'purchase.create_order',
    runs: 'inline',
    summary: 'Creates a draft purchase order.',
    input: object({
      vendor_id: uuid(),
      merchant_id: optional(nullable(uuid())),
      warehouse_id: optional(
        described(nullable(uuid()), 'The destination; default: the most preferred warehouse.'),
      ),
      currency: optional(described(currency(), "Default: the organization's base currency.")),
      ...fields,
      lines: list(orderLine(), { min: 1, max: linesMax }),
    }),
    result: id,
  }),
  editPurchaseOrder: defineCommand({
    name: 'purchase.edit_order',
    runs: 'inline',
    summary: 'Edits a draft; lines are replaced as a whole. Any approval is withdrawn.',
    input: object({
      order_id: uuid(),
      version,
      vendor_id: optional(uuid()),
      warehouse_id: optional(uuid()),
      ...fields,
      lines: optional(list(orderLine(), { min: 1, max: linesMax })),
    }),
    result: id,
  }),
  approvePurchaseOrder: defineCommand({
    name: 'purchase.approve_order',
    runs: 'inline',
    summary: 'Approves a draft, so that it may be released.',
    input: object({ order_id: uuid() }),
    result: id,
  }),
  releasePurchaseOrder: defineCommand({
    name: 'purchase.release_order',
    runs: 'receiving',
    summary:
      'Releases the remainder of an order to the warehouse as one receipt. When nothing is left it changes nothing.',
    input: object({ order_id: uuid() }),
    result: object({ id: uuid(), receipt_id: nullable(uuid()) }),
  }),
  changePurchaseOrder: defineCommand({
    name: 'purchase.change_order',
    runs: 'inline',
    summary:
      'Changes quantities and prices of a released order, or adds lines. Never below what was received or is expected on a receipt: 409 BELOW_COMMITTED. To come to more than the approval limit, it has to be asked for by somebody who may approve: 409 APPROVAL_REQUIRED.',
    input: object({
      order_id: uuid(),
      version,
      reason: text(500),
      changes: optional(
        list(
          object({
            line_id: uuid(),
            qty: optional(qty({ min: 0 })),
            price: optional(unitPrice()),
          }),
          { min: 1, max: linesMax },
        ),
      ),
      added: optional(list(orderLine(), { min: 1, max: linesMax })),
    }),
    result: id,
  }),
  closePurchaseOrder: defineCommand({
    name: 'purchase.close_order',
    runs: 'receiving',
    summary:
      'Closes an order: what was not received is no longer expected. Receipts without counts are closed too.',
    input: object({ order_id: uuid(), reason }),
    result: id,
  }),
  cancelPurchaseOrder: defineCommand({
    name: 'purchase.cancel_order',
    runs: 'receiving',
    summary:
      'Cancels an order of which nothing was received. Its receipts are closed empty and its ASNs cancelled.',
    input: object({ order_id: uuid(), reason }),
    result: id,
  }),
};
