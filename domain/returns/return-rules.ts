/** Which rule of a returned line applies, and why the ones before it do not: the first that matches wins. Pure. */
import type { DispositionKind, Grade } from './dispositions.ts';
import type { ReturnKind } from './return-states.ts';

/** What a rule says of units that nobody needs to look at. */
export const inspectModes = ['always', 'sample', 'never'] as const;
export type InspectMode = (typeof inspectModes)[number];

/** When units that are to be replaced are: with the authorization, or with their disposition. */
export const replaceMoments = ['authorize', 'disposal'] as const;
export type ReplaceMoment = (typeof replaceMoments)[number];

/** What a rule may ask for; null asks for nothing. */
export interface RuleConditions {
  merchant_id: string | null;
  item_class: string | null;
  reason_code: string | null;
  grade: Grade | null;
  kind: ReturnKind | null;
}

export interface ReturnRule extends RuleConditions {
  id: string;
  name: string;
  priority: number;
  inspect: InspectMode;
  disposition: DispositionKind | null;
  /** How much of the price of its units is credited. */
  credit_percent: string;
  /** Comes off the credit, for each unit. */
  restocking_fee: string;
  fee_item_id: string | null;
  replace_at: ReplaceMoment;
  /** How many days after it left goods are taken back without asking a person. */
  window_days: number | null;
  auto_authorize: boolean;
}

/** What of a rule is kept with the units it applied to, as it was then. */
export type ReturnTerms = Pick<
  ReturnRule,
  'inspect' | 'disposition' | 'credit_percent' | 'restocking_fee' | 'fee_item_id' | 'replace_at'
> & { rule_id: string | null };

/** Without a rule all units are inspected, and credited in full. */
const usualTerms: ReturnTerms = {
  rule_id: null,
  inspect: 'always',
  disposition: null,
  credit_percent: '100',
  restocking_fee: '0',
  fee_item_id: null,
  replace_at: 'authorize',
};

export function termsOf(rule: ReturnRule | undefined): ReturnTerms {
  if (!rule) return usualTerms;
  const { id, inspect, disposition, credit_percent, restocking_fee, fee_item_id, replace_at } = rule;
  return { rule_id: id, inspect, disposition, credit_percent, restocking_fee, fee_item_id, replace_at };
}

/** What is known of the units: without a grade, before they are inspected. */
export interface ReturnedUnits extends RuleConditions {
  merchant_id: string;
}

const conditions = ['merchant_id', 'item_class', 'reason_code', 'grade', 'kind'] as const;
export type RuleCondition = (typeof conditions)[number];

/** What of a rule is not met; nothing when it matches. */
export function differences(rule: RuleConditions, units: ReturnedUnits): RuleCondition[] {
  return conditions.filter((name) => rule[name] !== null && rule[name] !== units[name]);
}

/** The first rule that matches, of rules in their order. */
export function firstMatch<R extends RuleConditions>(
  rules: readonly R[],
  units: ReturnedUnits,
): R | undefined {
  return rules.find((rule) => differences(rule, units).length === 0);
}

/**
 * The terms of inspected units: those of the first rule that matches now, if it asks for a grade; otherwise their line
 * keeps the terms it was asked for under.
 */
export function gradedTerms(
  kept: ReturnTerms,
  rules: readonly ReturnRule[],
  units: ReturnedUnits,
): ReturnTerms {
  const found = firstMatch(rules, units);
  return found && found.grade !== null ? termsOf(found) : kept;
}

const dayMs = 86_400_000;

/** Whether goods that left then are still taken without asking a person. Goods nobody knows to have left are not. */
export function isInWindow(
  { window_days: days }: Pick<ReturnRule, 'window_days'>,
  leftAt: Date | null,
  now: Date,
): boolean {
  if (leftAt === null) return false;
  return days === null || now.getTime() - leftAt.getTime() <= days * dayMs;
}
