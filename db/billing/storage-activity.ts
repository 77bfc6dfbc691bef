/**
 * Storage as activity: daily snapshots counted by the line's basis and method, one row per warehouse, storage class and
 * charged day. Methods over a whole billing cycle are charged on its last day.
 */
import type { StorageBasis } from '../../domain/rates/rate-line.ts';
import { name, sql, SqlText } from '../sql-text.ts';
import type { EffectiveLine } from '../rates/effective-rates.read.ts';

interface Days {
  organizationId: string;
  merchantId: string;
  from: string;
  to: string;
  /** Where the charges are. */
  table: string;
}

// Stock in the warehouse; stock in transit is not stored.
const stored = sql`s.status <> 'in_transit'`;

/**
 * Columns source_type, source_id, source_ref, document_id, warehouse_id, service_date, quantity, storage_class, and `units`:
 * the same of the stock's units, whatever they measure.
 */
export function storageActivity(days: Days, line: EffectiveLine): SqlText {
  const counted = countedRows(days, line);
  const rows = isPerCycle(line) ? perCycle(days, line, counted) : perDay(line, counted);
  return sql`select 'inventory_snapshot' as source_type, ${storedSource(days.merchantId, 'r')} as source_id,
      nullif(r.storage_class, '') as source_ref, null::uuid as document_id, r.warehouse_id, r.day as service_date,
      round(r.quantity, 6) as quantity, round(r.units, 6) as units, r.storage_class, null::text as item_class, null::text as carrier_code
    from (${rows}) r where r.quantity is distinct from 0`;
}

export function isPerCycle({ storage_method: method }: EffectiveLine): boolean {
  return method !== 'daily' && method !== 'anniversary';
}

const cycleStart = (line: EffectiveLine, day: SqlText): SqlText =>
  sql`billing_window_start(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, ${day})`;
export const cycleEnd = (line: EffectiveLine, day: SqlText): SqlText =>
  sql`billing_window_end(${line.billing_cycle}, ${line.cycle_anchor_day}::integer, ${day})`;

/** The source of storage charges: the merchant's stock of one class in one warehouse. */
const storedSource = (merchantId: string, row: string): SqlText =>
  sql`md5(${`${merchantId}|stored|`}::text || ${name(`${row}.warehouse_id`)} || '|' || ${name(`${row}.storage_class`)})::uuid`;

/**
 * A cycle in which the item went over from charging days to charging cycles: the days that are charged already are left
 * out of the cycle.
 */
function unlessChargedDaily({ organizationId, merchantId, table }: Days, line: EffectiveLine): SqlText {
  return sql`(${cycleStart(line, sql`s.snapshot_day`)} >= ${line.valid_from}::date or not exists (
      select 1 from ${name(table)} c where c.organization_id = ${organizationId}::uuid and c.source_id = ${storedSource(merchantId, 's')}
         and c.service_date = s.snapshot_day and c.billing_item_id = ${line.billing_item_id}::uuid and c.kind = 'storage'
         and c.pricing ->> 'storage_method' = 'daily'))`;
}

/** A day `a` that no charge of its whole cycle covers: the reverse, when days are to be charged from a past day on. */
export function unlessCycleCharged({ organizationId, table }: Days, line: EffectiveLine): SqlText {
  return sql`not exists (
      select 1 from ${name(table)} c
        join rate_sheets o on o.organization_id = c.organization_id and o.id = c.rate_sheet_id
       where c.organization_id = ${organizationId}::uuid and c.source_id = a.source_id and c.service_date >= a.service_date
         and c.billing_item_id = ${line.billing_item_id}::uuid and c.kind = 'storage'
         and c.pricing ->> 'storage_method' not in ('daily', 'anniversary')
         and billing_window_start(o.billing_cycle, o.cycle_anchor_day, c.service_date) <= a.service_date)`;
}

/** Handling units per day: (warehouse_id, storage_class, day, unit, first_received_on, q), and the units of stock in them, n. */
function countedRows(days: Days, line: EffectiveLine): SqlText {
  const { organizationId, merchantId, from, to } = days;
  const first = isPerCycle(line) ? cycleStart(line, sql`${from}::date`) : sql`${from}::date`;
  const source = sql`from inventory_snapshots s
      join items i on i.organization_id = s.organization_id and i.id = s.item_id
     where s.organization_id = ${organizationId}::uuid and s.merchant_id = ${merchantId}::uuid and ${stored}
       and s.snapshot_day between ${first} and ${to}::date
       ${isPerCycle(line) ? sql`and ${unlessChargedDaily(days, line)}` : sql``}`;
  return countedBy(line.storage_basis!, source);
}

const group = 's.warehouse_id, s.storage_class, s.snapshot_day';
const lot = "s.item_id::text || '|' || s.lot_no || '|' || s.first_received_on";

