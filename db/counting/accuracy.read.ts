/** How accurate the books were by completed counts, and the counted lines and locations behind each figure. */
import type { CountKind } from '../../domain/counting/count-kinds.ts';
import type { Velocity } from '../../domain/inventory/location-types.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql, type SqlText } from '../sql-text.ts';
import { readPage, type PageOf, type PageQuery } from '../page.ts';

export const accuracyGroups = ['zone', 'item_class', 'velocity', 'merchant', 'plan', 'kind'] as const;
export type AccuracyGroup = (typeof accuracyGroups)[number];

export interface AccuracyFilters {
  from?: string;
  to?: string;
  warehouse_id?: string;
  kind?: CountKind;
}

export interface AccuracyRow {
  group: string | null;
  locations_counted: number;
  exact: number;
  location_accuracy: string | null;
  lines_counted: number;
  units_expected: string;
  net_units: string;
  gross_units: string;
  unit_accuracy: string | null;
}

/** What a group is called: by the place `l`, the task `t`, or the counted item `i`. */
const keys: Record<AccuracyGroup, SqlText> = {
  zone: sql`l.zone`,
  plan: sql`t.plan_id::text`,
  kind: sql`t.kind`,
  item_class: sql`i.item_class`,
  velocity: sql`coalesce(i.velocity, 'C')`,
  merchant: sql`n.merchant_id::text`,
};

// Every place of the tasks that are over, with what was counted there; a place that was found empty has no line.
const places = sql`count_tasks t
  join count_task_locations c on c.organization_id = t.organization_id and c.task_id = t.id
  join locations l on l.organization_id = t.organization_id and l.id = c.location_id
  left join count_lines n on n.organization_id = t.organization_id and n.task_id = t.id and n.location_id = c.location_id
   and n.counted_qty is not null
  left join items i on i.organization_id = n.organization_id and i.id = n.item_id`;

interface OfPlan extends AccuracyFilters {
  plan_id?: string;
  without_plan?: boolean;
}

