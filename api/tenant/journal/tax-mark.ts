/** What a journal line is for the tax report. */
import * as s from '../../../queues/schema.ts';

export const taxPart = () => s.choice('base', 'tax');

export const taxMark = {
  tax_side: s.nullable(s.choice('sales', 'purchases'), 'Null for a line the tax report leaves out.'),
  tax_part: s.nullable(taxPart(), 'base: what was taxed; tax: the tax on it.'),
  tax_code: s.nullable(s.text(30), "The document line's; `reverse charge` where the buyer pays the tax."),
  tax_rate: s.nullable(
    s.decimalNumber({ places: 6, below: 101 }),
    'Percent; null where tax was given as one sum.',
  ),
};
