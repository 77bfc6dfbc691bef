/** Commands of advance shipping notices. */
import Joi from 'joi';
import { hasCheckDigit } from '../../domain/inventory/sscc.ts';
import { etaReasons } from '../../domain/purchase/asn-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

const linesMax = 1_000;
const cartonsMax = 2_000;

/** A serial shipping container code, 18 digits with its check digit. */
const sscc = () =>
  s.custom<string>(
    Joi.string()
      .pattern(/^\d{18}$/, 'SSCC')
      .custom((value: string, helpers) => (hasCheckDigit(value) ? value : helpers.error('sscc.check_digit')))
      .messages({
        'string.pattern.name': '{{#label}} must be the 18 digits of an SSCC',
        'sscc.check_digit': '{{#label}} has a wrong check digit',
      }),
  );

const goods = {
  qty: s.qty({ positive: true }),
  uom: s.optional(s.nullable(s.text(20))),
  lot_no: s.optional(s.nullable(s.code())),
  expiry_date: s.optional(s.nullable(s.date())),
};

const noticeLine = () => s.object({ item_id: s.uuid(), ...goods });

/** The goods of one line as an ASN states them, without the item. */
export const noticeGoods = goods;

const weight = () => s.optional(s.nullable(s.decimalNumber({ places: 3, below: 1e6, positive: true })));

/** A timestamp, or the start of a day. */
export const etaField = () =>
  s.described(s.instant({ dateAllowed: true }), 'ISO 8601 date-time, or a day at the warehouse.');

export const noticeFields = {
  eta: s.optional(s.nullable(etaField())),
  container_no: s.optional(s.nullable(s.code(20))),
  seal_no: s.optional(s.nullable(s.text(50))),
  carrier: s.optional(s.nullable(s.text(100))),
  tracking_no: s.optional(s.nullable(s.text(100))),
  bol_no: s.optional(s.nullable(s.text(50))),
  vendor_ref: s.optional(s.nullable(s.text(100))),
  note: s.optional(s.freeText(2_000)),
};

export const ssccField = sscc;
export const cartonWeight = weight;

const id = s.object({ id: s.uuid() });

export const asnCommands = {
  createAsn: defineCommand({
    name: 'purchase.create_asn',
    runs: 'inline',
    summary:
      'Announces a delivery. With po_id alone it copies what is neither received nor announced yet; lines or cartons state its contents.',
    input: s.object({
      po_id: s.optional(s.nullable(s.uuid())),
      merchant_id: s.optional(s.nullable(s.uuid())),
      warehouse_id: s.optional(s.nullable(s.uuid())),
      vendor_id: s.optional(s.nullable(s.uuid())),
      ...noticeFields,
      lines: s.optional(s.list(noticeLine(), { min: 1, max: linesMax })),
      cartons: s.optional(
        s.list(
          s.object({
            sscc: sscc(),
            weight_kg: weight(),
            lines: s.list(noticeLine(), { min: 1, max: 50 }),
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
    input: s.object({
      asn_id: s.uuid(),
      eta: etaField(),
      reason: s.optional(s.choice(...etaReasons)),
      note: s.optional(s.freeText(500)),
    }),
    result: id,
  }),
  departAsn: defineCommand({
    name: 'purchase.depart_asn',
    runs: 'inline',
    summary: 'Marks a delivery as in transit.',
    input: s.object({ asn_id: s.uuid() }),
    result: id,
  }),
  arriveAsn: defineCommand({
    name: 'purchase.arrive_asn',
    runs: 'receiving',
    summary:
      'Marks a delivery as arrived. Its goods are counted on an open receipt of the order that expects them, or on a new one with its lines.',
    input: s.object({ asn_id: s.uuid() }),
    result: id,
  }),
  cancelAsn: defineCommand({
    name: 'purchase.cancel_asn',
    runs: 'inline',
    summary: 'Cancels a delivery that has not arrived.',
    input: s.object({ asn_id: s.uuid() }),
    result: id,
  }),
};
