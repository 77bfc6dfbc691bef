/** Aging of receivables and payables as of any day, as JSON, as a spreadsheet, and as a customer statement. */
import Joi from 'joi';
import { readAging, readOpenDocuments, type AgingQuery } from '../../../db/documents/aging.read.ts';
import { readAccountingSettings } from '../../../db/journal/books.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import * as s from '../../../queues/schema.ts';
import { query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { plainQuery, queryInteger } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { csvFile } from '../files/csv.ts';
import { customerStatement } from './statement.ts';

const sumField = () => s.decimalNumber({ places: 4, below: 1e15 });
// Nobody reads more parties on one sheet; paging gives the rest.
const partiesPerPage = 200;
const documentsMax = 1000;
const partiesPerFile = 10_000;

/** Ascending bounds in days, as text: 30,60,90. */
const bucketBounds = () =>
  s.custom<string>(
    Joi.string()
      .max(60)
      .custom((value: string, helpers) => {
        const bounds = value.split(',').map(Number);
        const isRising = bounds.every(
          (bound, index) => Number.isInteger(bound) && bound > (bounds[index - 1] ?? 0) && bound <= 3650,
        );
        return isRising && bounds.length <= 8 ? value : helpers.error('buckets.form');
      })
      .messages({ 'buckets.form': '{{#label}} must be up to 8 ascending numbers of days, like 30,60,90' })
      .description('Upper bounds in days overdue; 30,60,90 by default.'),
  );

/** The names of the buckets: current, 1-30, 31-60, 61-90, over 90. */
function bucketNames(bounds: readonly number[]): string[] {
  const ranges = bounds.map((bound, index) => `${(bounds[index - 1] ?? 0) + 1}-${bound}`);
  return ['current', ...ranges, `over ${bounds.at(-1)}`];
}

const agingView = s.object({
  side: s.choice('receivable', 'payable'),
  as_of: s.date(),
  base_currency: s.currency(),
  buckets: s.described(
    s.listOf(s.text(20)),
    'The names of the buckets, in the order of every list of amounts.',
  ),
  base_total: s.described(sumField(), 'Equals the balance of the control account on that day.'),
  base_buckets: s.listOf(sumField()),
  page: s.integer({ min: 1, max: 1_000_000 }),
  page_size: s.integer({ min: 1, max: partiesPerPage }),
  total: s.described(
    s.integer({ min: 0, max: 2 ** 31 - 1 }),
    'Rows over all pages: one per party and currency.',
  ),
  parties: s.listOf(
    s.object({
      party_type: s.choice('merchant', 'customer', 'vendor', 'carrier'),
      party_id: s.uuid(),
      party_name: s.text(200),
      currency: s.currency(),
      total: sumField(),
      base_total: sumField(),
      buckets: s.listOf(sumField()),
      base_buckets: s.listOf(sumField()),
      documents: s.integer({ min: 1, max: 2 ** 31 - 1 }),
    }),
  ),
  documents: s.nullable(
    s.listOf(
      s.object({
        id: s.uuid(),
        no: s.text(40),
        kind: s.choice('invoice', 'credit_note', 'bill', 'vendor_credit'),
        date: s.date(),
        due_date: s.date(),
        currency: s.currency(),
        total: sumField(),
        amount_due: sumField(),
        base_amount_due: sumField(),
        days_overdue: s.integer({ min: 0, max: 2 ** 31 - 1 }),
        disputed: s.flag(),
      }),
    ),
    'The open documents, if a single party is requested; at most 1,000, earliest due first.',
  ),
});

interface AgingRequest {
  side?: 'receivable' | 'payable';
  as_of?: string;
  buckets?: string;
  merchant_id?: string;
  customer_id?: string;
  vendor_id?: string;
  carrier_id?: string;
  from?: string;
  format?: 'json' | 'csv' | 'pdf';
  page?: number;
  page_size?: number;
}

async function aging(call: Call<AgingRequest>) {
  const { tx } = call;
  const { side = 'receivable', buckets = '30,60,90', format = 'json', page = 1, page_size = 50 } = call.query;
  const books = await readAccountingSettings(tx);
  const asOf = call.query.as_of ?? books.today;
  const party = partyOf(call.query, side);
  const bounds = buckets.split(',').map(Number);
  const asked: AgingQuery = { side, asOf, bounds, ...party };
  if (format === 'pdf') return customerStatement(call, asked, call.query.from, bucketNames(bounds));
  // A file is always complete; only the JSON is paged.
  const wanted = format === 'csv' ? { page: 1, page_size: partiesPerFile } : { page, page_size };
  const found = await readAging(tx, asked, wanted);
  const names = bucketNames(bounds);
  if (format === 'csv') {
    if (found.total > partiesPerFile) {
      throw new Refusal(
        'EXPORT_TOO_LARGE',
        `More than ${partiesPerFile} parties are open; request one of them.`,
      );
    }
    const columns = [
      'party_type',
      'party_name',
      'currency',
      'total',
      ...names,
      'base_total',
      'party_code',
      'party_id',
    ];
    const cells = found.rows.map((row) => [
      row.party_type,
      row.party_name,
      row.currency,
      toJsonNumber(row.total),
      ...row.buckets.map(toJsonNumber),
      toJsonNumber(row.base_total),
      row.party_code,
      row.party_id,
    ]);
    return csvFile(`aging-${side}-${asOf}.csv`, columns, cells);
  }
  const documents = Object.keys(party).length > 0 ? await readOpenDocuments(tx, asked, documentsMax) : null;
  return present(agingView, {
    side,
    as_of: asOf,
    base_currency: books.baseCurrency,
    buckets: names,
    base_total: found.base_total,
    base_buckets: found.base_buckets,
    page,
    page_size,
    total: found.total,
    parties: found.rows,
    documents,
  });
}

function partyOf(asked: AgingRequest, side: 'receivable' | 'payable'): Partial<AgingQuery> {
  const { merchant_id, customer_id, vendor_id, carrier_id } = asked;
  const given = Object.entries({ merchant_id, customer_id, vendor_id, carrier_id }).filter(
    ([, id]) => id !== undefined,
  );
  if (given.length > 1) throw invalid(given[1]![0], 'one_party', 'only one party can be requested');
  const field = given[0]?.[0];
  const fits = side === 'receivable' ? ['merchant_id', 'customer_id'] : ['vendor_id', 'carrier_id'];
  if (field && !fits.includes(field))
    throw invalid(field, 'other_side', `${field} does not belong to the side ${side}`);
  return {
    ...(merchant_id ? { merchantId: merchant_id } : {}),
    ...(customer_id ? { customerId: customer_id } : {}),
    ...(vendor_id ? { vendorId: vendor_id } : {}),
    ...(carrier_id ? { carrierId: carrier_id } : {}),
  };
}

export const agingEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/accounting/reports/aging',
    isReport: () => true,
    summary:
      'What was open on a day, by how long it was overdue then; with one party and format=pdf a statement',
    description:
      'format=pdf needs merchant_id or customer_id; with from it lists the movements since then, after the balance brought forward.',
    permission: 'accounting.view',
    query: plainQuery({
      side: s.choice('receivable', 'payable'),
      as_of: s.date(),
      buckets: bucketBounds(),
      merchant_id: s.uuid(),
      customer_id: s.uuid(),
      vendor_id: s.uuid(),
      carrier_id: s.uuid(),
      from: s.date(),
      format: s.choice('json', 'csv', 'pdf'),
      page: queryInteger({ min: 1, max: 1_000_000 }),
      page_size: queryInteger({ min: 1, max: partiesPerPage }),
    }),
    returns: agingView,
    files: ['text/csv', 'application/pdf'],
    run: (call) => aging(call),
  }),
];
