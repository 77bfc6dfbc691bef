/** Carriers' invoices for labels: taken in, held against what the labels cost, billed. */
import {
  allCarrierInvoiceLines,
  findCarrierInvoice,
  listCarrierInvoiceLines,
  listCarrierInvoices,
  type CarrierInvoiceLineRow,
} from '../../../db/transport/carrier-invoices.read.ts';
import { corrections, dearerBy, verdicts } from '../../../domain/transport/audit-invoice.ts';
import { carrierInvoiceStatuses } from '../../../domain/transport/carrier-invoice-states.ts';
import { carrierInvoiceCommands as commands } from '../../../queues/transport/carrier-invoices.ts';
import { taxPercent } from '../../../queues/documents/document-fields.ts';
import * as s from '../../../queues/schema.ts';
import { nearestJsonNumber } from '../../../domain/decimal.ts';
import { csvFile } from '../files/csv.ts';
import { command, create, list, query, type Endpoint, type FileAnswer } from '../../http/endpoint.ts';
import { byId, existing, oneOf, pageOf, shownPage } from '../../http/reads.ts';
import { shownAs } from '../../http/present.ts';
import { commaList, pagedQuery } from '../../http/query-fields.ts';

const invoiceView = s.object({
  id: s.uuid(),
  account_id: s.uuid(),
  account_name: s.freeText(),
  carrier_id: s.uuid(),
  invoice_no: s.freeText(),
  invoice_date: s.date(),
  currency: s.text(3),
  total: s.moneySum(),
  state: s.choice(...carrierInvoiceStatuses),
  dispute_reason: s.nullable(s.freeText()),
  cancel_reason: s.nullable(s.freeText()),
  bill_id: s.nullable(s.uuid()),
  lines: s.integer({ min: 0, max: 1e6 }),
  ours: s.described(s.moneySum(), 'What it asks for labels of ours, without tax.'),
  tax: s.described(s.moneySum(), 'The tax on that.'),
  expected: s.described(s.moneySum(), 'What they cost when they were bought.'),
  refused: s.described(s.moneySum(), 'What it asks for others, or asked before.'),
  created_by: s.freeText(),
  created_at: s.instant(),
  updated_at: s.instant(),
  matched_at: s.nullable(s.instant()),
  billed_at: s.nullable(s.instant()),
  disputed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
});

const measured = () => s.nullable(s.decimalNumber({ places: 6, below: 1e9 }));

const lineView = s.object({
  id: s.uuid(),
  line_no: s.integer({ min: 1, max: 1e9 }),
  tracking_no: s.freeText(),
  charge_code: s.freeText(),
  description: s.nullable(s.freeText()),
  amount: s.described(s.money(), 'Without its tax.'),
  tax: s.money(),
  tax_code: s.freeText(),
  tax_rate: s.nullable(taxPercent(), 'Percent.'),
  weight_kg: measured(),
  length_cm: measured(),
  width_cm: measured(),
  height_cm: measured(),
  corrected: s.nullable(s.choice(...corrections)),
  label_id: s.nullable(s.uuid()),
  service_code: s.nullable(s.freeText()),
  shipment_no: s.nullable(s.freeText(), 'Null of the label of a parcel that comes back.'),
  return_no: s.nullable(s.freeText()),
  merchant_id: s.nullable(s.uuid()),
  merchant_code: s.nullable(s.freeText()),
  merchant_name: s.nullable(s.freeText()),
  verdict: s.nullable(s.choice(...verdicts), 'Null until it is matched.'),
  dearer_by: s.nullable(s.choice(...dearerBy)),
  expected: s.nullable(s.money(), 'What of the price of its label it is for.'),
  difference: s.nullable(
    s.money(),
    'What it asks beyond that: charged to the merchant where it is dearer or cheaper, unless another account pays for the label.',
  ),
  why: s.nullable(s.freeText()),
  charge_id: s.nullable(s.uuid(), 'The charge its difference became.'),
  charged: s.nullable(s.moneySum()),
  charged_currency: s.nullable(s.text(3)),
  invoice_id: s.nullable(s.uuid(), "The merchant's invoice that has the charge."),
  invoice_no: s.nullable(s.freeText()),
});

const show = shownAs(invoiceView);
const invoice = oneOf('carrier invoice', findCarrierInvoice, show);

