/**
 * What fields mean that many shapes share under one name, where the name alone does not say it. A field whose meaning is
 * its own has its words where it is declared, and those come first.
 */
import type { Json } from './openapi-components.ts';
import { books } from './words/books.ts';
import { outside } from './words/outside.ts';
import { records } from './words/records.ts';
import { warehouse } from './words/warehouse.ts';

const goods: Record<string, string> = {
  bol_number: 'The number of the bill of lading.',
  channel_sku: 'The SKU as the sales channel calls the product.',
  container_no: 'ISO 6346: four letters, six digits and the check digit.',
  copies: 'How many of the label are printed.',
  expiry_date: 'The last day on which the goods may be used.',
  expiry_tracked: 'Whether each receipt has to say when the goods expire.',
  grade: 'What an inspection found the goods to be worth.',
  handling_unit_type: 'What the goods stand on or in when they are loaded.',
  handling_units: 'How many of them are loaded, not how many pieces are in them.',
  hazard_class: 'The class of dangerous goods in ADR and the IMDG code.',
  hazard_classes: 'Classes of dangerous goods in ADR and the IMDG code.',
  item_class: 'A group of items of your own, which rate lines can refer to.',
  label_kind: 'What the label is for; it decides where it prints by default.',
  ledger_entry_ids: 'The entries of the stock ledger that this made.',
  lot_tracked: 'Whether each receipt has to name the lot.',
  lpn: 'License plate number: the number of a pallet or carton.',
  lpn_id: 'The license plate: a pallet or carton with a number of its own.',
  manufacture_date: 'The day the goods were made.',
  min_remaining_life_days: 'Goods that expire sooner than this are not allocated to orders.',
  other_class: 'The other of two classes of dangerous goods.',
  pallet_lpn: 'The license plate number of the pallet.',
  pick_sequence: 'The order in which pickers walk past the locations.',
  pro_number: "The carrier's number of the freight bill.",
  scac: 'Standard Carrier Alpha Code: the letters carriers are known by.',
  seal_no: 'The number of the seal on the doors.',
  serial_nos: 'One number for each unit.',
  serial_tracked: 'Whether each unit has a number of its own.',
  sscc: 'Serial Shipping Container Code: 18 digits that name a pallet or carton everywhere.',
  storage_class: 'How goods are to be stored; locations and rate lines refer to it.',
  temperature_class:
    'Goods of one are kept only at places of the same one; those without, at places without.',
  transaction_type: 'What kind of movement an entry of the stock ledger records.',
  uom: 'Unit of measure.',
};

const work: Record<string, string> = {
  actor: 'Who asked for it: the name of a token or a member.',
  assignee_id: 'The member who is to do it, or is doing it.',
  attempt: 'Which try this is, from 1.',
  command_id: 'The request that made it, as in the log.',
  created_by: 'The name of the token or member that made it.',
  dry_run: 'Whether nothing was done: this is what would happen.',
  is_active: 'False: kept for what refers to it, and offered no longer.',
  is_blind: 'Whether those who count are not told what should be there.',
  is_cross_dock: 'Whether the goods go straight to orders that wait for them.',
  last_error: 'Why the latest try failed.',
  line_no: 'Its place in the document, from 1.',
  made_by: 'The members whose access this was made with, at any remove: it ends with theirs.',
  operation_id: 'Follow it at /api/operations/{id}.',
  previous_status: 'The state before.',
  reason_code: "One of the organization's reasons, with its effect on the books.",
  ref_id: 'The document that is the reason.',
  ref_type: 'What kind of document the reason is.',
  reverses_id: 'The entry that this one takes back.',
  sequence: "Numbers the subject's events without gaps.",
  source_id: 'The document it was made from.',
  subject_id: 'What it is about.',
  subject_type: 'What kind of thing it is about.',
  supplement_no: 'The how-manieth further invoice of the same period; 0 for the first.',
  time_zone: 'IANA name, such as America/New_York.',
};

