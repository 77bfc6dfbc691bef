/**
 * Commands of purchase orders. Whatever creates or closes receipts runs on `receiving`; editing the document runs
 * inline.
 */
import { defineCommand } from '../define-command.ts';
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
    uom: optional(described(nullable(text(20)), "A unit of the item; the item's base unit when left out.")),
    price: described(unitPrice(), 'Of one unit, in the currency of the order.'),
    expected_date: optional(nullable(date())),
  });

const fields = {
  expected_date: optional(nullable(date())),
  vendor_ref: optional(described(nullable(text(100)), "The vendor's own number for it.")),
  note: optional(freeText(2_000)),
};

const version = optional(
  described(integer({ min: 1, max: 2 ** 31 - 1 }), 'Refused with 409 when the order changed since.'),
);

const id = object({ id: uuid() });
const reason = optional(text(500));

export const purchaseOrderCommands = {
  createPurchaseOrder: defineCommand({
    name: 'purchase.create_order',
    runs: 'inline',
    summary: 'Makes a draft purchase order.',
    input: object({
      vendor_id: uuid(),
      merchant_id: optional(nullable(uuid())),
      warehouse_id: optional(
        described(nullable(uuid()), 'Where it goes to; the warehouse tried first when left out.'),
      ),
      currency: optional(described(currency(), "The organization's base currency when left out.")),
      ...fields,
      lines: list(orderLine(), { min: 1, max: linesMax }),
    }),
    result: id,
  }),
  editPurchaseOrder: defineCommand({
    name: 'purchase.edit_order',
    runs: 'inline',
    summary: 'Edits a draft; lines are replaced as a whole. An approval is taken back.',
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
      'Releases what is left of an order to the warehouse as one receipt. With nothing left it changes nothing.',
    input: object({ order_id: uuid() }),
    result: object({ id: uuid(), receipt_id: nullable(uuid()) }),
  }),
  changePurchaseOrder: defineCommand({
    name: 'purchase.change_order',
    runs: 'inline',
    summary:
      'Changes quantities and prices of a released order or adds lines. Never below what has come or is expected on a receipt: 409 BELOW_COMMITTED.',
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
      'Closes an order: what has not come is not expected any more. Receipts without a count are closed too.',
    input: object({ order_id: uuid(), reason }),
    result: id,
  }),
  cancelPurchaseOrder: defineCommand({
    name: 'purchase.cancel_order',
    runs: 'receiving',
    summary:
      'Cancels an order of which nothing has come. Its receipts are closed empty and its ASNs cancelled.',
    input: object({ order_id: uuid(), reason }),
    result: id,
  }),
};
