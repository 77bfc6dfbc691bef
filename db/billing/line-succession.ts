/**
 * Lines that follow one another: the same item, match, merchant, warehouse and currency at another time, on the next
 * version of a sheet or within one. A billing cycle is the merchant's, not a line's, so what counts over a cycle (its
 * tiers, its minimum and maximum) goes on when a price is revised in the middle of it.
 */
import { rows, type TenantTransaction } from '../database.ts';
import { name, sql, type SqlText } from '../sql-text.ts';
import { lineOfCharge, type EffectiveLine } from '../rates/effective-rates.read.ts';
import { linesBefore, type RatingScope } from './billable-activity.ts';

const matched = [
  'match_warehouse_id',
  'match_storage_class',
  'match_item_class',
  'match_carrier_code',
] as const;

/** The ids of the line and of those it follows or that follow it, whatever their sheets' states. */
export function linesInSuccession({ organizationId }: RatingScope, line: EffectiveLine): SqlText {
  const same = matched.reduce(
    (all, column) => sql`${all} and ${name(`l.${column}`)} is not distinct from ${line[column]}`,
    sql`l.billing_item_id = ${line.billing_item_id}::uuid`,
  );
  return sql`select l.id from rate_sheet_lines l
      join rate_sheets s on s.organization_id = l.organization_id and s.id = l.rate_sheet_id
     where l.organization_id = ${organizationId}::uuid and ${same} and s.currency = ${line.currency}
       and s.merchant_id is not distinct from ${line.sheet_merchant_id}::uuid
       and s.warehouse_id is not distinct from ${line.sheet_warehouse_id}::uuid`;
}

/** The lines among `lines` that follow it or that it follows. */
export function othersInSuccession(line: EffectiveLine, lines: readonly EffectiveLine[]): EffectiveLine[] {
  const fields = [
    ...matched,
    'billing_item_id',
    'sheet_merchant_id',
    'sheet_warehouse_id',
    'currency',
  ] as const;
  return lines.filter(
    (other) => other.id !== line.id && fields.every((field) => other[field] === line[field]),
  );
}

/**
 * The days on which a nearer line of the item prices all that the line could: the merchant's own instead of the default
 * sheet's, say. What is due without any activity is not due by the line then. `lines` come most specific first.
 */
export function replacedOn(
  line: EffectiveLine,
  lines: readonly EffectiveLine[],
): ((day: SqlText) => SqlText)[] {
  const ofItem = lines.filter((other) => other.billing_item_id === line.billing_item_id);
  const place = line.match_warehouse_id ?? line.sheet_warehouse_id;
  const isFree = (value: string | null, own: string | null): boolean => value === null || value === own;
  return linesBefore(line, ofItem)
    .filter(
      (other) =>
        isFree(other.sheet_warehouse_id, place) &&
        isFree(other.match_warehouse_id, place) &&
        isFree(other.match_storage_class, line.match_storage_class) &&
        isFree(other.match_item_class, line.match_item_class) &&
        isFree(other.match_carrier_code, line.match_carrier_code),
    )
    .map(
      ({ valid_from: from, valid_to: to }) =>
        (day: SqlText) =>
          sql`(${day} between ${from}::date and ${to}::date)`,
    );
}

/** A rule and a line that charged something on the days in scope. */
export interface PastLine {
  rule_id: string;
  line: EffectiveLine;
}

/**
 * The lines behind the charges in scope that are no longer in force on any of its days, because their sheet was archived
 * since. Corrections of their charges keep their surcharges and bounds.
 */
export async function pastLines(
  tx: TenantTransaction,
  scope: RatingScope,
  lines: readonly EffectiveLine[],
): Promise<PastLine[]> {
  if (scope.table !== 'charges') return [];
  const found = await rows<{ rule_id: string; rate_line_id: string }>(
    tx,
    sql`select distinct rule_id, rate_line_id from charges
         where organization_id = ${scope.organizationId}::uuid and merchant_id = ${scope.merchantId}::uuid
           and service_date between ${scope.from}::date and ${scope.to}::date and rate_line_id is not null
           and kind in ('event', 'storage', 'recurring', 'adjustment')
           and rate_line_id <> all (${lines.map(({ id }) => id)}::uuid[])
         order by rate_line_id, rule_id`,
  );
  const past: PastLine[] = [];
  for (const { rule_id, rate_line_id: id } of found) past.push({ rule_id, line: await lineOfCharge(tx, id) });
  return past;
}
