/** Commands of returns. Those that make a receipt or move stock run on `receiving`. */
import { dispositionKinds, grades } from '../../domain/returns/dispositions.ts';
import { returnKinds, wantedOutcomes } from '../../domain/returns/return-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import { identifier } from '../inventory/identifier.ts';
import * as s from '../schema.ts';

const linesMax = 500;
const serialsMax = 2_000;
const placesMax = 50;

const serialNos = () => s.optional(s.nullable(s.list(identifier(100), { max: serialsMax })));

const line = () =>
  s.object({
    order_line_id: s.optional(s.nullable(s.uuid())),
    item_id: s.optional(
      s.described(
        s.nullable(s.uuid()),
        'Instead of order_line_id: the only line of the order with this item, or, without an order, the item.',
      ),
    ),
    qty: s.described(s.qty({ positive: true }), "In the item's base unit."),
    reason_code: s.described(s.code(), 'Why it comes back, in your own words; rules may ask for it.'),
    serial_nos: serialNos(),
    lot_no: s.optional(s.nullable(s.code())),
    wanted: s.optional(s.choice(...wantedOutcomes)),
  });

const lines = () => s.list(line(), { min: 1, max: linesMax });

const id = s.object({ id: s.uuid() });
const ending = s.object({
  return_id: s.uuid(),
  reason: s.optional(s.nullable(s.freeText(500))),
  keep_replacement: s.optional(
    s.flag(),
    'What replaces its goods is sent all the same, or was. Default false: it is cancelled, and once it is released the return does not end.',
  ),
});

