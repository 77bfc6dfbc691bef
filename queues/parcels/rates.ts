/** What carriers would take for parcels: for cartons of a shipment, or for a basket before there is an order. */
import { hazardClasses } from '../../domain/catalog/hazard.ts';
import { choices } from '../../domain/parcels/choose-quote.ts';
import { hazardClass } from '../catalog/hazard-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { carrierOptions } from './carrier-options.ts';
import { cartonNumber, givenWeight, measure, plannedSscc } from './parcels.ts';

/** Asked at once, each in its own time. */
export const accountsAskedMax = 20;

/** Parcels of one question. */
const parcelsAskedMax = 10;

/** Of all parcels together: they are kept, and answered in one piece. */
export const quotesMax = 1_000;

const parcelNo = () =>
  s.described(
    s.integer({ min: 1, max: parcelsAskedMax }),
    'Which of the parcels asked about, in their order.',
  );

const basketParcel = s.object({
  weight_kg: measure(),
  length_cm: s.optional(measure()),
  width_cm: s.optional(measure()),
  height_cm: s.optional(measure()),
});

const quote = s.object({
  quote_id: s.uuid(),
  parcel_no: parcelNo(),
  carton_id: s.nullable(s.uuid()),
  planned_sscc: plannedSscc(),
  account_id: s.uuid(),
  account_name: s.freeText(),
  carrier_code: s.nullable(s.freeText()),
  service_code: s.freeText(),
  amount: s.money({ min: 0 }),
  currency: s.text(3),
  days: s.nullable(s.integer({ min: 0, max: 1_000 })),
  delivers_on: s.nullable(s.date()),
  expires_at: s.instant(),
  chosen: s.flag(),
  why: s.described(s.freeText(), 'Why it was chosen, or was not.'),
});

export const rateFields = {
  shipment_id: s.optional(s.uuid(), 'Left out for a basket: then give ship_to, parcels and warehouse_id.'),
  carton_id: s.optional(
    s.nullable(s.uuid()),
    'May be left out where the shipment has one carton, or travels without any.',
  ),
  carton_ids: s.optional(
    s.list(s.uuid(), { min: 1, max: parcelsAskedMax }),
    'Several cartons of the shipment, instead of carton_id.',
  ),
  sscc: cartonNumber(),
  ssccs: s.optional(
    s.list(s.text(18), { min: 1, max: parcelsAskedMax }),
    'Several cartons of the shipment by their numbers, packed or planned.',
  ),
  ship_to: s.optional(s.openObject(), 'Where a basket would go.'),
  parcels: s.optional(
    s.list(basketParcel, { min: 1, max: parcelsAskedMax }),
    'What a basket would travel in.',
  ),
  warehouse_id: s.optional(s.uuid(), 'Whence a basket would leave.'),
  merchant_id: s.optional(s.nullable(s.uuid()), 'Whose basket it is.'),
  value: s.optional(s.money({ min: 0 }), 'Of what is in the basket, for carrier rules that ask for it.'),
  hazard_classes: s.optional(
    s.list(hazardClass(), { max: hazardClasses.length }),
    'Of dangerous goods in the basket, for carrier rules that ask for them.',
  ),
  account_ids: s.optional(
    s.list(s.uuid(), { min: 1, max: accountsAskedMax }),
    'Default: every active account.',
  ),
  weight_kg: givenWeight(),
  options: carrierOptions('Passed on to the carriers as they are.'),
  choose: s.optional(
    s.choice(...choices),
    'Chooses so, whatever the carrier rules say. Default: as the first rule that matches the parcel says, and cheapest where none does.',
  ),
  by: s.optional(s.date(), 'The last day of delivery, with cheapest_by.'),
};

export const rateCommands = {
  rateParcel: defineCommand({
    name: 'tms.rate_parcel',
    runs: 'outside',
    summary: 'Asks carriers what parcels would cost, and chooses for each.',
    input: s.object(rateFields),
    result: s.object({
      rule_id: s.nullable(
        s.uuid(),
        'The carrier rule that chose; null too where not one chose for all parcels.',
      ),
      quotes: s.described(
        s.listOf(quote),
        `At most ${quotesMax}, as many for each parcel: the chosen one and the cheapest.`,
      ),
      quotes_left_out: s.described(
        s.integer({ min: 0, max: 1_000_000 }),
        'How many more were offered, dearer than those.',
      ),
      rejected: s.listOf(
        s.object({
          parcel_no: parcelNo(),
          account_id: s.uuid(),
          account_name: s.freeText(),
          reasons: s.listOf(s.freeText()),
        }),
      ),
    }),
  }),
};
