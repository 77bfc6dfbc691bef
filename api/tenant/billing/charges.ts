/** Charges: every rated activity, its source and its invoice; adding and waiving them by hand. */
import {
  chargesForFile,
  findCharge,
  groupCharges,
  journalOf,
  listCharges,
  sourcesOf,
  type ChargeFilters,
  type ChargeGrouping,
  type ChargeRow,
} from '../../../db/billing/charges.read.ts';
import type { TenantTransaction } from '../../../db/database.ts';
import { nearestJsonNumber, toJsonNumber } from '../../../domain/decimal.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { billingCommands, chargeGroupView, chargeView } from '../../../queues/billing/billing.ts';
import { choice, custom, date, text, uuid, type Infer } from '../../../queues/schema.ts';
import Joi from 'joi';
import { create, list, type Call, type Endpoint, type FileAnswer } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { commaList, pagedQuery } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';
import { csvFile } from '../files/csv.ts';

const path = '/api/accounting/billing/charges';
// A month of a large merchant; beyond that, narrower filters are needed.
const fileRowsMax = 100_000;
const fileColumns = [
  'service_date',
  'billing_item_code',
  'kind',
  'source_type',
  'source_ref',
  'quantity',
  'uom',
  'unit_price',
  'amount',
  'currency',
  'status',
  'revision',
  'invoice_no',
  'description',
  'merchant_id',
  'warehouse_id',
  'source_id',
  'id',
  'pricing',
  'merchant_code',
  'merchant_name',
  'warehouse_code',
  'warehouse_name',
  'billing_item_name',
] as const;

type Expansion = 'source' | 'pricing' | 'journal';

async function expanded(tx: TenantTransaction, rows: ChargeRow[], asked: readonly Expansion[]) {
  const sources = asked.includes('source') ? await sourcesOf(tx, rows) : undefined;
  const lineIds = [...new Set(rows.flatMap(({ invoice_line_id: id }) => id ?? []))];
  const journal = asked.includes('journal') ? await journalOf(tx, lineIds) : undefined;
  return rows.map((row) => {
    const { pricing, ...facts } = row;
    const source = sources?.get(row.source_id) ?? sources?.get(row.source_id + row.service_date) ?? null;
    const entries = journal?.filter(({ invoice_line_id: line }) => line === row.invoice_line_id);
    return present(chargeView, {
      ...facts,
      amount: nearestJsonNumber(row.amount),
      ...(asked.includes('pricing') ? { pricing } : {}),
      ...(sources ? { source } : {}),
      ...(entries ? { journal: entries } : {}),
    });
  });
}

async function asCsv(tx: TenantTransaction, filters: ChargeFilters): Promise<FileAnswer> {
  const rows = await chargesForFile(tx, filters, fileRowsMax + 1);
  if (rows.length > fileRowsMax) {
    throw new Refusal(
      'EXPORT_TOO_LARGE',
      `A file holds at most ${fileRowsMax} charges; narrow the filters.`,
      { limit: fileRowsMax },
    );
  }
  const lines = rows.map((row) => ({
    ...row,
    quantity: toJsonNumber(row.quantity),
    unit_price: row.unit_price === null ? null : toJsonNumber(row.unit_price),
    amount: nearestJsonNumber(row.amount),
    pricing: JSON.stringify(row.pricing),
  }));
  return csvFile(
    'charges.csv',
    fileColumns,
    lines.map((line) => fileColumns.map((column) => line[column])),
  );
}

async function one({ tx }: Call, { id }: { id: string }) {
  const found = existing('charge', await findCharge(tx, id));
  return (await expanded(tx, [found], ['pricing']))[0]!;
}

export const chargeEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Charges, or totals of them with group_by; format=csv is the backup for an invoice',
    description:
      'expand=source,pricing,journal traces each charge to the warehouse activity, its price and the journal lines. group_by=billing_item,merchant,month returns totals by currency.',
    permission: 'accounting.view',
    query: pagedQuery({
      merchant_id: uuid(),
      run_id: uuid(),
      invoice_id: uuid(),
      invoice_line_id: uuid(),
      source_type: text(40),
      source_id: uuid(),
      parent_charge_id: uuid(),
      billing_item_id: uuid(),
      kind: choice('event', 'storage', 'recurring', 'minimum', 'surcharge', 'manual', 'adjustment'),
      status: choice('rated', 'invoiced', 'waived'),
      service_from: date(),
      service_to: date(),
      expand: commaList('source', 'pricing', 'journal'),
      group_by: commaList('billing_item', 'merchant', 'month'),
      format: choice('json', 'csv'),
    }),
    returns: custom<Infer<typeof chargeView> | Infer<typeof chargeGroupView>>(
      Joi.alternatives(chargeView, chargeGroupView),
    ),
    files: ['text/csv'],
    run: async ({ tx, query }) => {
      const { page, page_size, expand = [], group_by: groupings, format, ...filters } = query;
      if (format === 'csv') return asCsv(tx, filters as ChargeFilters);
      if (groupings && groupings.length > 0) {
        const unique = [...new Set(groupings)] as ChargeGrouping[];
        const { rows, ...facts } = await groupCharges(tx, filters as ChargeFilters, unique, {
          page,
          page_size,
        });
        const shown = rows.map(({ quantity, amount, ...row }) =>
          present(chargeGroupView, {
            ...row,
            quantity: nearestJsonNumber(quantity),
            amount: nearestJsonNumber(amount),
          }),
        );
        return { rows: shown, ...facts };
      }
      const { rows, ...facts } = await listCharges(tx, filters as ChargeFilters, {
        page,
        page_size,
      });
      return { rows: await expanded(tx, rows, expand as Expansion[]), ...facts };
    },
  }),
  create({
    path,
    summary: 'Add a charge or credit by hand, or waive one with {charge_id, action: waive, reason}',
    description:
      "A charge needs billing_item_id, service_date, quantity (negative for a credit) and, in the 3PL edition, merchant_id; unit_price defaults to the item's default rate.",
    permission: 'billing.charges',
    command: billingCommands.recordCharge,
    respondWith: one,
    returns: chargeView,
  }),
];