export const returnCommands = {
  createReturn: defineCommand({
    name: 'oms.create_return',
    runs: 'inline',
    summary:
      'Asks for a return: of an order, of a shipment, or of goods whose order is unknown (wms.returns.unplanned). Never more than was shipped.',
    input: s.object({
      order_id: s.optional(s.nullable(s.uuid())),
      shipment_id: s.optional(s.nullable(s.uuid())),
      merchant_id: s.optional(s.nullable(s.uuid())),
      warehouse_id: s.optional(
        s.described(s.nullable(s.uuid()), 'Where the goods come to; default: the warehouse they left from.'),
      ),
      kind: s.choice(...returnKinds),
      channel_return_no: s.optional(s.nullable(s.text(100))),
      expires_on: s.optional(s.nullable(s.date())),
      note: s.optional(s.freeText(2_000)),
      lines: lines(),
    }),
    result: s.object({ id: s.uuid(), return_no: s.text() }),
  }),
  addReturnLines: defineCommand({
    name: 'oms.add_return_lines',
    runs: 'receiving',
    summary: 'Adds lines to a return, also while it is being received.',
    input: s.object({ return_id: s.uuid(), lines: lines() }),
    result: id,
  }),
  authorizeReturn: defineCommand({
    name: 'oms.authorize_return',
    runs: 'receiving',
    summary:
      'Authorizes a return and makes the receipt its goods are counted on. Repeating it changes nothing.',
    input: s.object({ return_id: s.uuid() }),
    result: id,
  }),
  rejectReturn: defineCommand({
    name: 'oms.reject_return',
    runs: 'receiving',
    summary: 'Rejects a return of which nothing was received, and closes its receipt.',
    input: ending,
    result: id,
  }),
  cancelReturn: defineCommand({
    name: 'oms.cancel_return',
    runs: 'receiving',
    summary: 'Cancels a return of which nothing was received, and closes its receipt.',
    input: ending,
    result: id,
  }),
  expireReturn: defineCommand({
    name: 'oms.expire_return',
    runs: 'receiving',
    summary:
      'Expires an authorized return whose day is past and of which nothing came, and closes its receipt.',
    input: s.object({ return_id: s.uuid() }),
    result: s.object({ id: s.uuid(), expired: s.flag() }),
  }),
  closeReturn: defineCommand({
    name: 'oms.close_return',
    runs: 'receiving',
    summary: 'Closes a return whose units have all been disposed of. Repeating it changes nothing.',
    input: s.object({ return_id: s.uuid() }),
    result: id,
  }),
  creditReturn: defineCommand({
    name: 'oms.credit_return',
    runs: 'inline',
    summary:
      'Drafts the credit note of returned units against the invoice of their order, for the standard edition. Never more than was inspected or invoiced.',
    input: s.object({
      return_id: s.uuid(),
      lines: s.optional(
        s.list(
          s.object({
            return_line_id: s.uuid(),
            inspection_id: s.optional(
              s.described(
                s.nullable(s.uuid()),
                'Required with qty when the line was inspected several times.',
              ),
            ),
            qty: s.described(
              s.optional(s.nullable(s.qty({ positive: true }))),
              'Default: all that came back, was inspected and is not credited yet.',
            ),
            credit_percent: s.described(
              s.optional(s.nullable(s.decimalNumber({ places: 2, positive: true, below: 100.01 }))),
              'How much of their price is credited; default: what their rule says, else all of it.',
            ),
          }),
          { min: 1, max: linesMax },
        ),
        'Default: all lines whose goods are to be refunded, without the units that were disposed of as customer.',
      ),
      restocking_fee: s.optional(
        s.nullable(s.money({ min: 0 })),
        'Comes off what is credited, in its currency, and carries no tax. Default: what the rules of the units say, up to what is credited.',
      ),
      fee_item_id: s.optional(s.nullable(s.uuid()), 'The billing item that says where the fee is booked.'),
      invoice_date: s.optional(s.date(), 'Default: today.'),
      note: s.optional(s.freeText(4_000)),
    }),
    result: s.object({ id: s.uuid(), credit_note_id: s.uuid() }),
  }),
  receiveReturn: defineCommand({
    name: 'oms.receive_return',
    runs: 'receiving',
    summary:
      'Takes units of a return in at once: counts, inspects and disposes of them, all or nothing. When nothing more is expected the counting ends.',
    input: s.object({
      return_id: s.uuid(),
      lines: s.list(
        s.object({
          return_line_id: s.uuid(),
          qty: s.qty({ positive: true }),
          grade: s.optional(s.choice(...grades), 'Default A.'),
          disposition: s.optional(
            s.choice(...dispositionKinds),
            'Default: what their rule says, else they wait on hold. A rule that says customer leaves them on hold when the return names no order.',
          ),
          to_item_id: s.optional(
            s.uuid(),
            'downgrade: the item they become. A rule that says downgrade leaves them on hold without it.',
          ),
          reason_code: s.optional(s.code(), 'Why they are scrapped; default: return.'),
          location_id: s.optional(s.uuid(), 'Default: where goods arrive (staging).'),
          lot_no: s.optional(s.code()),
          expiry_date: s.optional(s.date()),
          serial_nos: s.optional(s.list(identifier(100), { max: serialsMax })),
        }),
        { min: 1, max: linesMax },
      ),
      complete: s.optional(s.flag(), 'The rest does not come: the counting ends.'),
    }),
    result: id,
  }),
  inspectReturn: defineCommand({
    name: 'wms.inspect_return',
    runs: 'receiving',
    summary: 'Records what inspection found of received units. An inspection is never changed.',
    input: s.object({
      return_id: s.uuid(),
      return_line_id: s.uuid(),
      qty: s.qty({ positive: true }),
      sampled_qty: s.optional(
        s.described(
          s.nullable(s.qty({ positive: true })),
          'How many of them were looked at, where the rule asks for a sample. Default: all.',
        ),
      ),
      grade: s.choice(...grades),
      defects: s.optional(s.list(s.text(100), { max: 20 })),
      serial_nos: serialNos(),
      minutes: s.optional(s.nullable(s.decimalNumber({ places: 2, min: 0, below: 1e5 }))),
      note: s.optional(s.freeText(2_000)),
    }),
    result: s.object({ id: s.uuid(), inspection_id: s.uuid() }),
  }),
  disposeReturn: defineCommand({
    name: 'wms.dispose_return',
    runs: 'receiving',
    summary:
      'Decides what becomes of inspected units, and posts it: restock makes them available, downgrade makes them another item, scrap takes them out of stock; quarantine, vendor and refurbish leave them on hold, vendor on a return to the vendor if one is named, here or by their return rule; customer sends them back in a direct shipment.',
    input: s.object({
      return_id: s.uuid(),
      inspection_id: s.uuid(),
      kind: s.optional(
        s.described(
          s.nullable(s.choice(...dispositionKinds)),
          'Default: what the rule of the inspected units says.',
        ),
      ),
      qty: s.optional(
        s.described(s.nullable(s.qty({ positive: true })), 'Default: all that is left of the inspection.'),
      ),
      location_id: s.optional(
        s.described(
          s.nullable(s.uuid()),
          'Where the units are. Required for restock, downgrade, scrap and customer.',
        ),
      ),
      places: s.optional(
        s.described(
          s.nullable(
            s.list(s.object({ location_id: s.uuid(), qty: s.qty({ positive: true }) }), {
              min: 1,
              max: placesMax,
            }),
          ),
          'Instead of location_id and qty: units of one inspection that lie in several places, to be restocked, downgraded or scrapped together.',
        ),
      ),
      lot_no: s.optional(s.nullable(s.code())),
      stock_status: s.optional(
        s.described(
          s.nullable(s.choice('hold', 'damaged')),
          'As what they came in; default: hold while enough of them are, else damaged.',
        ),
      ),
      to_item_id: s.optional(s.described(s.nullable(s.uuid()), 'downgrade: the item they become.')),
      vendor_return_id: s.optional(
        s.described(
          s.nullable(s.uuid()),
          'vendor: the draft of a return to a vendor that they join, from location_id.',
        ),
      ),
      vendor_id: s.optional(
        s.described(
          s.nullable(s.uuid()),
          'vendor: they join the newest draft to this vendor, which is made when there is none.',
        ),
      ),
      ship_to: s.optional(
        s.described(s.nullable(s.openObject()), "customer: where they go; default: the order's address."),
      ),
      reason_code: s.optional(
        s.described(s.nullable(s.code()), 'A reason code of the warehouse; default: return.'),
      ),
      serial_nos: serialNos(),
      note: s.optional(s.freeText(2_000)),
    }),
    result: s.object({ id: s.uuid(), disposition_id: s.uuid() }),
  }),
};