const transport: Record<string, string> = {
  appointment_id: 'The dock appointment.',
  asn_no: 'The number of the advance shipping notice.',
  channel_order_no: "The order's number in the sales channel.",
  dcsa_code: "The event's code in the standard of the Digital Container Shipping Association.",
  door_id: 'The dock door.',
  eta: 'When it is expected to arrive.',
  freight_class: 'The NMFC class of the goods, which decides the price of LTL freight.',
  freight_terms: 'Who pays the carrier: the shipper (prepaid), the consignee (collect) or another.',
  last_free_day: 'The last day without demurrage at the terminal.',
  last_free_on: 'The last day without a charge.',
  plate: 'The number plate of the truck.',
  po_no: 'The number of the purchase order.',
  required_ship_date: 'The day by which the goods have to leave.',
  service_code: "The carrier's service, by the carrier's code.",
  ship_mode:
    'How it leaves: by parcel carrier, as part of a truckload (ltl), as a whole one (tl), collected, or by courier.',
  signed_by: 'Who signed for the goods on delivery.',
  size_type: 'ISO 6346: size and type of the container, such as 42G1.',
  spot_id: 'The place in the yard.',
  tracking_no: "The carrier's number under which the parcel is followed.",
  vendor_ref: "The vendor's own number for it.",
  visit_id: 'The stay of a truck in the yard, from gate to gate.',
};

const money: Record<string, string> = {
  billing_cycle: 'How long a billing period is.',
  cost_account_id:
    'The account where its costs belong, for your own use: a bill’s lines name their accounts themselves.',
  cycle_anchor_day: 'The day of the month on which a period begins.',
  effective_from: 'The first day it holds.',
  effective_to: 'The last day it holds; null without an end.',
  exclusive_group: 'Of the rules of one group, only the first that fits charges.',
  gs1_company_prefix: 'The prefix GS1 gave the company: SSCC and bill of lading numbers begin with it.',
  late_charge_policy: 'Whether charges that come late wait for the next invoice or get one of their own.',
  tax_date:
    "Which day says the rate of a line with a billing item: its invoice's, or its last day of service.",
  lock_date: 'Nothing is posted on this day or before it.',
  memo: 'What the line is for, in words.',
  party_name: 'The name of the merchant, customer, vendor or carrier.',
  payment_terms_days: 'Days from the date of the document until it is due.',
  percent_basis: 'What a percentage is taken of.',
  pricing_model: 'How quantities become amounts.',
  quantity_basis: 'What is counted of the activity.',
  rebill_item_id: 'The billing item under which the merchant is charged for it.',
  revenue_account_id: 'The account that revenue of this is posted to.',
  rounding: 'How halves of the smallest unit are rounded.',
  split_basis: 'By what a cost is divided among merchants.',
  storage_basis: 'What is counted of the stock that is stored.',
  storage_method: 'At which moments of a period stored stock is counted.',
  taxable: 'Whether its lines are taxed.',
  tier_window: 'Over what the quantity that decides the tier is added up.',
  vendor_bill_no: "The number on the vendor's own bill; the same one is not entered twice.",
  void_date: 'The date of the entry that takes the document out of the books.',
};

const integration: Record<string, string> = {
  connector: 'The kind of store.',
  external_id: "The store's own id for it.",
  is_replay: 'Whether it was sent again on request.',
  is_signed: 'Whether the signature of what arrived was good.',
  routed_by: 'How it was found whose store it came from.',
  shop_domain: 'The domain of the shop, as the store said it.',
  store_domain: 'The domain of the shop.',
  sync_scopes: 'What is exchanged with the store.',
  topic: "The store's own name for what happened.",
};

/** By name; exported for the test that each is used. */
export const fieldWords: Readonly<Record<string, string>> = {
  ...records,
  ...warehouse,
  ...books,
  ...outside,
  ...goods,
  ...work,
  ...transport,
  ...money,
  ...integration,
};

const ofAddresses: Readonly<Record<string, string>> = { state: 'The state or province.' };

/** The schema with words on those of its fields that have none of their own. */
export function withFieldWords(schema: Json): Json {
  const properties = schema['properties'] as Record<string, Json> | undefined;
  if (!properties) return schema;
  // An address has a state too, where nothing stands.
  const own = 'city' in properties ? ofAddresses : undefined;
  const worded = Object.entries(properties).map(([name, field]) => {
    const words = own?.[name] ?? fieldWords[name];
    return [name, words === undefined || '$ref' in field ? field : { description: words, ...field }];
  });
  return { ...schema, properties: Object.fromEntries(worded) };
}
