/** Commands of the journal: manual entries and their reversal. Documents post their own entries. */
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';

/** Base currency per unit of the document's currency. */
export const rateField = () => s.decimalNumber({ places: 8, below: 1e7, positive: true });

export const journalCommands = {
  postManualEntry: defineCommand({
    name: 'accounting.post_manual_entry',
    runs: 'inline',
    together: true,
    summary: 'Posts a balanced manual entry; only documents post to receivable and payable.',
    input: s.object({
      entry_date: s.optional(s.date()),
      description: s.text(300),
      currency: s.optional(s.currency()),
      exchange_rate: s.optional(rateField()),
      auto_reverse_on: s.optional(
        s.nullable(s.date()),
        'Also posts the reversal of the entry on this later date.',
      ),
      closes_year: s.optional(
        s.flag(),
        'Carries earnings over: its lines are of revenue, expense and retained earnings alone. Profit and loss leaves it out.',
      ),
      lines: s.list(
        s.described(
          s.object({
            account_id: s.uuid(),
            debit: s.optional(s.money({ min: 0 })),
            credit: s.optional(s.money({ min: 0 })),
            memo: s.optional(s.freeText(300)),
            merchant_id: s.optional(s.nullable(s.uuid())),
            customer_id: s.optional(s.nullable(s.uuid())),
            vendor_id: s.optional(s.nullable(s.uuid())),
            carrier_id: s.optional(s.nullable(s.uuid())),
            warehouse_id: s.optional(s.nullable(s.uuid())),
          }),
          'Exactly one of debit and credit is above zero.',
        ),
        { min: 2, max: 1000 },
      ),
    }),
    result: s.object({ id: s.uuid() }),
  }),
  reverseEntry: defineCommand({
    name: 'accounting.reverse_entry',
    runs: 'inline',
    summary:
      "Reverses a manual or year-end closing entry, once; to reverse a document's entries, void the document.",
    input: s.object({
      entry_id: s.uuid(),
      entry_date: s.optional(s.date(), "Default: the entry's own date, or today when that period is locked."),
      reason: s.text(300),
    }),
    result: s.object({ id: s.uuid() }),
  }),
};