const numberOf = (told: string | null): number | null => (told === null ? null : nearestJsonNumber(told));

const fileColumns = [
  'line_no',
  'tracking_no',
  'charge_code',
  'description',
  'amount',
  'expected',
  'difference',
  'verdict',
  'dearer_by',
  'why',
  'merchant_code',
  'shipment_no',
  'return_no',
  'service_code',
  'tax',
  'tax_code',
  'tax_rate',
] as const;

/** What its carrier needs to answer: what was asked, and what we hold against it. */
function linesFile(invoiceNo: string, lines: readonly CarrierInvoiceLineRow[]): FileAnswer {
  const told = lines.map((line) => ({
    ...line,
    amount: numberOf(line.amount),
    tax: numberOf(line.tax),
    tax_rate: numberOf(line.tax_rate),
    expected: numberOf(line.expected),
    difference: numberOf(line.difference),
  }));
  return csvFile(
    `carrier-invoice-${invoiceNo.replace(/[^\w.-]+/g, '-')}.csv`,
    fileColumns,
    told.map((line) => fileColumns.map((column) => line[column])),
  );
}

const path = '/api/tms/carrier-invoices';
const permission = 'tms.invoices';
const pathToInput = { id: 'invoice_id' };

export const carrierInvoiceEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: "Carriers' invoices for labels, newest first",
    permission,
    query: pagedQuery({
      account_id: s.uuid(),
      carrier_id: s.uuid(),
      state: s.choice(...carrierInvoiceStatuses),
      invoice_no: s.described(s.text(100), 'Only the invoice of this number.'),
    }),
    returns: invoiceView,
    run: pageOf(listCarrierInvoices, show),
  }),
  create({
    path,
    summary: "Take in a carrier's invoice for labels",
    permission,
    command: commands.importCarrierInvoice,
    respondWith: invoice,
    returns: invoiceView,
  }),
  query({
    path: `${path}/{id}`,
    summary: "One carrier's invoice",
    permission,
    returns: invoiceView,
    run: byId(invoice),
  }),
  list({
    path: `${path}/{id}/lines`,
    summary: 'Its lines: whose each is, what it asks beyond the price, and where that was charged',
    permission,
    query: pagedQuery({
      verdict: s.described(commaList(...verdicts), 'Only lines judged so, or so.'),
      label_id: s.described(s.uuid(), 'Only lines of this label.'),
      merchant_id: s.described(s.uuid(), 'Only lines of parcels of this merchant.'),
      format: s.described(s.choice('json', 'csv'), 'csv: all of them at once, as to be disputed.'),
    }),
    returns: lineView,
    files: ['text/csv'],
    run: async ({ tx, params, query: { format, page, page_size, ...filters } }) => {
      const id = params['id']!;
      const { invoice_no } = existing('carrier invoice', await findCarrierInvoice(tx, id));
      const of = { invoice_id: id, ...filters };
      if (format === 'csv') return linesFile(invoice_no, await allCarrierInvoiceLines(tx, of));
      return shownPage(await listCarrierInvoiceLines(tx, of, { page, page_size }), shownAs(lineView));
    },
  }),
  command({
    path: `${path}/{id}/match`,
    summary: 'Hold each line against its label',
    permission,
    command: commands.matchCarrierInvoice,
    pathToInput,
    respondWith: invoice,
    returns: invoiceView,
  }),
  command({
    path: `${path}/{id}/bill`,
    summary: 'Draft the bill of what is ours, and have the difference charged to the merchants',
    permission,
    command: commands.billCarrierInvoice,
    pathToInput,
    respondWith: invoice,
    returns: invoiceView,
  }),
  command({
    path: `${path}/{id}/dispute`,
    summary: 'Keep it from being billed until the carrier has answered',
    permission,
    command: commands.disputeCarrierInvoice,
    pathToInput,
    respondWith: invoice,
    returns: invoiceView,
  }),
  command({
    path: `${path}/{id}/cancel`,
    summary:
      'End one that was taken in wrongly, while no bill of it stands; its number is free for the right one',
    permission,
    command: commands.cancelCarrierInvoice,
    pathToInput,
    respondWith: invoice,
    returns: invoiceView,
  }),
];
