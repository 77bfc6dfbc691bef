/** Arithmetic of one receipt line: counted, tolerated and remaining. Quantities are in the line's unit. */
import { decimal, toJsonNumber, zero, type Decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';

export interface LineCounts {
  /** Null for a blind line. */
  expected: Decimal | null;
  received: Decimal;
  damaged: Decimal;
  rejected: Decimal;
}

export interface Increment {
  good: Decimal;
  damaged: Decimal;
  rejected: Decimal;
}

/** Good, damaged and rejected together: all three count against the expected quantity. */
export function countedOf({ received, damaged, rejected }: Omit<LineCounts, 'expected'>): Decimal {
  return received.plus(damaged).plus(rejected);
}

export function addIncrement(line: LineCounts, { good, damaged, rejected }: Increment): LineCounts {
  return {
    expected: line.expected,
    received: line.received.plus(good),
    damaged: line.damaged.plus(damaged),
    rejected: line.rejected.plus(rejected),
  };
}

/** The most a line may count: the expected quantity plus its tolerance. */
export function tolerated(expected: Decimal, tolerancePercent: Decimal): Decimal {
  return expected.times(decimal('100').plus(tolerancePercent)).div(decimal('100'));
}

/**
 * Refuses 409 OVER_RECEIPT `{expected, received, tolerance, would_be}` when the line would count more than tolerated.
 * Called under the line's lock, so that two scans can never both use the same remaining quantity. A blind line has no
 * limit.
 */
export function assertTolerated(before: LineCounts, after: LineCounts, tolerancePercent: Decimal): void {
  const { expected } = before;
  if (expected === null) return;
  const wouldBe = countedOf(after);
  if (wouldBe.lte(tolerated(expected, tolerancePercent)) || wouldBe.lte(countedOf(before))) return;
  throw new Refusal('OVER_RECEIPT', 'More would be received than is expected and tolerated.', {
    expected: toJsonNumber(expected),
    received: toJsonNumber(countedOf(before)),
    tolerance: toJsonNumber(tolerancePercent),
    would_be: toJsonNumber(wouldBe),
  });
}

/** What is still to come and what came in excess; both 0 for a blind line. */
export function remainder(line: LineCounts): { remaining: Decimal; over: Decimal } {
  if (line.expected === null) return { remaining: zero, over: zero };
  const left = line.expected.minus(countedOf(line));
  return left.gte(zero) ? { remaining: left, over: zero } : { remaining: zero, over: left.neg() };
}

/** What a line contributes to its receipt's progress, in base units. A blind line is done once anything was counted. */
export interface LineShare {
  isDone: boolean;
  covered: Decimal;
  counted: Decimal;
}

export function shareOf(line: LineCounts, factor: Decimal): LineShare {
  const counted = countedOf(line);
  const { expected } = line;
  if (expected === null) return { isDone: counted.gt(zero), covered: zero, counted: counted.times(factor) };
  const covered = counted.lt(expected) ? counted : expected;
  return { isDone: counted.gte(expected), covered: covered.times(factor), counted: counted.times(factor) };
}
