/** The ledger, page by page, newest first. */
import type { Knex } from 'knex';
import type { TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';
import type { StockStatus } from './ledger.write.ts';

export interface LedgerFilter {
  warehouse_id?: string;
  location_id?: string;
  item_id?: string;
  sku?: string;
  merchant_id?: string;
  status?: string;
  lot_no?: string;
  lpn?: string;
  transaction_type?: string;
  reason_code?: string;
  ref_id?: string;
  from?: string;
  to?: string;
}

export interface LedgerRow {
  id: string;
  occurred_at: Date;
  transaction_type: string;
  warehouse_id: string;
  location_id: string;
  location: string;
  item_id: string;
  sku: string;
  merchant_id: string;
  lot_no: string | null;
  lpn: string | null;
  status: StockStatus;
  qty_delta: string;
  reason_code: string | null;
  note: string | null;
  ref_type: string;
  ref_id: string | null;
  ref_line_id: string | null;
  reverses_id: string | null;
  actor: string;
  command_id: string;
}

const filterColumns: Record<Exclude<keyof LedgerFilter, 'from' | 'to'>, string> = {
  warehouse_id: 'e.warehouse_id',
  location_id: 'e.location_id',
  item_id: 'e.item_id',
  sku: 'i.sku',
  merchant_id: 'e.merchant_id',
  status: 'e.status',
  lot_no: 'e.lot_no',
  lpn: 'p.lpn',
  transaction_type: 'e.transaction_type',
  reason_code: 'e.reason_code',
  ref_id: 'e.ref_id',
};

/** Entries joined with what they name; `from` counts in, `to` does not. */
export function ledgerEntries(
  tx: TenantTransaction,
  organizationId: string,
  filter: LedgerFilter,
): Knex.QueryBuilder {
  const { from, to, ...equal } = filter;
  const query: Knex.QueryBuilder = tx('inventory_ledger as e')
    .join('items as i', (on) => on.on('i.organization_id', 'e.organization_id').on('i.id', 'e.item_id'))
    .join('locations as l', (on) =>
      on.on('l.organization_id', 'e.organization_id').on('l.id', 'e.location_id'),
    )
    .leftJoin('lpns as p', (on) => on.on('p.organization_id', 'e.organization_id').on('p.id', 'e.lpn_id'))
    .where('e.organization_id', organizationId);
  for (const [name, value] of Object.entries(equal)) {
    if (value !== undefined) query.where(filterColumns[name as keyof typeof filterColumns], value);
  }
  if (from) query.whereRaw('e.occurred_at >= ?::timestamptz', [moment(from)]);
  if (to) query.whereRaw('e.occurred_at < ?::timestamptz', [moment(to)]);
  return query;
}

// A plain date is its start in UTC, whatever the session's zone.
function moment(text: string): string {
  return text.length === 10 ? `${text}T00:00:00Z` : text;
}

export const ledgerColumns = [
  'e.id',
  'e.occurred_at',
  'e.transaction_type',
  'e.warehouse_id',
  'e.location_id',
  'l.code as location',
  'e.item_id',
  'i.sku',
  'e.merchant_id',
  'e.lot_no',
  'p.lpn',
  'e.status',
  'e.qty_delta',
  'e.reason_code',
  'e.note',
  'e.ref_type',
  'e.ref_id',
  'e.ref_line_id',
  'e.reverses_id',
  'e.actor',
  'e.command_id',
];

export function listLedger(
  tx: TenantTransaction,
  organizationId: string,
  filter: LedgerFilter,
  page: PageQuery,
): Promise<{ rows: LedgerRow[]; total: number }> {
  const newestFirst = [
    { column: 'e.occurred_at', order: 'desc' as const },
    { column: 'e.id', order: 'desc' as const },
  ];
  return readPage<LedgerRow>(ledgerEntries(tx, organizationId, filter), ledgerColumns, newestFirst, page);
}
