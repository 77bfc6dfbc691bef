/** Which of a source's own fields decided its rule and rate line, and their fingerprint. */
import { billingEvent, fieldColumns } from '../../domain/rates/billing-events.ts';
import { name, sql, SqlText } from '../sql-text.ts';
import type { BillingRuleRow } from '../rates/billing-rules.read.ts';
import type { EffectiveLine } from '../rates/effective-rates.read.ts';
import { linesBefore } from './billable-activity.ts';
import { rulesBefore } from './rule-predicate.ts';

/** The columns of the event's view, sorted; none for activity a run computes itself, since snapshots do not change. */
export function matchedColumns(
  rule: BillingRuleRow,
  rules: readonly BillingRuleRow[],
  line: EffectiveLine,
  ofItem: readonly EffectiveLine[],
): string[] {
  if (billingEvent(rule.event).computed) return [];
  const looked = new Set<string>();
  for (const one of [rule, ...rulesBefore(rule, rules)]) {
    if (one.warehouse_id) looked.add('warehouse_id');
    for (const { field } of one.conditions.all) looked.add(fieldColumns[field] ?? field);
  }
  for (const one of [line, ...linesBefore(line, ofItem)]) {
    if (one.sheet_warehouse_id ?? one.match_warehouse_id) looked.add('warehouse_id');
    if (one.match_storage_class) looked.add('storage_class');
    if (one.match_item_class) looked.add('item_class');
    if (one.match_carrier_code) looked.add('carrier_code');
  }
  return [...looked].sort();
}

/** The fingerprint of these columns of a row `a`; null when there are none. */
export function sourceHashSql(columns: readonly string[]): SqlText {
  if (columns.length === 0) return sql`null::uuid`;
  const texts = columns.map((column) => sql`coalesce(${name(`a.${column}`)}::text, '')`);
  const row = texts.reduce((all, text) => sql`${all} || '|' || ${text}`);
  return sql`md5(${row})::uuid`;
}
