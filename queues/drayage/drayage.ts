/** Commands of drayage orders and container events. */
import { classifiers, containerCodeNames } from '../../domain/drayage/container-events.ts';
import { place } from '../catalog/master-data.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const freeDays = () => s.integer({ min: 0, max: 365 });

/** The terms agreed with terminal and carrier. */
export const drayageTerms = {
  demurrage_free_days: s.optional(
    freeDays(),
    'Free days at the terminal, from the day after the container is available; default 4.',
  ),
  per_diem_free_days: s.optional(freeDays(), 'Free days from the day after pickup; default 4.'),
  demurrage_rate: s.optional(s.nullable(s.money({ min: 0 })), 'Per day after the free days.'),
  per_diem_rate: s.optional(s.nullable(s.money({ min: 0 })), 'Per day after the free days.'),
};

/** A container event as a tracker or a person reports it. */
export const containerEventFields = {
  code: s.choice(...containerCodeNames),
  dcsa_code: s.optional(s.text(10), 'The DCSA code; filled in when omitted.'),
  classifier: s.optional(s.choice(...classifiers), 'Default actual.'),
  occurred_at: s.instant(),
  location: s.optional(s.nullable(s.text(200))),
  source: s.optional(s.text(50), 'The source of the report; default manual.'),
  external_id: s.optional(s.text(200), "The source's own id of the event: sending it again changes nothing."),
  last_free_day: s.optional(s.nullable(s.date()), 'The last free day stated by the terminal.'),
  corrects_event_id: s.optional(s.nullable(s.uuid()), 'The event of the same trip that this one replaces.'),
};

const id = s.object({ id: s.uuid() });

export const drayageCommands = {
  createDrayageOrder: defineCommand({
    name: 'drayage.create_order',
    runs: 'inline',
    summary: 'Plans the pickup of a container.',
    input: s.object({
      merchant_id: s.optional(s.nullable(s.uuid())),
      warehouse_id: s.optional(s.nullable(s.uuid())),
      container_no: s.code(20),
      pickup: place(),
      delivery: place(),
      carrier_id: s.optional(s.nullable(s.uuid())),
      seal_no: s.optional(s.nullable(s.text(50))),
      size_type: s.optional(s.nullable(s.text(10)), 'Such as 22G1 or 45G1.'),
      currency: s.optional(s.currency()),
      note: s.optional(s.freeText(2_000)),
      ...drayageTerms,
    }),
    result: id,
  }),
  dispatchDrayageOrder: defineCommand({
    name: 'drayage.dispatch_order',
    runs: 'inline',
    summary: 'Sends a driver for the container.',
    input: s.object({ order_id: s.uuid(), carrier_id: s.optional(s.uuid()) }),
    result: id,
  }),
  completeDrayageOrder: defineCommand({
    name: 'drayage.complete_order',
    runs: 'receiving',
    summary:
      "Completes an order from any open state and creates its one receipt: with the lines of the container's ASN, else blind.",
    input: s.object({ order_id: s.uuid() }),
    result: s.object({ id: s.uuid(), receipt_id: s.uuid() }),
  }),
  cancelDrayageOrder: defineCommand({
    name: 'drayage.cancel_order',
    runs: 'inline',
    summary: 'Cancels an order whose container was not picked up.',
    input: s.object({ order_id: s.uuid() }),
    result: id,
  }),
  changeDrayageTerms: defineCommand({
    name: 'drayage.change_terms',
    runs: 'inline',
    summary: 'Changes free days and rates; the clocks are recomputed and their earlier readings kept.',
    input: s.object({ order_id: s.uuid(), ...drayageTerms }),
    result: id,
  }),
  recordContainerEvent: defineCommand({
    name: 'drayage.record_container_event',
    runs: 'inline',
    summary:
      "Records a container event. The container's state and clocks follow; full_out and delivered move its order, never backwards.",
    input: s.object({
      container_no: s.text(20),
      merchant_id: s.optional(s.nullable(s.uuid())),
      ...containerEventFields,
    }),
    result: s.object({ id: s.uuid(), existing: s.flag() }),
  }),
};
