/** Commands of carriers' accounts and of the labels bought with them. */
import { adapters, farSides, labelFormats } from '../../domain/parcels/carriers.ts';
import { freightTerms } from '../../domain/shipping/load-states.ts';
import { countryCode } from '../catalog/customs-fields.ts';
import { defineCommand } from '../engine/define-command.ts';
import { nameText } from '../name.ts';
import * as s from '../schema.ts';
import { carrierOptions } from './carrier-options.ts';

/** Who pays for the labels of an account. */
export const billingFields = {
  billing: s.optional(
    s.choice(...freightTerms),
    "Who pays the carrier: the account (prepaid, the default), the consignee's account (collect) or a third party's. Labels that another account pays are charged to no merchant.",
  ),
  billing_account_no: s.optional(
    s.nullable(s.text(50)),
    'The account at the carrier that pays, with collect and third_party.',
  ),
  billing_postal: s.optional(
    s.nullable(s.text(20)),
    'Where that account is registered; easypost and shipengine need it, with billing_country.',
  ),
  billing_country: s.optional(s.nullable(countryCode())),
};

/** The settings of an account that can change; its credentials arrive here already sealed. */
const settings = {
  carrier_code: s.optional(s.nullable(s.code())),
  far_side: s.optional(s.choice(...farSides)),
  credentials_sealed: s.optional(s.text(60_000)),
  credential_names: s.optional(s.list(s.text(100), { max: 50 })),
  label_format: s.optional(s.choice(...labelFormats)),
  services: s.optional(s.list(s.text(100), { max: 200 })),
  warehouse_ids: s.optional(s.list(s.uuid(), { max: 200 })),
  settle_after_seconds: s.optional(s.integer({ min: 1, max: 86_400 })),
  invoice_tolerance: s.optional(s.money({ min: 0 })),
  ...billingFields,
};
const label = { label_id: s.uuid() };
const result = s.object({ id: s.uuid() });
/** A weight, or one side. */
export const measure = () => s.decimalNumber({ places: 3, below: 1e6, positive: true });
/** What a parcel weighs, as whoever asks says. */
export const givenWeight = () =>
  s.optional(
    measure(),
    'Where the carton was not weighed: it counts before its plan and the weights of its items.',
  );
export const plannedSscc = () =>
  s.nullable(s.freeText(18), 'The number of the planned carton that it is of, or was until that was packed.');
export const cartonNumber = () =>
  s.optional(
    s.text(18),
    'The number of its carton instead of carton_id: packed, or planned and not packed yet. A planned one weighs what its plan says.',
  );
const reason = () => s.freeText(500);

/** A webhook of a carrier is no longer than this. */
export const trackingTextMax = 256 * 1024;

/** What a carrier says of a label it has sold; its bytes are kept under their hashes by then. */
const bought = s.object({
  tracking_no: s.nullable(s.freeText(100)),
  tracking_url: s.optional(s.nullable(s.freeText(500))),
  carrier_code: s.nullable(s.freeText(100)),
  amount: s.nullable(s.money({ min: 0 })),
  currency: s.nullable(s.text(3)),
  zpl_sha256: s.nullable(s.text(64)),
  file_sha256: s.nullable(s.text(64)),
  /** What is missing of it. */
  note: s.nullable(s.freeText(500)),
  vendor_shipment_id: s.optional(s.freeText(100)),
});

