/** Commands of transport orders, their tenders, tracking, proofs of delivery and freight bills. */
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { freightBases } from '../../domain/transport/freight-basis.ts';
import { podFilesMax, podBytesMax, podTypes } from '../../domain/transport/pod-files.ts';
import { trackingCodes } from '../../domain/transport/tracking.ts';
import { place } from '../catalog/master-data.ts';
import { defineCommand } from '../engine/define-command.ts';
import { rateField } from '../journal/journal.ts';
import {
  choice,
  currency,
  date,
  described,
  flag,
  freeText,
  instant,
  integer,
  list,
  listOf,
  money,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

const onOrder = { order_id: uuid() };
const result = object({ id: uuid() });

export const transportCommands = {
  createTransport: defineCommand({
    name: 'tms.create_transport_order',
    runs: 'inline',
    summary: 'Creates a transport order, usually for a load; a load has one at a time.',
    input: object({
      load_id: optional(nullable(uuid())),
      warehouse_id: optional(described(nullable(uuid()), "Default: the load's.")),
      ship_mode: optional(described(choice(...shipModes), "Default: the load's, else tl.")),
      origin: optional(described(place(), "Default: the warehouse's name and address.")),
      destination: optional(described(place(), "Default: the load's ship_to.")),
      pickup_date: optional(nullable(date())),
      delivery_date: optional(nullable(date())),
      note: optional(freeText(1000)),
    }),
    result,
  }),
  assignCarrier: defineCommand({
    name: 'tms.assign_carrier',
    runs: 'inline',
    summary:
      'Tenders the order to a carrier at a rate. With a deadline it waits for the answer; without one the carrier has already agreed. An earlier tender is withdrawn and kept.',
    input: object({
      ...onOrder,
      carrier_id: uuid(),
      rate: money({ min: 0 }),
      currency: optional(described(currency(), "Default: the organization's base currency.")),
      expires_at: optional(described(instant(), 'The deadline for the answer, in the future.')),
    }),
    result,
  }),
  answerTender: defineCommand({
    name: 'tms.answer_tender',
    runs: 'inline',
    summary: "Records the carrier's answer to the open tender.",
    input: object({ ...onOrder, answer: choice('accepted', 'declined'), reason: optional(text(500)) }),
    result,
  }),
  expireTender: defineCommand({
    name: 'tms.expire_tender',
    runs: 'events',
    summary: 'Expires a tender nobody answered in time; its order is planned again.',
    input: object({ ...onOrder, tender_id: uuid() }),
    result: object({ id: uuid(), expired: flag() }),
  }),
  dispatchTransport: defineCommand({
    name: 'tms.dispatch_transport_order',
    runs: 'inline',
    summary: 'Dispatches the accepted carrier to the pickup.',
    input: object(onOrder),
    result,
  }),
  recordTracking: defineCommand({
    name: 'tms.record_tracking',
    runs: 'inventory',
    summary:
      "Records a tracking event of an order. The status follows by occurred_at and never goes back; delivered also delivers the load's shipments.",
    input: object({
      ...onOrder,
      code: choice(...trackingCodes),
      occurred_at: instant(),
      location: optional(nullable(text(200))),
      note: optional(freeText(1000)),
      source: optional(described(text(50), 'Who reports; default manual.')),
      external_id: optional(
        described(text(100), "The reporter's own id: sending one again changes nothing."),
      ),
      signed_by: optional(text(200)),
    }),
    result: object({ id: uuid(), event_id: uuid(), existing: flag() }),
  }),
  addProofOfDelivery: defineCommand({
    name: 'tms.add_proof_of_delivery',
    runs: 'inventory',
    summary:
      'Stores files that prove the delivery, which also delivers an order in transit. The bytes are already in the file store.',
    input: object({
      ...onOrder,
      files: list(
        object({
          filename: text(200),
          content_type: choice(...podTypes),
          size_bytes: integer({ min: 1, max: podBytesMax }),
          sha256: text(64),
        }),
        { min: 1, max: podFilesMax },
      ),
      signed_by: optional(text(200)),
      delivered_at: optional(instant()),
    }),
    result: object({ id: uuid(), file_ids: listOf(uuid()) }),
  }),
  completeTransport: defineCommand({
    name: 'tms.complete_transport_order',
    runs: 'inline',
    summary: 'Closes a delivered order.',
    input: object(onOrder),
    result,
  }),
  cancelTransport: defineCommand({
    name: 'tms.cancel_transport_order',
    runs: 'inline',
    summary: 'Cancels an order that is not in transit; its load is free for another order.',
    input: object({ ...onOrder, reason: optional(text(500)) }),
    result,
  }),
  billFreight: defineCommand({
    name: 'tms.bill_freight',
    runs: 'inline',
    summary:
      "Creates the draft freight bill of an order: the carrier's amount split among the merchants on the load, exact to the cent.",
    input: object({
      ...onOrder,
      amount: optional(described(money({ positive: true }), 'Default: the accepted rate.')),
      basis: optional(
        described(
          choice(...freightBases),
          'Default: weight, else the first of volume, pallets and units known for every item.',
        ),
      ),
      vendor_bill_no: optional(nullable(text(100))),
      bill_date: optional(date()),
      exchange_rate: optional(
        described(
          rateField(),
          'Base currency for one unit of the currency the carrier agreed to; required if that is another one.',
        ),
      ),
      rebill_item_id: optional(
        described(
          nullable(uuid()),
          'The billing item the merchants are charged with; default: the oldest active one in the category freight. Null charges nobody.',
        ),
      ),
    }),
    result,
  }),
};
