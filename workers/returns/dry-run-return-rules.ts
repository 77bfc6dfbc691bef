/** Shows which return rule would apply, and why those before it do not. */
import { itemFacts, rulesFor } from '../../db/returns/return-rules.read.ts';
import { unknownReference } from '../../domain/refusal.ts';
import { differences, isInWindow } from '../../domain/returns/return-rules.ts';
import type { returnRuleCommands } from '../../queues/returns/return-rules.ts';
import type { Handler } from '../engine/handler.ts';

export const dryRunReturnRules: Handler<typeof returnRuleCommands.dryRunReturnRules> = async (
  { tx },
  { item_id: itemId, reason_code, kind, grade = null, shipped_on: day = null },
) => {
  const item = await itemFacts(tx, itemId);
  if (!item) throw unknownReference('item_id', 'item');
  const units = { ...item, reason_code, kind, grade };
  const tried = (await rulesFor(tx, item.merchant_id)).map((rule) => ({
    rule,
    differs_in: differences(rule, units),
  }));
  const at = tried.findIndex(({ differs_in: differs }) => differs.length === 0);
  const rule = tried[at]?.rule;
  const leftAt = day === null ? null : new Date(`${day}T00:00:00Z`);
  const is_in_window = rule !== undefined && isInWindow(rule, leftAt, new Date());
  return {
    rule_id: rule?.id ?? null,
    is_in_window,
    is_authorized: is_in_window && rule.auto_authorize,
    considered: tried
      .slice(0, at < 0 ? undefined : at + 1)
      .map(({ rule: { id, name, priority }, differs_in }) => ({
        rule_id: id,
        name,
        priority,
        matches: differs_in.length === 0,
        differs_in,
      })),
  };
};
