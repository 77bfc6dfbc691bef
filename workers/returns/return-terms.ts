/** The rules of lines that are asked for: what is kept with each, and whether they need nobody to authorize them. */
import { linesLeftAt, rulesFor } from '../../db/returns/return-rules.read.ts';
import type { NewReturnLine } from '../../db/returns/returns.write.ts';
import { firstMatch, isInWindow, termsOf } from '../../domain/returns/return-rules.ts';
import type { Work } from '../engine/handler.ts';
import type { AskedUnits, ReturnScope } from './return-lines.ts';

export interface LinesUnderRules {
  lines: NewReturnLine[];
  /** Whether the rules of all of them authorize the return as it is asked for. */
  areAuthorized: boolean;
}

export async function underRules(
  { tx }: Work,
  { merchant_id, kind }: Pick<ReturnScope, 'merchant_id' | 'kind'>,
  asked: readonly AskedUnits[],
): Promise<LinesUnderRules> {
  const rules = await rulesFor(tx, merchant_id);
  if (rules.length === 0)
    return { lines: asked.map((line) => ({ ...line, terms: termsOf(undefined) })), areAuthorized: false };
  const facts = await linesLeftAt(tx, asked);
  const now = new Date();
  const found = asked.map((line, index) => {
    const { item_class, left_at } = facts[index]!;
    const rule = firstMatch(rules, {
      merchant_id,
      kind,
      item_class,
      reason_code: line.reason_code,
      grade: null,
    });
    const isAuthorized = rule !== undefined && rule.auto_authorize && isInWindow(rule, left_at, now);
    return { line: { ...line, terms: termsOf(rule) }, isAuthorized };
  });
  return {
    lines: found.map(({ line }) => line),
    areAuthorized: found.every(({ isAuthorized }) => isAuthorized),
  };
}