export const parcelCommands = {
  createAccount: defineCommand({
    name: 'tms.create_carrier_account',
    runs: 'inline',
    summary: 'Creates an account with a carrier.',
    input: s.object({
      account_id: s.uuid(),
      adapter: s.choice(...adapters),
      name: nameText(200),
      merchant_id: s.optional(s.nullable(s.uuid())),
      api_url: s.optional(s.nullable(s.text(500))),
      ...settings,
    }),
    result,
  }),
  updateAccount: defineCommand({
    name: 'tms.update_carrier_account',
    runs: 'inline',
    summary: 'Changes an account with a carrier; new credentials replace the old ones.',
    input: s.object({
      account_id: s.uuid(),
      name: s.optional(nameText(200)),
      api_url: s.optional(s.text(500)),
      is_active: s.optional(s.flag()),
      same_account: s.optional(s.flag()),
      ...settings,
    }),
    result,
  }),
  testAccount: defineCommand({
    name: 'tms.test_carrier_account',
    runs: 'outside',
    summary: 'Asks the carrier whether it answers, and knows us.',
    input: s.object({ account_id: s.uuid() }),
    result: s.object({
      account_id: s.uuid(),
      ok: s.flag(),
      steps: s.listOf(s.object({ step: s.text(50), ok: s.flag(), message: s.freeText() })),
    }),
  }),
  buyLabel: defineCommand({
    name: 'tms.buy_label',
    runs: 'inline',
    summary: 'Says that a label is to be bought; it is then bought outside of any transaction.',
    input: s.object({
      shipment_id: s.uuid(),
      carton_id: s.optional(
        s.nullable(s.uuid()),
        'May be left out where the shipment has one carton, or travels without any.',
      ),
      sscc: cartonNumber(),
      quote_id: s.optional(s.nullable(s.uuid()), 'Buys what was quoted: once, until it expires.'),
      account_id: s.optional(
        s.uuid(),
        'With service_code, and without a quote_id. With neither, the carrier rules choose.',
      ),
      service_code: s.optional(s.text(100)),
      weight_kg: givenWeight(),
      options: carrierOptions('Passed on to the carrier as they are.'),
      print: s.optional(s.flag(), 'Whether ZPL is printed as soon as it is bought. Default true.'),
      print_invoice: s.optional(
        s.flag(),
        'Whether the commercial invoice of what crosses a border is printed with it. Default false.',
      ),
      device_id: s.optional(s.nullable(s.uuid()), "By default the warehouse's default label printer."),
    }),
    result,
  }),
  chooseLabel: defineCommand({
    name: 'tms.choose_label',
    runs: 'outside',
    summary:
      'Chooses the carrier of a label by the carrier rules: then it is bought, or refused with the reasons.',
    input: s.object(label),
    result,
  }),
  settleLabel: defineCommand({
    name: 'tms.settle_label',
    runs: 'outside',
    summary:
      'Records what came of asking a carrier: what was bought is told, printed, and shown on its shipment.',
    input: s.object({
      ...label,
      claim: s.uuid(),
      outcome: s.choice('ok', 'refused', 'unsent', 'unknown'),
      error: s.nullable(s.freeText(1000)),
      bought: s.nullable(bought),
      is_account_refused: s.optional(
        s.flag(),
        'Whether it does not take the account, whatever it was asked for.',
      ),
      /** It is asked again in this time; null: not by itself. */
      next_ms: s.nullable(s.integer({ min: 0, max: 1e9 })),
      attempts: s.integer({ min: 0, max: 1e6 }),
      is_lost_anew: s.flag(),
    }),
    result,
  }),
  recordTracking: defineCommand({
    name: 'tms.record_parcel_tracking',
    runs: 'outside',
    summary: 'Records what a carrier told of parcels on their way.',
    input: s.object({ account_id: s.uuid(), body: s.freeText(trackingTextMax) }),
    result,
  }),
  readSigningKeys: defineCommand({
    name: 'tms.read_signing_keys',
    runs: 'outside',
    summary: "Reads the public keys that a carrier's webhooks are signed with.",
    input: s.object({ account_id: s.uuid() }),
    result,
  }),
  followParcel: defineCommand({
    name: 'tms.follow_parcel',
    runs: 'outside',
    summary: 'Asks a carrier where a parcel is.',
    input: s.object(label),
    result,
  }),
  followRefund: defineCommand({
    name: 'tms.follow_refund',
    runs: 'outside',
    summary: 'Asks a carrier that took a label back whether it refunds it.',
    input: s.object(label),
    result,
  }),
  acceptLabel: defineCommand({
    name: 'tms.accept_label',
    runs: 'inline',
    summary:
      'Accepts the price of a label that cost more than was quoted: it is printed, and shown on its shipment.',
    input: s.object({ ...label, reason: reason() }),
    result,
  }),
  voidLabel: defineCommand({
    name: 'tms.void_label',
    runs: 'inline',
    summary: 'Has the carrier take a label back.',
    input: s.object(label),
    result,
  }),
  reprintLabel: defineCommand({
    name: 'tms.reprint_label',
    runs: 'inline',
    summary: 'Prints the bytes of a bought label once more.',
    input: s.object({ ...label, device_id: s.optional(s.nullable(s.uuid())) }),
    result,
  }),
  adoptLabel: defineCommand({
    name: 'tms.adopt_label',
    runs: 'inline',
    summary: 'Says that the carrier did what it gave no answer to: the label was bought, or was voided.',
    input: s.object({
      ...label,
      reason: reason(),
      tracking_no: s.optional(s.freeText(100)),
      amount: s.optional(s.money({ min: 0 })),
      currency: s.optional(s.currency()),
    }),
    result,
  }),
  retryLabel: defineCommand({
    name: 'tms.retry_label',
    runs: 'inline',
    summary: 'Says that the carrier did not do what it gave no answer to: it is asked again.',
    input: s.object({ ...label, reason: reason() }),
    result,
  }),
  giveUpLabel: defineCommand({
    name: 'tms.give_up_label',
    runs: 'inline',
    summary: 'Says that the carrier did not do it, and leaves it: the label is refused, or stays bought.',
    input: s.object({ ...label, reason: reason() }),
    result,
  }),
};
