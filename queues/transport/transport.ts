/** Commands of transport orders, their tenders, tracking, proofs of delivery and freight bills. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { freightBases } from '../../domain/transport/freight-basis.ts';
import { podFilesMax, podBytesMax, podTypes } from '../../domain/transport/pod-files.ts';
import { trackingCodes } from '../../domain/transport/tracking.ts';
import { place } from '../catalog/master-data.ts';
import { defineCommand } from '../engine/define-command.ts';
import { rateField } from '../journal/journal.ts';
import * as s from '../schema.ts';

const onOrder = { order_id: s.uuid() };
const result = s.object({ id: s.uuid() });

export const transportCommands = {
  createTransport: defineCommand({
    name: 'tms.create_transport_order',
    runs: 'inline',
    summary: 'Creates a transport order, usually for a load; a load has one at a time.',
    input: s.object({
      load_id: s.optional(s.nullable(s.uuid())),
      warehouse_id: s.optional(s.nullable(s.uuid()), "Default: the load's."),
      ship_mode: s.optional(s.choice(...shipModes), "Default: the load's, else tl."),
      origin: s.optional(place(), "Default: the warehouse's name and address."),
      destination: s.optional(place(), "Default: the load's ship_to."),
      pickup_date: s.optional(s.nullable(s.date())),
      delivery_date: s.optional(s.nullable(s.date())),
      note: s.optional(s.freeText(1000)),
    }),
    result,
  }),
  assignCarrier: defineCommand({
    name: 'tms.assign_carrier',
    runs: 'inline',
    summary:
      'Tenders the order to a carrier at a rate. With a deadline it waits for the answer; without one the carrier has already agreed. An earlier tender is withdrawn and kept.',
    input: s.object({
      ...onOrder,
      carrier_id: s.uuid(),
      rate: s.money({ min: 0 }),
      currency: s.optional(s.currency(), "Default: the organization's base currency."),
      expires_at: s.optional(s.instant(), 'The deadline for the answer, in the future.'),
    }),
    result,
  }),
  answerTender: defineCommand({
    name: 'tms.answer_tender',
    runs: 'inline',
    summary: "Records the carrier's answer to the open tender.",
    input: s.object({
      ...onOrder,
      answer: s.choice('accepted', 'declined'),
      tender_id: s.optional(
        s.uuid(),
        'The offer that is answered; another that took its place is not answered with it. Default: the open one.',
      ),
      reason: s.optional(s.text(500)),
    }),
    result,
  }),
  expireTender: defineCommand({
    name: 'tms.expire_tender',
    runs: 'events',
    summary: 'Expires a tender nobody answered in time; its order is planned again.',
    input: s.object({ ...onOrder, tender_id: s.uuid() }),
    result: s.object({ id: s.uuid(), expired: s.flag() }),
  }),
  dispatchTransport: defineCommand({
    name: 'tms.dispatch_transport_order',
    runs: 'inline',
    summary: 'Dispatches the accepted carrier to the pickup.',
    input: s.object(onOrder),
    result,
  }),
  recordTracking: defineCommand({
    name: 'tms.record_tracking',
    runs: 'inventory',
    summary:
      "Records a tracking event of an order. The status follows by occurred_at and never goes back; delivered also delivers the load's shipments.",
    input: s.object({
      ...onOrder,
      code: s.choice(...trackingCodes),
      occurred_at: s.instant(),
      location: s.optional(s.nullable(s.text(200))),
      note: s.optional(s.freeText(1000)),
      source: s.optional(s.text(50), 'Who reports; default manual.'),
      external_id: s.optional(s.text(100), "The reporter's own id: sending one again changes nothing."),
      signed_by: s.optional(s.text(200)),
    }),
    result: s.object({ id: s.uuid(), event_id: s.uuid(), existing: s.flag() }),
  }),
  addProofOfDelivery: defineCommand({
    name: 'tms.add_proof_of_delivery',
    runs: 'inventory',
    summary:
      'Stores files that prove the delivery, which also delivers an order in transit. The bytes are already in the file store.',
    input: s.object({
      ...onOrder,
      files: s.list(
        s.object({
          filename: s.text(200),
          content_type: s.choice(...podTypes),
          size_bytes: s.integer({ min: 1, max: podBytesMax }),
          sha256: s.text(64),
        }),
        { min: 1, max: podFilesMax },
      ),
      signed_by: s.optional(s.text(200)),
      delivered_at: s.optional(s.instant()),
    }),
    result: s.object({ id: s.uuid(), file_ids: s.listOf(s.uuid()) }),
  }),
  completeTransport: defineCommand({
    name: 'tms.complete_transport_order',
    runs: 'inline',
    summary: 'Closes a delivered order.',
    input: s.object(onOrder),
    result,
  }),
  cancelTransport: defineCommand({
    name: 'tms.cancel_transport_order',
    runs: 'inline',
    summary: 'Cancels an order that is not in transit; its load is free for another order.',
    input: s.object({ ...onOrder, reason: s.optional(s.text(500)) }),
    result,
  }),
  billFreight: defineCommand({
    name: 'tms.bill_freight',
    runs: 'inline',
    summary:
      "Creates the draft freight bill of an order: the carrier's amount split among the merchants on the load, exact to the cent.",
    input: s.object({
      ...onOrder,
      amount: s.optional(s.money({ positive: true }), 'Default: the accepted rate.'),
      basis: s.optional(
        s.choice(...freightBases),
        'Default: weight, else the first of volume, pallets and units known for every item.',
      ),
      vendor_bill_no: s.optional(s.nullable(s.text(100))),
      bill_date: s.optional(s.date()),
      exchange_rate: s.optional(
        rateField(),
        'Base currency for one unit of the currency the carrier agreed to; required if that is another one.',
      ),
      rebill_item_id: s.optional(
        s.nullable(s.uuid()),
        'The billing item the merchants are charged with; default: the oldest active one in the category freight. Null charges nobody.',
      ),
    }),
    result,
  }),
};