function completed(tx: TenantTransaction, { from, to, without_plan: isFree, ...equal }: OfPlan): SqlText[] {
  return [
    ...(isFree === undefined ? [] : [sql`(t.plan_id is null) = ${isFree}`]),
    sql`t.organization_id = ${tx.organizationId}`,
    sql`t.state = 'completed'`,
    ...(from ? [sql`t.completed_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`t.completed_at < ${to}::timestamptz`] : []),
    ...equalTo('t', equal),
  ];
}

const groupsOfGoods: readonly AccuracyGroup[] = ['item_class', 'velocity', 'merchant'];
const groupsMax = 1_000;

/**
 * A location is exact when no line of it differed; only counts of all that lies there say so. Accuracies are null where
 * nothing was counted, or nothing was expected.
 */
export function readAccuracy(
  tx: TenantTransaction,
  filters: AccuracyFilters,
  groupBy: AccuracyGroup | undefined,
): Promise<AccuracyRow[]> {
  const key = groupBy ? keys[groupBy] : sql`null::text`;
  // A place without a line has no item and no merchant to be counted for.
  const isLine = groupBy && groupsOfGoods.includes(groupBy) ? [sql`n.id is not null`] : [];
  return rows<AccuracyRow>(
    tx,
    sql`select "group", locations_counted, exact, round(exact::numeric / nullif(locations_counted, 0), 6) as location_accuracy,
            lines_counted, units_expected, net_units, gross_units,
            greatest(0, round(1 - gross_units / nullif(units_expected, 0), 6)) as unit_accuracy
       from (
         select "group", count(*) filter (where is_whole)::integer as locations_counted,
                count(*) filter (where is_whole and gross = 0)::integer as exact, coalesce(sum(lines), 0)::integer as lines_counted,
                coalesce(sum(expected), 0) as units_expected, coalesce(sum(net), 0) as net_units, coalesce(sum(gross), 0) as gross_units
           from (
             select ${key} as "group", t.id, c.location_id, t.item_ids is null as is_whole, count(n.id) as lines,
                    coalesce(sum(n.expected_qty), 0) as expected, coalesce(sum(n.counted_qty - n.expected_qty), 0) as net,
                    coalesce(sum(abs(n.counted_qty - n.expected_qty)), 0) as gross
               from ${places}
              where ${every([...completed(tx, filters), ...isLine])}
              group by 1, t.organization_id, t.id, c.location_id) as place
          group by "group") as figures
      order by "group" nulls first limit ${groupsMax}`,
  );
}

/** By which count, and where. */
interface CountedAt {
  count_task_id: string;
  task_no: string;
  kind: CountKind;
  plan_id: string | null;
  completed_at: Date;
  location_id: string;
  location: string;
  zone: string;
}

export interface CountedLine extends CountedAt {
  id: string;
  item_id: string;
  sku: string;
  item_class: string;
  merchant_id: string;
  lot_no: string | null;
  status: 'available' | 'hold' | 'damaged';
  attempt: number;
  counted_qty: string;
  expected_qty: string;
  difference: string;
  posted_delta: string | null;
  counted_by: string;
}

const countedAt = sql`t.id as count_task_id, t.task_no, t.kind, t.plan_id, t.completed_at, c.location_id,
  l.code as location, l.zone`;
const lineColumns = sql`n.id, ${countedAt}, n.item_id, i.sku, i.item_class, n.merchant_id, nullif(n.lot_no, '') as lot_no, n.status, n.attempt,
  n.counted_qty, n.expected_qty, n.counted_qty - n.expected_qty as difference, n.posted_delta, n.counted_by`;

export interface LineFilters extends OfPlan {
  zone?: string;
  item_class?: string;
  velocity?: Velocity;
  merchant_id?: string;
  is_exact?: boolean;
}

/** Of the counted items `i` and their lines `n`. */
function ofGoods({ item_class, velocity, merchant_id }: Partial<LineFilters>): SqlText[] {
  return [
    ...equalTo('i', { item_class }),
    ...(velocity ? [sql`${keys.velocity} = ${velocity}`] : []),
    ...equalTo('n', { merchant_id }),
  ];
}

/** The lines behind the figures: those of counts that are over, newest first. */
export function listCountedLines(
  tx: TenantTransaction,
  { zone, item_class, velocity, merchant_id, is_exact: isExact, ...filters }: LineFilters,
  page: PageQuery,
): Promise<PageOf<CountedLine>> {
  const where = every([
    ...completed(tx, filters),
    sql`n.id is not null`,
    ...equalTo('l', { zone }),
    ...ofGoods({ item_class, velocity, merchant_id }),
    ...(isExact === undefined ? [] : [sql`(n.counted_qty = n.expected_qty) = ${isExact}`]),
  ]);
  const order = ['-t.completed_at', '-n.id'];
  return readPage(tx, { columns: lineColumns, from: places, where, order }, page);
}

export interface CountedLocation extends CountedAt {
  lines_counted: number;
  is_exact: boolean;
}

/**
 * The locations behind the figures: those of counts of all that lies there, also where nothing was found and nothing
 * expected; of some goods, those where such were counted.
 */
export function listCountedLocations(
  tx: TenantTransaction,
  { zone, item_class, velocity, merchant_id, is_exact: isExact, ...filters }: LineFilters,
  page: PageQuery,
): Promise<PageOf<CountedLocation>> {
  const goods = ofGoods({ item_class, velocity, merchant_id });
  const found = sql`(select count(*)::integer as lines_counted, coalesce(bool_and(n.counted_qty = n.expected_qty), true) as is_exact
    from count_lines n join items i on i.organization_id = n.organization_id and i.id = n.item_id
   where n.organization_id = c.organization_id and n.task_id = c.task_id and n.location_id = c.location_id
     and n.counted_qty is not null ${goods.length > 0 ? sql`and ${every(goods)}` : sql``})`;
  const where = every([
    ...completed(tx, filters),
    sql`t.item_ids is null`,
    ...equalTo('l', { zone }),
    ...(goods.length > 0 ? [sql`f.lines_counted > 0`] : []),
    ...(isExact === undefined ? [] : [sql`f.is_exact = ${isExact}`]),
  ]);
  const from = sql`count_tasks t
    join count_task_locations c on c.organization_id = t.organization_id and c.task_id = t.id
    join locations l on l.organization_id = t.organization_id and l.id = c.location_id
    cross join lateral ${found} as f`;
  const columns = sql`${countedAt}, f.lines_counted, f.is_exact`;
  return readPage(tx, { columns, from, where, order: ['-t.completed_at', '-t.id', '-c.location_id'] }, page);
}
