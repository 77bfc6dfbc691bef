/** Commands of the journal: manual entries and their reversal. Documents post their own entries. */
import { defineCommand } from '../engine/define-command.ts';
import {
  currency,
  date,
  decimalNumber,
  described,
  freeText,
  list,
  money,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../schema.ts';

/** Base currency per unit of the document's currency. */
export const rateField = () => decimalNumber({ places: 8, below: 1e7, positive: true });

export const journalCommands = {
  postManualEntry: defineCommand({
    name: 'accounting.post_manual_entry',
    runs: 'inline',
    summary: 'Posts a balanced manual entry; only documents post to receivable and payable.',
    input: object({
      entry_date: optional(date()),
      description: text(300),
      currency: optional(currency()),
      exchange_rate: optional(rateField()),
      auto_reverse_on: optional(
        described(nullable(date()), 'Also posts the reversal of the entry on this later date.'),
      ),
      lines: list(
        described(
          object({
            account_id: uuid(),
            debit: optional(money({ min: 0 })),
            credit: optional(money({ min: 0 })),
            memo: optional(freeText(300)),
            merchant_id: optional(nullable(uuid())),
            customer_id: optional(nullable(uuid())),
            vendor_id: optional(nullable(uuid())),
            carrier_id: optional(nullable(uuid())),
            warehouse_id: optional(nullable(uuid())),
          }),
          'Exactly one of debit and credit is above zero.',
        ),
        { min: 2, max: 1000 },
      ),
    }),
    result: object({ id: uuid() }),
  }),
  reverseEntry: defineCommand({
    name: 'accounting.reverse_entry',
    runs: 'inline',
    summary: "Reverses a manual entry, once; to reverse a document's entries, void the document.",
    input: object({
      entry_id: uuid(),
      entry_date: optional(
        described(date(), "Default: the entry's own date, or today when that period is locked."),
      ),
      reason: text(300),
    }),
    result: object({ id: uuid() }),
  }),
};
