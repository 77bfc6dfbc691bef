/**
 * What stock was at a moment: the nearest closing of the ledger plus the entries since. A period is a difference: what had
 * moved by its end less what had moved by its beginning, so a year costs what a day costs.
 */
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

export interface Closing {
  /** The moment as the database writes it, to the microsecond; entries at that moment are included. */
  closed_through: string;
  made_at: string;
  /** When it was last compared with the entries it stands for; null if never. */
  proved_at: Date | null;
  /** Of its fingerprints. */
  seed: string;
}

const closingColumns = sql`closed_through::text as closed_through, made_at::text as made_at, proved_at, seed`;

/** The newest closing without entries after the moment; undefined if there is none. */
export function nearestClosing(tx: TenantTransaction, moment: string): Promise<Closing | undefined> {
  return row<Closing>(
    tx,
    sql`select ${closingColumns} from inventory_closings
         where organization_id = ${tx.organizationId} and closed_through <= ${moment}::timestamptz
         order by inventory_closings.closed_through desc limit 1`,
  );
}

/** The closing nearest to the moment, before it or after. */
export function closestClosing(tx: TenantTransaction, moment: Date): Promise<Closing | undefined> {
  const own = sql`select * from inventory_closings where organization_id = ${tx.organizationId}`;
  return row<Closing>(
    tx,
    sql`select ${closingColumns}
          from ((${own} and closed_through <= ${moment} order by closed_through desc limit 1)
                union all (${own} and closed_through > ${moment} order by closed_through limit 1)) beside
         order by greatest(closed_through, ${moment}) - least(closed_through, ${moment}) limit 1`,
  );
}

// Closings are removed some times a day at most; a read that meets two of those in a row goes without any.
const readsFromClosing = 2;

/**
 * Reads with the closings that `find` answers. Their sums and the closings themselves are read by statements of their
 * own, and a closing may be removed in between, so a read counts only if its closings are still there after it:
 * otherwise it is made again, at last without any.
 */
export async function withClosings<T>(
  tx: TenantTransaction,
  find: () => Promise<(Closing | undefined)[]>,
  read: (closings: readonly (Closing | undefined)[]) => Promise<T>,
): Promise<T> {
  for (let time = 0; time < readsFromClosing; time += 1) {
    const closings = await find();
    const used = closings.filter((closing) => closing !== undefined);
    const result = await read(closings);
    if (used.length === 0 || (await areThere(tx, used))) return result;
  }
  return read([]);
}

async function areThere(tx: TenantTransaction, closings: readonly Closing[]): Promise<boolean> {
  const found = await row<{ there: boolean }>(
    tx,
    sql`select not exists (
          select from unnest(${closings.map((one) => one.closed_through)}::timestamptz[],
                             ${closings.map((one) => one.made_at)}::timestamptz[]) used (closed_through, made_at)
           where not exists (select from inventory_closings c where c.organization_id = ${tx.organizationId}
                                and c.closed_through = used.closed_through and c.made_at = used.made_at)) as there`,
  );
  return found!.there;
}

const key = sql`organization_id, item_id, location_id, status, lot_no, lpn_id, warehouse_id, merchant_id`;

/**
 * A moment that the planner does not compare with its statistics. Entries that are newer than these count as none, and
 * a read of one item after the other would then go through all of today's entries for each of them, not by the item's
 * own index.
 */
const unestimated = (moment: SqlText): SqlText => sql`(select ${moment})`;

/** From when on and until when entries are added up: since a closing, and up to a moment. */
interface Since {
  closing: Closing | undefined;
  moment?: string | undefined;
  /** Whether `only` names a single item, of many that are read one after the other. */
  isByItem?: boolean;
}

/**
 * A select of what adds up to stock at a moment, or to current stock without one. Its columns are those of the key, qty
 * and moved_at. `only` restricts the keys, by plain column names.
 */
