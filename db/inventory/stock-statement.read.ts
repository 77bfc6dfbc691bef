/**
 * A merchant's stock over a period: opening, movements, closing. Its lines are the ledger entries that change how much
 * stock there is; moves, allocations and status changes do not.
 */
import { dayBegins } from '../business-day.read.ts';
import { row, rows, setLimits, type TenantTransaction } from '../database.ts';
import { every, joined, sql, type SqlText } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { type Closing, closestClosing, withClosings } from '../closings/closings.read.ts';
import { ledgerColumns, ledgerFilter, ledgerTables, type LedgerRow } from './ledger.read.ts';

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

/** The timestamps at which a period begins and ends; the end is exclusive, and before any year of five digits. */
export async function statementMoments(
  tx: TenantTransaction,
  { from, to }: StatementPeriod,
): Promise<StatementMoments> {
  const found = await row<StatementMoments>(
    tx,
    sql`select time_zone, ${dayBegins({ organizationId: tx.organizationId }, from)} as starts_at,
            least(${dayBegins({ organizationId: tx.organizationId }, to, 1)}, timestamptz '9999-12-31 23:59:59.999Z') as ends_at
       from organizations where id = ${tx.organizationId}`,
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
// Read in addition to those still missing, for the ones without stock or movements, which are not shown.
const itemsSpare = 200;

/** A beginning or end of the period, and the closing of the ledger nearest to it. */
interface Bound {
  moment: Date;
  closing: Closing | undefined;
}

interface Bounds {
  opened: Bound;
  ended: Bound;
}

const stockTypes = ['receive', 'return', 'ship', 'transfer_in', 'transfer_out', 'reverse', 'adjust', 'count'];

/** The entries between a bound and its closing, added if the closing is older and taken off it if it is newer. */
function between({ moment, closing }: Bound): { isAdded: boolean; span: SqlText } {
  const bound = sql`${moment}::timestamptz`;
  if (!closing) return { isAdded: true, span: sql`occurred_at < ${bound}` };
  const through = sql`${closing.closed_through}::timestamptz`;
  // Entries at the moment of a closing belong to it, and those at the end of the period do not belong to the period.
  return new Date(closing.closed_through) < moment
    ? { isAdded: true, span: sql`occurred_at > ${through} and occurred_at < ${bound}` }
    : { isAdded: false, span: sql`occurred_at >= ${bound} and occurred_at <= ${through}` };
}

const signed = (isPlus: boolean, column: SqlText): SqlText => (isPlus ? column : sql`-${column}`);

/** A select of items' movements by kind whose sums are those before the period and those within it. */
function movementsOf({ opened, ended }: Bounds, only: SqlText): SqlText {
  const parts = ([opened, ended] as const).flatMap((bound, index): SqlText[] => {
    // What was before the beginning is opening stock and is not of the period.
    const isEnd = index === 1;
    const { isAdded, span } = between(bound);
    const columns = (isPlus: boolean, qty: SqlText, entries: SqlText): SqlText =>
      isEnd
        ? sql`0, ${signed(isPlus, qty)}, ${signed(isPlus, entries)}`
        : sql`${signed(isPlus, qty)}, ${signed(!isPlus, qty)}, ${signed(!isPlus, entries)}`;
    const entries = sql`select item_id, transaction_type, coalesce(reason_code, ''), ${columns(isAdded, sql`qty_delta`, sql`1`)}
        from inventory_ledger where ${only} and ${span}`;
    if (!bound.closing) return [entries];
    return [
      sql`select item_id, transaction_type, reason_code, ${columns(true, sql`qty`, sql`entries`)} from inventory_closing_movements
           where ${only} and closed_through = ${bound.closing.closed_through}::timestamptz`,
      entries,
    ];
  });
  return sql`select item_id, case transaction_type when 'count' then 'adjust' else transaction_type end as kind,
      case when transaction_type in ('adjust', 'count') then reason_code else '' end as reason_code,
      sum(before) as before, sum(qty) as qty, sum(entries) as entries
    from (${joined(parts, ' union all ')}) moved (item_id, transaction_type, reason_code, before, qty, entries) group by 1, 2, 3`;
}

const ofMerchant = (
  organizationId: string,
  { merchant_id: merchantId, warehouse_id: warehouseId }: StatementPeriod,
): SqlText => sql`organization_id = ${organizationId} and merchant_id = ${merchantId}
      and (${warehouseId ?? null}::uuid is null or warehouse_id = ${warehouseId ?? null})`;

/** Reads with the closings nearest to the period's beginning and end. */
function fromClosest<T>(
  tx: TenantTransaction,
  { starts_at: start, ends_at: end }: StatementMoments,
  read: (bounds: Bounds) => Promise<T>,
): Promise<T> {
  return withClosings(
    tx,
    () => Promise.all([start, end].map((moment) => closestClosing(tx, moment))),
    ([opened, ended]) =>
      read({ opened: { moment: start, closing: opened }, ended: { moment: end, closing: ended } }),
  );
}

// The sums of so many items by kind; on disk they would take twice as long.
const limits = { work_mem: '16MB' };

/** Of an item without stock or movements, `opening` is null. */
type ReadItem = StatementItem | (Pick<StatementItem, 'item_id' | 'sku'> & { opening: null });

/**
 * One row per item that had or moved stock, by sku, at most 5000. What moved within the period is what had moved by its
 * end less what had moved by its beginning, each from the nearest closing of the ledger and the entries between; so a
 * long period reads no more than a short one. Items are read in the order of their skus, and no further than shown; what
 * moved is read for all of them at once.
 */
export async function listStatementItems(
  tx: TenantTransaction,
  period: StatementPeriod,
  moments: StatementMoments,
): Promise<StatementItem[]> {
  await setLimits(tx, limits);
  return fromClosest(tx, moments, async (bounds) => {
    const shown: StatementItem[] = [];
    // More than one look is needed only where many items have neither stock nor movements.
    for (let last: ReadItem | undefined; ;) {
      const atMost = itemsMax - shown.length + itemsSpare;
      const items: ReadItem[] = await readItems(tx, period, bounds, { last, atMost });
      shown.push(...items.filter((item): item is StatementItem => item.opening !== null));
      last = items.at(-1);
      if (items.length < atMost || shown.length >= itemsMax) return shown.slice(0, itemsMax);
    }
  });
}

/** A merchant's items in the order of their skus, those behind `last`. */
function readItems(
  tx: TenantTransaction,
  period: StatementPeriod,
  bounds: Bounds,
  { last, atMost }: { last: ReadItem | undefined; atMost: number },
): Promise<ReadItem[]> {
  const behind = last ? sql`and (sku, id) > (${last.sku}, ${last.item_id}::uuid)` : sql``;
  const only = sql`${ofMerchant(tx.organizationId, period)} and item_id in (select id from wanted)`;
  const ofKind = (...kinds: string[]): SqlText =>
    sql`coalesce(sum(k.qty) filter (where k.kind = any (${kinds}::text[])), 0)`;
  return rows<ReadItem>(
    tx,
    sql`with wanted as materialized (
          select id, sku, name, uom from items
           where organization_id = ${tx.organizationId} and merchant_id = ${period.merchant_id} ${behind}
           order by sku, id limit ${atMost}),
        sums as (
          select k.item_id, coalesce(sum(k.before), 0) as opening, ${ofKind('receive')} as received,
                 ${ofKind('return')} as returned, ${ofKind('ship')} as shipped,
                 ${ofKind('transfer_in', 'transfer_out')} as transferred, ${ofKind('reverse')} as reversed,
                 ${ofKind('adjust')} as adjusted, coalesce(sum(k.before + k.qty), 0) as closing,
                 json_agg(json_build_object('reason_code', k.reason_code, 'qty', k.qty) order by k.reason_code)
                   filter (where k.kind = 'adjust' and k.entries <> 0) as reasons
            from (${movementsOf(bounds, only)}) k group by k.item_id)
        select i.id as item_id, i.sku, i.name as item_name, i.uom, s.opening, s.received, s.returned, s.shipped,
               s.transferred, s.reversed, s.adjusted, coalesce(s.reasons, '[]'::json) as adjusted_by_reason, s.closing
          from wanted i
          left join sums s on s.item_id = i.id
           and (s.opening <> 0 or s.closing <> 0 or s.received <> 0 or s.returned <> 0 or s.shipped <> 0
                or s.transferred <> 0 or s.reversed <> 0 or s.reasons is not null)
         order by i.sku, i.id`,
  );
}

/** The period's ledger entries that change how much stock there is, oldest first. */
export function listStatementLines(
  tx: TenantTransaction,
  period: StatementPeriod,
  moments: StatementMoments,
  page: PageQuery,
): Promise<PageOf<LedgerRow>> {
  const { merchant_id, warehouse_id } = period;
  const filter = {
    merchant_id,
    ...(warehouse_id ? { warehouse_id } : {}),
    from: moments.starts_at.toISOString(),
    to: moments.ends_at.toISOString(),
  };
  const list = {
    columns: ledgerColumns,
    ...ledgerTables(filter),
    where: every([
      ...ledgerFilter(tx.organizationId, filter),
      sql`e.transaction_type = any (${stockTypes}::text[])`,
    ]),
    order: ['e.occurred_at', 'e.id'],
  };
  return readPage<LedgerRow>(tx, list, page);
}
