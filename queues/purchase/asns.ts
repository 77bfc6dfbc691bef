/** Commands of advance shipping notices. */
import Joi from 'joi';
import { hasCheckDigit } from '../../domain/inventory/sscc.ts';
import { etaReasons } from '../../domain/purchase/asn-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import {
  choice,
  code,
  custom,
  date,
  decimalNumber,
  described,
  freeText,
  instant,
  list,
  nullable,
  object,
  optional,
  qty,
  text,
  uuid,
} from '../schema.ts';

const linesMax = 1_000;
const cartonsMax = 2_000;

/** A serial shipping container code, 18 digits with its check digit. */
const sscc = () =>
  custom<string>(
    Joi.string()
      .pattern(/^\d{18}$/, 'SSCC')
      .custom((value: string, helpers) => (hasCheckDigit(value) ? value : helpers.error('sscc.check_digit')))
      .messages({
        'string.pattern.name': '{{#label}} must be the 18 digits of an SSCC',
        'sscc.check_digit': '{{#label}} has a wrong check digit',
      }),
  );

const goods = {
  qty: qty({ positive: true }),
  uom: optional(nullable(text(20))),
  lot_no: optional(nullable(code())),
  expiry_date: optional(nullable(date())),
};

const noticeLine = () => object({ item_id: uuid(), ...goods });

/** The goods of one line as an ASN states them, without the item. */
export const noticeGoods = goods;

const weight = () => optional(nullable(decimalNumber({ places: 3, below: 1e6, positive: true })));

/** A timestamp, or the start of a day. */
export const etaField = () =>
  described(instant({ dateAllowed: true }), 'ISO 8601 date-time, or a day at the warehouse.');

export const noticeFields = {
  eta: optional(nullable(etaField())),
  container_no: optional(nullable(code(20))),
  seal_no: optional(nullable(text(50))),
  carrier: optional(nullable(text(100))),
  tracking_no: optional(nullable(text(100))),
  bol_no: optional(nullable(text(50))),
  vendor_ref: optional(nullable(text(100))),
  note: optional(freeText(2_000)),
};

export const ssccField = sscc;
export const cartonWeight = weight;

const id = object({ id: uuid() });

export const asnCommands = {
  createAsn: defineCommand({
    name: 'purchase.create_asn',
    runs: 'inline',
    summary:
      'Announces a delivery. With po_id alone it copies what is neither received nor announced yet; lines or cartons state its contents.',
    input: object({
      po_id: optional(nullable(uuid())),
      merchant_id: optional(nullable(uuid())),
      warehouse_id: optional(nullable(uuid())),
      vendor_id: optional(nullable(uuid())),
      ...noticeFields,
      lines: optional(list(noticeLine(), { min: 1, max: linesMax })),
      cartons: optional(
        list(
          object({
            sscc: sscc(),
            weight_kg: weight(),
            lines: list(noticeLine(), { min: 1, max: 50 }),
          }),
          { min: 1, max: cartonsMax },
        ),
      ),
    }),
    result: id,
  }),
  setAsnEta: defineCommand({
    name: 'purchase.set_asn_eta',
    runs: 'inline',
    summary: 'Sets when a delivery is expected, and keeps the earlier dates.',
    input: object({
      asn_id: uuid(),
      eta: etaField(),
      reason: optional(choice(...etaReasons)),
      note: optional(freeText(500)),
    }),
    result: id,
  }),
  departAsn: defineCommand({
    name: 'purchase.depart_asn',
    runs: 'inline',
    summary: 'Marks a delivery as in transit.',
    input: object({ asn_id: uuid() }),
    result: id,
  }),
  arriveAsn: defineCommand({
    name: 'purchase.arrive_asn',
    runs: 'receiving',
    summary:
      'Marks a delivery as arrived. Its goods are counted on an open receipt of the order that expects them, or on a new one with its lines.',
    input: object({ asn_id: uuid() }),
    result: id,
  }),
  cancelAsn: defineCommand({
    name: 'purchase.cancel_asn',
    runs: 'inline',
    summary: 'Cancels a delivery that has not arrived.',
    input: object({ asn_id: uuid() }),
    result: id,
  }),
};
