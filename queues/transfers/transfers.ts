/** Commands of transfers between warehouses. Those that move stock run where stock of that kind moves. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { missingOutcomes } from '../../domain/transfers/transfer-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { namedSerials } from '../shipping/shipments.ts';

const linesMax = 500;

const transfer = { transfer_id: s.uuid() };
const id = s.object({ id: s.uuid() });

export const transferCommands = {
  createTransfer: defineCommand({
    name: 'wms.create_transfer',
    runs: 'allocation',
    summary:
      'Drafts a transfer from one warehouse to another; with release, releases it at once or does nothing at all.',
    input: s.object({
      merchant_id: s.optional(s.nullable(s.uuid())),
      from_warehouse_id: s.uuid(),
      to_warehouse_id: s.uuid(),
      ship_mode: s.optional(s.choice(...shipModes), 'Default ltl.'),
      carrier_code: s.optional(s.nullable(s.code())),
      expected_date: s.optional(s.nullable(s.date()), 'When the goods are expected at the destination.'),
      note: s.optional(s.freeText(2_000)),
      release: s.optional(s.flag(), 'Releases it as well.'),
      lines: s.list(
        s.object({
          item_id: s.uuid(),
          qty: s.described(s.qty({ positive: true }), "In the item's base unit."),
        }),
        { min: 1, max: linesMax },
      ),
    }),
    result: s.object({ id: s.uuid(), transfer_no: s.text() }),
  }),
  releaseTransfer: defineCommand({
    name: 'wms.release_transfer',
    runs: 'allocation',
    summary:
      'Releases a transfer: a shipment at the source holds its stock, a receipt at the destination waits for it. Repeating it changes nothing.',
    input: s.object(transfer),
    result: id,
  }),
  shipTransfer: defineCommand({
    name: 'wms.ship_transfer',
    runs: 'inventory',
    summary:
      'Ships a transfer as its shipment: skipped steps are confirmed in order, and the stock is in transit. Repeating it changes nothing.',
    input: s.object({
      ...transfer,
      tracking_no: s.optional(s.text(100)),
      carrier_code: s.optional(s.code()),
      serials: namedSerials(),
    }),
    result: id,
  }),
  cancelTransfer: defineCommand({
    name: 'wms.cancel_transfer',
    runs: 'inventory',
    summary: 'Cancels a transfer before it is shipped, with its shipment and its receipt.',
    input: s.object({ ...transfer, reason: s.optional(s.nullable(s.freeText(500))) }),
    result: id,
  }),
  closeTransfer: defineCommand({
    name: 'wms.close_transfer',
    runs: 'receiving',
    summary:
      'Closes a shipped transfer and ends its receipt. What never arrived is written off, is back at the source, or is claimed and stays in transit until it is closed again.',
    input: s.object({
      ...transfer,
      missing: s.optional(
        s.nullable(s.choice(...missingOutcomes)),
        'Required while something is in transit.',
      ),
      reason_code: s.optional(s.nullable(s.code()), "With missing: one of the organization's reason codes."),
      note: s.optional(s.nullable(s.freeText(500))),
      location_id: s.optional(
        s.nullable(s.uuid()),
        'With back: where the goods are at the source; default: where goods arrive there (staging).',
      ),
    }),
    result: id,
  }),
};
