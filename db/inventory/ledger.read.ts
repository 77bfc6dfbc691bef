/** The ledger, page by page, newest first. */
import type { HoldKind } from '../../domain/inventory/holds.ts';
import { momentAt } from '../business-day.read.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage, type SqlList } from '../page.ts';
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
  hold_kind: HoldKind | null;
  actor: string;
  command_id: string;
}

/** The columns of an entry, joined with the names of what it refers to. */
export const ledgerColumns = sql`e.id, e.occurred_at, e.transaction_type, e.warehouse_id, e.location_id, l.code as location,
  e.item_id, i.sku, e.merchant_id, e.lot_no, p.lpn, e.status, e.qty_delta, e.reason_code, e.note, e.ref_type, e.ref_id,
  e.ref_line_id, e.reverses_id, e.hold_kind, e.actor, e.command_id`;

const entries = sql`inventory_ledger e`;
const joins = sql`join items i on i.organization_id = e.organization_id and i.id = e.item_id
  join locations l on l.organization_id = e.organization_id and l.id = e.location_id
  left join lpns p on p.organization_id = e.organization_id and p.id = e.lpn_id`;

/** A page's entries by such a filter, with what they refer to. */
export const ledgerTables = ({ sku }: LedgerFilter): Pick<SqlList, 'from' | 'joins'> =>
  sku === undefined ? { from: entries, joins } : { from: sql`${entries} ${joins}` };

/** The entries a filter selects; `from` is inclusive, `to` is exclusive. A day is the warehouse's, from its beginning. */
export function ledgerFilter(
  organizationId: string,
  { from, to, sku, lpn, ...equal }: LedgerFilter,
): SqlText[] {
  const parts = [
    sql`e.organization_id = ${organizationId}`,
    ...equalTo('e', equal),
    ...equalTo('i', { sku }),
  ];
  // Said so that the index of entries with a lot, or on a plate, serves.
  if (equal.lot_no) parts.push(sql`e.lot_no <> ''`);
  if (lpn !== undefined) {
    parts.push(
      sql`e.lpn_id = (select n.id from lpns n where n.organization_id = ${organizationId} and n.lpn = ${lpn})`,
    );
  }
  const place = { organizationId, warehouseId: equal.warehouse_id };
  if (from) parts.push(sql`e.occurred_at >= ${momentAt(place, from)}`);
  if (to) parts.push(sql`e.occurred_at < ${momentAt(place, to)}`);
  return parts;
}

export function listLedger(
  tx: TenantTransaction,
  filter: LedgerFilter,
  page: PageQuery,
): Promise<PageOf<LedgerRow>> {
  const list = {
    columns: ledgerColumns,
    ...ledgerTables(filter),
    where: every(ledgerFilter(tx.organizationId, filter)),
    order: ['-e.occurred_at', '-e.id'],
  };
  return readPage<LedgerRow>(tx, list, page);
}

/** The items of which a command posted anything. */
export async function itemsPosted(tx: TenantTransaction, commandId: string): Promise<string[]> {
  const found = await rows<{ item_id: string }>(
    tx,
    sql`select distinct item_id from inventory_ledger
         where organization_id = ${tx.organizationId} and command_id = ${commandId} order by item_id`,
  );
  return found.map(({ item_id: id }) => id);
}
