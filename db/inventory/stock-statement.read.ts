/**
 * A merchant's stock over a period: opening, movements, closing. Its lines are the ledger entries that change how much
 * stock there is; moves, allocations and status changes do not.
 */
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { every, sql } from '../sql-text.ts';
import { nearestClosing } from '../closings/closings.read.ts';
import { ledgerColumns, ledgerEntries, ledgerFilter, type LedgerRow } from './ledger.read.ts';

export interface StatementPeriod {
  merchant_id: string;
  warehouse_id?: string | undefined;
  /** Dates in the organization's time zone, both inclusive. */
  from: string;
  to: string;
}

export interface StatementMoments {
  time_zone: string;
  starts_at: Date;
  ends_at: Date;
}

/** The timestamps at which a period begins and ends; the end is exclusive. */
export async function statementMoments(
  tx: TenantTransaction,
  organizationId: string,
  { from, to }: StatementPeriod,
): Promise<StatementMoments> {
  const found = await row<StatementMoments>(
    tx,
    sql`select time_zone, (${from}::date)::timestamp at time zone time_zone as starts_at,
            (${to}::date + 1)::timestamp at time zone time_zone as ends_at
       from organizations where id = ${organizationId}`,
  );
  return found!;
}

export interface StatementItem {
  item_id: string;
  sku: string;
  item_name: string;
  uom: string;
  opening: string;
  received: string;
  returned: string;
  shipped: string;
  transferred: string;
  reversed: string;
  adjusted: string;
  adjusted_by_reason: { reason_code: string; qty: number }[];
  closing: string;
}

const itemsMax = 5000;

/** One row per item that had or moved stock, by sku, at most 5000. */
export async function listStatementItems(
  tx: TenantTransaction,
  organizationId: string,
  { merchant_id: merchantId, warehouse_id: warehouseId }: StatementPeriod,
  { starts_at: start, ends_at: end }: StatementMoments,
): Promise<StatementItem[]> {
  // An entry at the first moment belongs to the period.
  const before = new Date(start.getTime() - 1).toISOString();
  const closing = await nearestClosing(tx, organizationId, before);
  const ofPeriod = sql`organization_id = ${organizationId} and merchant_id = ${merchantId}
        and (${warehouseId ?? null}::uuid is null or warehouse_id = ${warehouseId ?? null})`;
  const closed = sql`select item_id, '' as transaction_type, '' as reason_code, true as is_before, qty as qty_delta
         from inventory_closing_rows
        where ${ofPeriod} and closed_through = ${closing?.closed_through ?? null}::timestamptz union all`;
  return rows<StatementItem>(
    tx,
    sql`with moved as materialized (
       select item_id, transaction_type, reason_code, is_before, sum(qty_delta) as qty
         from (${closing ? closed : sql``}
               select item_id, transaction_type, coalesce(reason_code, ''), occurred_at < ${start}, qty_delta
                 from inventory_ledger
                where ${ofPeriod} and occurred_at > ${closing?.closed_through ?? '-infinity'}::timestamptz and occurred_at < ${end}
              ) entries (item_id, transaction_type, reason_code, is_before, qty_delta)
        group by item_id, transaction_type, reason_code, is_before
     ), sums as (
       select item_id,
              coalesce(sum(qty) filter (where is_before), 0) as opening,
              coalesce(sum(qty) filter (where not is_before and transaction_type = 'receive'), 0) as received,
              coalesce(sum(qty) filter (where not is_before and transaction_type = 'return'), 0) as returned,
              coalesce(sum(qty) filter (where not is_before and transaction_type = 'ship'), 0) as shipped,
              coalesce(sum(qty) filter (where not is_before and transaction_type in ('transfer_in', 'transfer_out')), 0)
                as transferred,
              coalesce(sum(qty) filter (where not is_before and transaction_type = 'reverse'), 0) as reversed,
              coalesce(sum(qty) filter (where not is_before and transaction_type in ('adjust', 'count')), 0) as adjusted,
              coalesce(sum(qty), 0) as closing
         from moved group by item_id
     ), reasons as (
       select item_id, json_agg(json_build_object('reason_code', reason_code, 'qty', qty) order by reason_code) as list
         from (select item_id, reason_code, sum(qty) as qty from moved
                where not is_before and transaction_type in ('adjust', 'count') group by item_id, reason_code) as by_reason
        group by item_id
     )
     select s.item_id, i.sku, i.name as item_name, i.uom, s.opening, s.received, s.returned, s.shipped, s.transferred,
            s.reversed, s.adjusted, coalesce(r.list, '[]'::json) as adjusted_by_reason, s.closing
       from sums s
       join items i on i.organization_id = ${organizationId} and i.id = s.item_id
       left join reasons r on r.item_id = s.item_id
      where s.opening <> 0 or s.closing <> 0 or s.received <> 0 or s.returned <> 0 or s.shipped <> 0
         or s.transferred <> 0 or s.reversed <> 0 or r.list is not null
      order by i.sku, s.item_id limit ${itemsMax}`,
  );
}

const stockTypes = ['receive', 'return', 'ship', 'transfer_in', 'transfer_out', 'reverse', 'adjust', 'count'];

/** The period's ledger entries that change how much stock there is, oldest first. */
export function listStatementLines(
  tx: TenantTransaction,
  organizationId: string,
  { merchant_id, warehouse_id }: StatementPeriod,
  { starts_at: start, ends_at: end }: StatementMoments,
  page: PageQuery,
): Promise<PageOf<LedgerRow>> {
  const filter = {
    merchant_id,
    ...(warehouse_id ? { warehouse_id } : {}),
    from: start.toISOString(),
    to: end.toISOString(),
  };
  const list = {
    columns: ledgerColumns,
    from: ledgerEntries,
    counted: sql`inventory_ledger e`,
    where: every([
      ...ledgerFilter(organizationId, filter),
      sql`e.transaction_type = any (${stockTypes}::text[])`,
    ]),
    order: ['e.occurred_at', 'e.id'],
    isCountedWhole: true,
  };
  return readPage<LedgerRow>(tx, list, page);
}