function countedBy(basis: StorageBasis, source: SqlText): SqlText {
  const head = new SqlText('select s.warehouse_id, s.storage_class, s.snapshot_day as day');
  const perLot = (quantity: string): SqlText =>
    sql`${head}, ${new SqlText(lot)} as unit, s.first_received_on, ${new SqlText(quantity)} as q, sum(s.qty) as n ${source}
        group by ${new SqlText(group)}, s.item_id, s.lot_no, s.first_received_on, i.id, i.organization_id`;
  switch (basis) {
    case 'pallet':
      // A license plate counts as one pallet however many items are on it; cartons count as the pallet they stand on.
      // Loose stock is converted to pallets by the item's units per pallet.
      return sql`${head}, coalesce(p.parent_lpn_id, s.lpn_id)::text as unit, min(s.first_received_on) as first_received_on,
            1::numeric as q, sum(s.qty) as n
          from (select s.*, i.units_per_pallet ${source} and s.lpn_id is not null) s
          join lpns p on p.organization_id = s.organization_id and p.id = s.lpn_id
         group by ${new SqlText(group)}, coalesce(p.parent_lpn_id, s.lpn_id)
        union all ${perLotOf('ceil(sum(s.qty) / i.units_per_pallet)', sql`${source} and s.lpn_id is null`, head)}`;
    case 'location':
      return sql`${head}, s.location_id::text as unit, min(s.first_received_on) as first_received_on, 1::numeric as q, sum(s.qty) as n ${source}
         group by ${new SqlText(group)}, s.location_id`;
    case 'unit':
      return perLot('sum(s.qty)');
    case 'carton':
      return perLot('ceil(sum(s.qty) / i.units_per_carton)');
    case 'cbm':
      return perLot('sum(s.qty) * i.volume_cbm');
    case 'cuft':
      return perLot('sum(s.qty) * i.volume_cbm * 35.3146667215');
    case 'kg':
      return perLot('sum(s.qty) * i.weight_kg');
  }
}

function perLotOf(quantity: string, source: SqlText, head: SqlText): SqlText {
  return sql`${head}, ${new SqlText(lot)} as unit, s.first_received_on, ${new SqlText(quantity)} as q, sum(s.qty) as n ${source}
      group by ${new SqlText(group)}, s.item_id, s.lot_no, s.first_received_on, i.id, i.organization_id`;
}

/** How much a unit of that age counts: nothing in its grace days, more as it ages. */
function weight(line: EffectiveLine, day: SqlText): SqlText {
  const age = sql`(${day} - c.first_received_on)`;
  const steps = [...line.aging].sort((a, b) => b.from_day - a.from_day);
  const aged = steps.reduceRight<SqlText>(
    (rest, { from_day: from, multiplier }) =>
      sql`case when ${age} >= ${from}::integer then ${String(multiplier)}::numeric else ${rest} end`,
    sql`1::numeric`,
  );
  return line.grace_days > 0
    ? sql`case when ${age} < ${line.grace_days}::integer then 0 else ${aged} end`
    : aged;
}

/** A sum that is unknown when one of its parts is. */
const sumOrUnknown = (value: SqlText): SqlText =>
  sql`case when bool_and((${value}) is not null) then sum(${value}) end`;

function perDay(line: EffectiveLine, counted: SqlText): SqlText {
  // In a month without that day, charges fall on its last day.
  const anniversary = sql`extract(day from c.day) = least(extract(day from c.first_received_on),
      extract(day from date_trunc('month', c.day) + interval '1 month - 1 day'))`;
  const condition = line.storage_method === 'anniversary' ? anniversary : sql`true`;
  const weighed = weight(line, sql`c.day`);
  return sql`select c.warehouse_id, c.storage_class, c.day, ${sumOrUnknown(sql`c.q * ${weighed}`)} as quantity, sum(c.n * ${weighed}) as units
      from (${counted}) c where ${condition} group by c.warehouse_id, c.storage_class, c.day`;
}

function perCycle({ from, to }: Days, line: EffectiveLine, counted: SqlText): SqlText {
  const end = cycleEnd(line, sql`c.day`);
  const ended = sql`${end} between ${from}::date and ${to}::date`;
  const weighed = weight(line, sql`c.day`);
  const { storage_method: method } = line;
  if (method === 'calendar_month' || method === 'split_month') {
    // Stock that was there on the first day or arrived by the split day counts in full, the rest in part. A unit counts
    // with its highest day.
    const start = cycleStart(line, sql`c.day`);
    const share =
      method === 'split_month'
        ? sql`case when u.first_received_on < u.start or u.first_received_on - u.start + 1 <= ${line.split_day}::integer
        then 1 else ${line.second_half_percent}::numeric / 100 end`
        : sql`1`;
    return sql`select u.warehouse_id, u.storage_class, u.day, ${sumOrUnknown(sql`u.q * ${share}`)} as quantity, sum(u.n * ${share}) as units from (
        select c.warehouse_id, c.storage_class, ${end} as day, ${start} as start, c.unit, min(c.first_received_on) as first_received_on,
               case when bool_and(c.q is not null) then max(c.q * ${weighed}) end as q, sum(c.n * ${weighed}) as n
          from (${counted}) c where ${ended} group by 1, 2, 3, 4, 5) u
       group by u.warehouse_id, u.storage_class, u.day`;
  }
  const daily = sql`select c.warehouse_id, c.storage_class, c.day, ${end} as cycle_end, ${cycleStart(line, sql`c.day`)} as cycle_start,
        ${sumOrUnknown(sql`c.q * ${weighed}`)} as q, sum(c.n * ${weighed}) as n
      from (${counted}) c where ${ended} group by 1, 2, 3, 4, 5`;
  // Days without stock have no row, so the average divides by the days of the cycle, not by the rows found.
  const total = {
    average: sql`${sumOrUnknown(sql`d.q`)} / (max(d.cycle_end - d.cycle_start) + 1)`,
    peak: sql`case when bool_and(d.q is not null) then max(d.q) end`,
    period_end: sumOrUnknown(sql`case when d.day = d.cycle_end then d.q else 0 end`),
  }[method as 'average' | 'peak' | 'period_end'];
  return sql`select d.warehouse_id, d.storage_class, d.cycle_end as day, ${total} as quantity, sum(d.n) as units from (${daily}) d
     group by d.warehouse_id, d.storage_class, d.cycle_end`;
}
