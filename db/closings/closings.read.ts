/** What stock was at a moment: the nearest closing of the ledger plus the entries since. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface Closing {
  /** The moment as the database writes it, to the microsecond; entries at that moment are included. */
  closed_through: string;
  /** When it was last compared with the entries it stands for; null if never. */
  proved_at: Date | null;
}

/** The newest closing without entries after the moment; undefined if there is none. */
export function nearestClosing(
  tx: TenantTransaction,
  organizationId: string,
  moment: string,
): Promise<Closing | undefined> {
  return row<Closing>(
    tx,
    sql`select closed_through::text as closed_through, proved_at from inventory_closings
         where organization_id = ${organizationId} and closed_through <= ${moment}::timestamptz
         order by closed_through desc limit 1`,
  );
}

const key = sql`organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id`;

/**
 * A select of stock by key at a moment, or of current stock without one. Its columns are those of the key, qty,
 * updated_at and row_id. `only` restricts the keys, by plain column names: a condition on the sums would be checked
 * only after summing everything.
 */
export function stockAt(
  organizationId: string,
  { closing, moment }: { closing: Closing | undefined; moment?: string | undefined },
  only: SqlText,
): SqlText {
  const since = closing ? sql`and occurred_at > ${closing.closed_through}::timestamptz` : sql``;
  const until = moment ? sql`and occurred_at <= ${moment}::timestamptz` : sql``;
  const entries = sql`select ${key}, qty_delta as qty, occurred_at as moved_at from inventory_ledger
      where organization_id = ${organizationId} ${since} ${until} and ${only}`;
  const parts = closing
    ? sql`select ${key}, qty, moved_at from inventory_closing_rows
          where organization_id = ${organizationId} and closed_through = ${closing.closed_through}::timestamptz and ${only}
          union all ${entries}`
    : entries;
  return sql`select ${key}, sum(qty) as qty, max(moved_at) as updated_at,
                    balance_row_id(item_id, location_id, status, lot_no) as row_id
               from (${parts}) moved group by ${key}`;
}

/**
 * Moments to close the ledger at, oldest first: the last midnight and the first moment of every month, in UTC, each
 * with at least `entriesMin` entries since the closing before it. For fewer, a closing saves nobody anything.
 */
export async function closingsDue(
  tx: TenantTransaction,
  organizationId: string,
  { entriesMin, atMost }: { entriesMin: number; atMost: number },
): Promise<string[]> {
  const found = await rows<{ moment: string }>(
    tx,
    sql`with wanted as (
          select month at time zone 'UTC' as moment
            from generate_series(
              (select date_trunc('month', min(occurred_at) at time zone 'UTC') + interval '1 month'
                 from inventory_ledger where organization_id = ${organizationId}),
              now() at time zone 'UTC' - interval '10 minutes', interval '1 month') month
          union select date_trunc('day', now() - interval '10 minutes', 'UTC'))
        select w.moment::text as moment from wanted w
         where not exists (select 1 from inventory_closings c
                            where c.organization_id = ${organizationId} and c.closed_through = w.moment)
           and exists (select 1 from inventory_ledger e
                        where e.organization_id = ${organizationId} and e.occurred_at <= w.moment
                          and e.occurred_at > coalesce((select max(c.closed_through) from inventory_closings c
                                where c.organization_id = ${organizationId} and c.closed_through < w.moment), '-infinity')
                       offset ${entriesMin - 1})
         order by w.moment limit ${atMost}`,
  );
  return found.map(({ moment }) => moment);
}

/** Closings that were not proved within the last day, those unproved longest first. */
export async function proofsDue(
  tx: TenantTransaction,
  organizationId: string,
  atMost: number,
): Promise<string[]> {
  const found = await rows<{ moment: string }>(
    tx,
    sql`select closed_through::text as moment from inventory_closings
         where organization_id = ${organizationId} and (proved_at is null or proved_at < now() - interval '1 day')
         order by proved_at nulls first, closed_through limit ${atMost}`,
  );
  return found.map(({ moment }) => moment);
}