function partsOfStock(
  organizationId: string,
  { closing, moment, isByItem = false }: Since,
  only: SqlText = sql`true`,
): SqlText {
  const at = (text: string): SqlText => {
    const given = sql`${text}::timestamptz`;
    return isByItem ? unestimated(given) : given;
  };
  const since = closing ? sql`and occurred_at > ${at(closing.closed_through)}` : sql``;
  const until = moment ? sql`and occurred_at <= ${at(moment)}` : sql``;
  const entries = sql`select ${key}, qty_delta as qty, occurred_at as moved_at from inventory_ledger
      where organization_id = ${organizationId} ${since} ${until} and ${only}`;
  if (!closing) return entries;
  return sql`select ${key}, qty, moved_at from inventory_closing_rows
          where organization_id = ${organizationId} and closed_through = ${closing.closed_through}::timestamptz and ${only}
          union all ${entries}`;
}

/**
 * A select of stock by key at a moment, or of current stock without one. Its columns are those of the key, qty,
 * updated_at and row_id. `only` restricts the keys, by plain column names: a condition on the sums would be checked
 * only after summing everything.
 */
export function stockAt(organizationId: string, since: Since, only: SqlText): SqlText {
  return sql`select ${key}, sum(qty) as qty, max(moved_at) as updated_at,
                    balance_row_id(item_id, location_id, status, lot_no) as row_id
               from (${partsOfStock(organizationId, since, only)}) moved group by ${key}`;
}

/**
 * The first moment to close the ledger at that is not closed, in UTC: of the last midnight; of the last year the first
 * moments of the 1st, 8th, 15th and 22nd of every month; of the time before, of every month. It has at least
 * `entriesMin` entries since the closing before it: for fewer, a closing saves nobody anything. The entries are counted in the order of the
 * index on their time and from a column on: otherwise the planner would read the ledger from its beginning. (Under row
 * level security it uses no index for a comparison with "coalesce(...)", which might tell of rows that are not shown.)
 */
export async function closingDue(
  tx: TenantTransaction,
  { entriesMin }: { entriesMin: number },
): Promise<string | undefined> {
  const found = await row<{ moment: string }>(
    tx,
    sql`with wanted as (
          select of_month.day at time zone 'UTC' as moment
            from generate_series(
              (select date_trunc('month', min(occurred_at) at time zone 'UTC')
                 from inventory_ledger where organization_id = ${tx.organizationId}),
              now() at time zone 'UTC', interval '1 month') month,
              lateral (select month + interval '7 days' * quarter as day from generate_series(0, 3) quarter) of_month
           where of_month.day < now() at time zone 'UTC' - interval '10 minutes'
             and is_closing_kept(of_month.day at time zone 'UTC')
          union select date_trunc('day', now() - interval '10 minutes', 'UTC'))
        select w.moment::text as moment from wanted w
          cross join lateral (select coalesce(max(c.closed_through), '-infinity') as closed_through from inventory_closings c
                               where c.organization_id = ${tx.organizationId} and c.closed_through < w.moment) before
         where not exists (select 1 from inventory_closings c
                            where c.organization_id = ${tx.organizationId} and c.closed_through = w.moment)
           and exists (select 1 from inventory_ledger e
                        where e.organization_id = ${tx.organizationId}
                          and e.occurred_at > before.closed_through and e.occurred_at <= w.moment
                       order by e.occurred_at offset ${entriesMin - 1})
         order by w.moment limit 1`,
  );
  return found?.moment;
}

/** Closings that were not proved within the last day, those unproved longest first. */
export async function proofsDue(tx: TenantTransaction, atMost: number): Promise<string[]> {
  const found = await rows<{ moment: string }>(
    tx,
    sql`select closed_through::text as moment from inventory_closings
         where organization_id = ${tx.organizationId} and (proved_at is null or proved_at < now() - interval '1 day')
         order by proved_at nulls first, closed_through limit ${atMost}`,
  );
  return found.map(({ moment }) => moment);
}
