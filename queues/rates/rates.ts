/** Every command on rates: items, sheets, lines, rules. */
import { billingItemCommands } from './billing-items.ts';
import { billingRuleCommands } from './billing-rules.ts';
import { rateLineCommands } from './rate-lines.ts';
import { rateSheetCommands } from './rate-sheets.ts';

export const rateCommands = {
  ...billingItemCommands,
  ...rateSheetCommands,
  ...rateLineCommands,
  ...billingRuleCommands,
};
