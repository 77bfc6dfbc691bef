/** A lot on hold in all places at once: a recall, a quarantine, and their end. */
import { holdKinds, lotHoldKinds } from '../../domain/inventory/holds.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { identifier } from './identifier.ts';
import { stockQty } from './inventory.ts';

const shipmentsOfLot = () =>
  s.object({
    total: s.integer({ min: 0, max: 1e9 }),
    qty: s.described(stockQty(), 'What all of them have of the lot.'),
    is_cut: s.described(s.flag(), 'There are more: `GET /api/wms/lots/shipments` lists them all.'),
    shipments: s.described(
      s.listOf(
        s.object({
          shipment_id: s.uuid(),
          shipment_no: s.text(),
          kind: s.described(s.text(), 'order, direct, transfer or vendor_return.'),
          status: s.text(),
          order_id: s.nullable(s.uuid()),
          order_no: s.nullable(s.text()),
          shipped_at: s.nullable(s.instant()),
          qty: stockQty(),
        }),
      ),
      'At most 200, the newest first.',
    ),
  });

const transfersOfLot = () =>
  s.object({
    total: s.integer({ min: 0, max: 1e9 }),
    qty: s.described(stockQty(), 'What of the lot is between two warehouses.'),
    transfers: s.described(
      s.listOf(
        s.object({
          transfer_id: s.uuid(),
          transfer_no: s.text(),
          status: s.text(),
          from_warehouse_id: s.uuid(),
          to_warehouse_id: s.uuid(),
          qty: stockQty(),
        }),
      ),
      'At most 200, the newest first.',
    ),
  });

export const lotHoldCommands = {
  holdLot: defineCommand({
    name: 'wms.hold_lot',
    runs: 'inventory',
    summary:
      'Puts a lot on hold in all places at once: what is available of it moves to hold, and no order gets any of it until it is released.',
    input: s.object({
      item_id: s.uuid(),
      lot_no: identifier(100),
      kind: s.choice(...holdKinds),
      reason: s.freeText(500),
    }),
    result: s.object({
      item_id: s.uuid(),
      lot_no: s.text(),
      hold_id: s.described(s.uuid(), "The ledger's ref_id of what it moves."),
      kind: s.choice(...lotHoldKinds),
      reason: s.freeText(500),
      is_operators: s.described(s.flag(), "The operator's: a merchant's token does not end it."),
      held_qty: s.described(stockQty(), 'What this call put on hold, in all places.'),
      allocated: s.described(
        shipmentsOfLot(),
        'Shipments that still have some of it in the building. It stays with them, and goes to no customer until it is released (`LOT_ON_HOLD`).',
      ),
      in_transit: s.described(
        transfersOfLot(),
        'Transfers that left with some of it that has not arrived: no order gets it when it does.',
      ),
      shipped: s.described(shipmentsOfLot(), 'Shipments it left with already; a transfer is none of them.'),
    }),
  }),
  releaseLot: defineCommand({
    name: 'wms.release_lot',
    runs: 'inventory',
    summary:
      'Ends the hold of a lot: what it put on hold becomes available again, but for returned units that wait for their disposition.',
    input: s.object({ item_id: s.uuid(), lot_no: identifier(100), reason: s.freeText(500) }),
    result: s.object({
      item_id: s.uuid(),
      lot_no: s.text(),
      hold_id: s.described(s.nullable(s.uuid()), 'Null: the lot was not on hold.'),
      released_qty: s.described(stockQty(), 'What became available, in all places.'),
      kept_qty: s.described(
        stockQty(),
        'What the hold had put on hold and is not freed: lifted or gone since, or needed by returned units that wait for their disposition.',
      ),
    }),
  }),
  followExpiry: defineCommand({
    name: 'wms.follow_expiry',
    runs: 'inventory',
    summary: 'Tells that a lot expires, 30, 7 and 0 days before, and puts one that has expired on hold.',
    input: s.object({ item_id: s.uuid(), lot_no: identifier(100) }),
    result: s.object({
      item_id: s.uuid(),
      lot_no: s.text(),
      told: s.described(
        s.nullable(s.integer({ min: -1, max: 30 })),
        'The days of which it told; -1: it has expired.',
      ),
    }),
  }),
};
