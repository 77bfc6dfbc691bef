/** What the plan of an export is made of: its columns, and the conditions every one shares. */
import { dayBegins } from '../business-day.read.ts';
import type { SqlText } from '../sql-text.ts';
import { every, sql } from '../sql-text.ts';

export interface ExportFilter {
  merchant_id?: string | undefined;
  /** Dates in the organization's time zone; rows with a date are filtered from this one on. */
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** `number` cells stay numbers in a spreadsheet; anything else is text. */
export type ExportColumn = readonly [name: string, kind: 'text' | 'number'];

export interface ExportPlan {
  columns: readonly ExportColumn[];
  select: SqlText;
}

export type PlanExport = (organizationId: string, filter: ExportFilter) => ExportPlan;

export const text = (...names: string[]): ExportColumn[] => names.map((name) => [name, 'text']);
export const number = (...names: string[]): ExportColumn[] => names.map((name) => [name, 'number']);
export const utc = (column: SqlText): SqlText =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export function conditions(
  organizationId: string,
  { merchant_id: merchantId, date_from: from, date_to: to }: ExportFilter,
  at: { organization: SqlText; merchant: SqlText; day?: SqlText; moment?: SqlText },
): SqlText {
  const parts = [sql`${at.organization} = ${organizationId}`];
  if (merchantId) parts.push(sql`${at.merchant} = ${merchantId}`);
  if (from && at.day) parts.push(sql`${at.day} >= ${from}::date`);
  if (to && at.day) parts.push(sql`${at.day} <= ${to}::date`);
  if (from && at.moment) parts.push(sql`${at.moment} >= ${dayBegins({ organizationId }, from)}`);
  if (to && at.moment) parts.push(sql`${at.moment} < ${dayBegins({ organizationId }, to, 1)}`);
  return every(parts);
}
