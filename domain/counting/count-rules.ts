/** What becomes of a counted line: it is posted, counted again, or shown to whoever approves. */
import { decimal, type Decimal } from '../decimal.ts';

/** The rules a count task got from its plan. A task without any posts whatever needs no approval. */
export interface CountRules {
  /** Differences within either are posted as they are. */
  tolerance?: { qty?: number; percent?: number };
  /** How often a line beyond its tolerance is counted again, and whether by somebody else. */
  recount?: { times: number; other_person: boolean };
  /** Differences above this need approval, however often they were found. */
  approve_above?: number;
}

export interface Finding {
  attempt: number;
  difference: Decimal;
  expected: Decimal;
  /** What earlier attempts found. */
  earlier: readonly Decimal[];
}

export type Verdict = 'post' | 'recount' | 'review';

/**
 * Within tolerance: post. Beyond it: two equal findings post, else the line is counted again as often as the rules say,
 * else it needs approval. A difference above `approve_above` (the organization's threshold where the rules name none)
 * always does.
 */
export function verdictOn(finding: Finding, rules: CountRules, threshold: string): Verdict {
  const size = finding.difference.abs();
  const isUnsure = rules.recount !== undefined && !isTolerated(size, finding.expected, rules);
  if (isUnsure && !finding.earlier.some((one) => one.eq(finding.difference)))
    return finding.attempt <= rules.recount!.times ? 'recount' : 'review';
  return size.gt(decimal(rules.approve_above ?? threshold)) ? 'review' : 'post';
}

function isTolerated(size: Decimal, expected: Decimal, { tolerance = {} }: CountRules): boolean {
  const { qty = 0, percent = 0 } = tolerance;
  if (size.lte(decimal(qty))) return true;
  return size.times(decimal(100)).lte(expected.times(decimal(percent)));
}
