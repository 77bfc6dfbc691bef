/** Carrier rules: how the carrier of a parcel is chosen, and whether its label is bought as it is packed. */
import { hazardClasses } from '../../domain/catalog/hazard.ts';
import { askedHazards, buyMoments, ruleChoices, ruleConditions } from '../../domain/parcels/carrier-rules.ts';
import { shipModes } from '../../domain/catalog/ship-modes.ts';
import { hazardClass } from '../catalog/hazard-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import { recordCommands, recordKind } from '../record-kind.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { cartonNumber, givenWeight } from './parcels.ts';
import { accountsAskedMax } from './rates.ts';

const asked = (words: string) => `${words} Null: any.`;
const weight = () => s.nullable(s.decimalNumber({ places: 3, min: 0, below: 1e6 }));
const value = () => s.nullable(s.money({ min: 0 }));

export const carrierRuleRecord = recordKind({
  area: 'tms',
  name: 'carrier_rule',
  collection: 'carrier_rules',
  required: {
    name: nameText(100),
    priority: s.described(s.integer({ min: 0, max: 1_000_000 }), 'Rules are tried from the lowest up.'),
  },
  optional: {
    merchant_id: s.described(s.nullable(s.uuid()), asked('Whose parcels.')),
    warehouse_id: s.described(s.nullable(s.uuid()), asked('Where they leave.')),
    ship_mode: s.described(s.nullable(s.choice(...shipModes)), asked('How the shipment travels.')),
    countries: s.described(
      s.list(s.text(2), { max: 250 }),
      'Where it goes, as ISO 3166 codes; empty: anywhere.',
    ),
    postal_from: s.described(
      s.nullable(s.text(20)),
      'Postal codes from here, compared as text without spaces and hyphens. Null: from the first.',
    ),
    postal_to: s.described(
      s.nullable(s.text(20)),
      'Up to and with those that begin with this. Null: to the last.',
    ),
    weight_over: s.described(weight(), 'Heavier than this, in kg.'),
    weight_upto: s.described(weight(), 'Not heavier than this.'),
    value_over: s.described(value(), "The goods of its order cost more than this, in the order's currency."),
    value_upto: s.described(value(), 'They do not cost more than this.'),
    is_po_box: s.described(s.nullable(s.flag()), asked('Whether it goes to a box at the post office.')),
    due_within_days: s.described(
      s.nullable(s.integer({ min: 0, max: 365 })),
      'It has to leave within so many days (required_ship_date), or should have left. Null: whenever it leaves.',
    ),
    hazard: s.nullable(
      s.choice(...askedHazards),
      'any: it holds dangerous goods. none: it holds none. Null: whatever it holds.',
    ),
    hazard_classes: s.described(
      s.list(hazardClass(), { max: hazardClasses.length }),
      'It holds dangerous goods of one of these; empty: whatever it holds.',
    ),
    choose: s.described(
      s.choice(...ruleChoices),
      'cheapest (default), fastest, cheapest_by: the cheapest that is there within_days (on the day its carrier names, else its days from today, Monday to Friday), fixed: the one account and service named, without asking for prices.',
    ),
    account_ids: s.described(
      s.list(s.uuid(), { max: accountsAskedMax }),
      'The accounts that are asked; empty: every active one.',
    ),
    services: s.described(s.list(s.text(100), { max: 200 }), 'The services that may be chosen; empty: all.'),
    within_days: s.described(
      s.nullable(s.integer({ min: 0, max: 365 })),
      'With cheapest_by, and only then: the last day of delivery, counted from the day the label is bought.',
    ),
    add_days: s.described(
      s.integer({ min: 0, max: 30 }),
      'With cheapest_by: by how many days, from Monday to Friday, a parcel is there later than its carrier says. Default 0.',
    ),
    tolerance_percent: s.described(
      s.decimalNumber({ places: 2, min: 0, below: 1_000.01 }),
      'By how much what is bought may cost more than was quoted. Default 0. What costs more waits for a person.',
    ),
    buy_at: s.described(
      s.choice(...buyMoments),
      'plan: the label is bought as its carton is planned, or, where it was not, packed. pack: as it is packed. ship: once its shipment has left, for each of its parcels without one. ask (default): once somebody asks for it.',
    ),
  },
  fixed: [],
  references: { merchant_id: 'merchants', warehouse_id: 'warehouses' },
  filters: { merchant_id: s.uuid(), warehouse_id: s.uuid() },
  searched: ['name'],
});

const rule = recordCommands(carrierRuleRecord);

export const carrierRuleCommands = {
  createCarrierRule: rule.create,
  updateCarrierRule: rule.update,
  dryRunCarrierRules: defineCommand({
    name: 'tms.dry_run_carrier_rules',
    runs: 'inline',
    summary: 'Shows which carrier rule would apply to a parcel, and why those before it do not.',
    input: s.object({
      shipment_id: s.uuid(),
      carton_id: s.optional(
        s.nullable(s.uuid()),
        'May be left out where the shipment has one carton, or travels without any.',
      ),
      sscc: cartonNumber(),
      weight_kg: givenWeight(),
    }),
    result: s.object({
      rule_id: s.nullable(s.uuid(), 'Null: no rule matches; the cheapest of every active account is chosen.'),
      parcel: s.described(
        s.object({
          country: s.nullable(s.freeText()),
          postal: s.nullable(s.freeText()),
          weight_kg: s.nullable(s.decimalNumber({ places: 6, below: 1e9 })),
          value: s.nullable(s.money()),
          is_po_box: s.flag(),
          due_in_days: s.nullable(s.integer({ min: -1e6, max: 1e6 })),
          hazard_classes: s.listOf(hazardClass()),
        }),
        'What is known of it.',
      ),
      considered: s.described(
        s.listOf(
          s.object({
            rule_id: s.uuid(),
            name: s.text(),
            priority: s.integer({ min: 0, max: 1_000_000 }),
            matches: s.flag(),
            differs_in: s.listOf(s.choice(...ruleConditions)),
          }),
        ),
        'The active rules in their order, up to the one that applies.',
      ),
    }),
  }),
};
