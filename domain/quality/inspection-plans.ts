/** Which share of received goods is looked at, what is looked for, and what follows. Pure. */
import { decimal, least, zero, type Decimal } from '../decimal.ts';
import { invalid } from '../refusal.ts';

export const checkKinds = ['pass', 'number', 'photo'] as const;
export const failOutcomes = ['hold', 'reject', 'ask'] as const;
export const restModes = ['passes', 'waits'] as const;

export interface PlannedCheck {
  name: string;
  kind: (typeof checkKinds)[number];
  /** Of a number: what is good. */
  min?: number | null;
  max?: number | null;
}

/** What a plan says, as it was when the goods came. */
export interface InspectionTerms {
  plan_id: string;
  sample_percent: string | null;
  sample_qty: string | null;
  sample_of: string | null;
  rest: (typeof restModes)[number];
  on_fail: (typeof failOutcomes)[number];
  checks: readonly PlannedCheck[];
}

const hundred = decimal(100);
const up = 3;

/** How many of the first `qty` units are looked at: whole ones, and never more than there are. */
export function sampleOf(terms: InspectionTerms, qty: Decimal): Decimal {
  const { sample_percent: percent, sample_qty: some, sample_of: each } = terms;
  if (percent !== null) return least(qty, qty.times(decimal(percent)).div(hundred).round(0, up));
  const [first, of] = [decimal(some!), decimal(each!)];
  const whole = qty.div(of).round(0, 0);
  return whole.times(first).plus(least(qty.minus(whole.times(of)), first));
}

/**
 * What is known of a line that is counted, in base units: how many came, how many of them are held, and how many of both
 * kinds were taken back again.
 */
export interface HeldSoFar {
  came: Decimal;
  held: Decimal;
  takenBack: { held: Decimal; passed: Decimal };
}

/**
 * How many of `good` more units an inspection holds: all, or the part of them in the line's share of all that came. Units
 * taken back are made up for, held ones by others, passed ones by none; what an earlier plan held, or did not, is not.
 */
export function heldShare(
  terms: InspectionTerms,
  { came, held, takenBack }: HeldSoFar,
  good: Decimal,
): Decimal {
  if (terms.rest === 'waits') return good;
  const fewest = sampleOf(terms, came).minus(takenBack.held);
  const most = sampleOf(terms, came.plus(takenBack.passed));
  const counted = least(held.gt(fewest) ? held : fewest, most);
  const lacking = sampleOf(terms, came.plus(good)).minus(counted);
  return lacking.gt(zero) ? least(good, lacking) : zero;
}

export interface CheckResult {
  name: string;
  passed?: boolean | null;
  value?: number | null;
  photo?: string | null;
}

export type InspectionOutcome = 'passed' | 'failed';
export type InspectionDecision = 'accept' | 'hold' | 'reject';

/** What the results say. Refuses 400 unless each check of the plan has its result, and none has two. */
export function outcomeOf(
  checks: readonly PlannedCheck[],
  results: readonly CheckResult[],
): InspectionOutcome {
  const strange = results.findIndex(({ name }) => checks.every((check) => check.name !== name));
  if (strange >= 0)
    throw invalid(`results.${strange}.name`, 'unknown', `results.${strange}.name is no check of the plan`);
  const found = checks.map((check) => {
    const own = results.filter(({ name }) => name === check.name);
    if (own.length !== 1)
      throw invalid('results', 'required', `results must have one for the check ${check.name}`);
    return isGood(check, own[0]!);
  });
  return found.every(Boolean) ? 'passed' : 'failed';
}

const fieldOf = { pass: 'passed', number: 'value', photo: 'photo' } as const;

function isGood({ name, kind, min = null, max = null }: PlannedCheck, result: CheckResult): boolean {
  const given = result[fieldOf[kind]] ?? null;
  if (given === null) throw invalid('results', 'required', `the result of ${name} needs ${fieldOf[kind]}`);
  if (kind === 'pass') return result.passed === true;
  if (kind === 'photo') return result.passed !== false;
  const value = result.value!;
  return (min === null || value >= min) && (max === null || value <= max);
}

/** What follows of itself; null while a person decides. */
export function decisionOf(
  { on_fail: onFail }: Pick<InspectionTerms, 'on_fail'>,
  outcome: InspectionOutcome,
): InspectionDecision | null {
  if (outcome === 'passed') return 'accept';
  return onFail === 'ask' ? null : onFail;
}

/** How many units of an inspection are to be looked at: of those that pass unless they are looked at, all it holds. */
export function toInspect(terms: InspectionTerms, held: Decimal): Decimal {
  if (held.lte(zero)) return zero;
  return terms.rest === 'waits' ? sampleOf(terms, held) : held;
}
