/** Commands of drayage orders and container events. */
import { classifiers, containerCodeNames } from '../../domain/drayage/container-events.ts';
import { place } from '../catalog/master-data.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  code,
  currency,
  date,
  described,
  flag,
  freeText,
  instant,
  integer,
  money,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

const freeDays = () => integer({ min: 0, max: 365 });

/** The terms agreed with terminal and carrier. */
export const drayageTerms = {
  demurrage_free_days: optional(
    described(
      freeDays(),
      'Free days at the terminal, from the day after the container is available; default 4.',
    ),
  ),
  per_diem_free_days: optional(described(freeDays(), 'Free days from the day after pickup; default 4.')),
  demurrage_rate: optional(described(nullable(money({ min: 0 })), 'Per day after the free days.')),
  per_diem_rate: optional(described(nullable(money({ min: 0 })), 'Per day after the free days.')),
};

/** A container event as a tracker or a person reports it. */
export const containerEventFields = {
  code: choice(...containerCodeNames),
  dcsa_code: optional(described(text(10), 'The DCSA code; filled in when omitted.')),
  classifier: optional(described(choice(...classifiers), 'Default actual.')),
  occurred_at: instant(),
  location: optional(nullable(text(200))),
  source: optional(described(text(50), 'The source of the report; default manual.')),
  external_id: optional(
    described(text(200), "The source's own id of the event: sending it again changes nothing."),
  ),
  last_free_day: optional(described(nullable(date()), 'The last free day stated by the terminal.')),
  corrects_event_id: optional(
    described(nullable(uuid()), 'The event of the same trip that this one replaces.'),
  ),
};

const id = object({ id: uuid() });

export const drayageCommands = {
  createDrayageOrder: defineCommand({
    name: 'drayage.create_order',
    runs: 'inline',
    summary: 'Plans the pickup of a container.',
    input: object({
      merchant_id: optional(nullable(uuid())),
      warehouse_id: optional(nullable(uuid())),
      container_no: code(20),
      pickup: place(),
      delivery: place(),
      carrier_id: optional(nullable(uuid())),
      seal_no: optional(nullable(text(50))),
      size_type: optional(described(nullable(text(10)), 'Such as 22G1 or 45G1.')),
      currency: optional(currency()),
      note: optional(freeText(2_000)),
      ...drayageTerms,
    }),
    result: id,
  }),
  dispatchDrayageOrder: defineCommand({
    name: 'drayage.dispatch_order',
    runs: 'inline',
    summary: 'Sends a driver for the container.',
    input: object({ order_id: uuid(), carrier_id: optional(uuid()) }),
    result: id,
  }),
  completeDrayageOrder: defineCommand({
    name: 'drayage.complete_order',
    runs: 'receiving',
    summary:
      "Completes an order from any open state and creates its one receipt: with the lines of the container's ASN, else blind.",
    input: object({ order_id: uuid() }),
    result: object({ id: uuid(), receipt_id: uuid() }),
  }),
  cancelDrayageOrder: defineCommand({
    name: 'drayage.cancel_order',
    runs: 'inline',
    summary: 'Cancels an order whose container was not picked up.',
    input: object({ order_id: uuid() }),
    result: id,
  }),
  changeDrayageTerms: defineCommand({
    name: 'drayage.change_terms',
    runs: 'inline',
    summary: 'Changes free days and rates; the clocks are recomputed and their earlier readings kept.',
    input: object({ order_id: uuid(), ...drayageTerms }),
    result: id,
  }),
  recordContainerEvent: defineCommand({
    name: 'drayage.record_container_event',
    runs: 'inline',
    summary:
      "Records a container event. The container's state and clocks follow; full_out and delivered move its order, never backwards.",
    input: object({
      container_no: text(20),
      merchant_id: optional(nullable(uuid())),
      ...containerEventFields,
    }),
    result: object({ id: uuid(), existing: flag() }),
  }),
};
