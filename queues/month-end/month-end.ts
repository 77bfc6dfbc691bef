/** Month-end commands: entries dated on the last day of the month and reversed on the day after. */
import { defineCommand } from '../define-command.ts';
import {
  currency,
  date,
  decimalNumber,
  described,
  flag,
  integer,
  list,
  listOf,
  nullable,
  object,
  optional,
  uuid,
} from '../schema.ts';
import { rateField } from '../journal/journal.ts';

const sumField = () => decimalNumber({ places: 4, below: 1e15 });
const count = () => integer({ min: 0, max: 2 ** 31 - 1 });

const monthEnd = () => described(date(), 'The last day of a month, not after today.');
const dryRun = () => described(flag(), 'Works everything out and posts nothing.');
const rate = () =>
  described(
    object({ currency: currency(), rate: described(rateField(), 'Base currency for one unit.') }),
    'A currency and its rate of that day.',
  );

const revaluedSide = () =>
  object({
    documents: count(),
    amount_due: described(sumField(), 'Open on that day, in the currency; credits count against.'),
    booked: described(sumField(), "In the base currency at the documents' own rates."),
    revalued: described(sumField(), 'In the base currency at the rate of that day.'),
  });

export const monthEndCommands = {
  revalueBalances: defineCommand({
    name: 'accounting.revalue_balances',
    runs: 'inline',
    summary:
      "Brings open foreign receivables and payables to a month end's rates, and back on the day after; repeated, posts what changed.",
    input: object({
      as_of: monthEnd(),
      rates: list(rate(), { min: 1, max: 50 }),
      dry_run: optional(dryRun()),
    }),
    result: object({
      as_of: date(),
      reverses_on: date(),
      base_currency: currency(),
      dry_run: flag(),
      changed: described(flag(), 'Whether anything was posted, or would be.'),
      currencies: listOf(
        object({
          currency: currency(),
          rate: rateField(),
          receivable: revaluedSide(),
          payable: revaluedSide(),
          gain: described(sumField(), 'Unrealised, base currency; a loss is negative.'),
          posted: described(sumField(), 'The part of the gain this request posts; the rest was before.'),
          journal_entry_id: described(nullable(uuid()), 'The newest entry of the month and currency.'),
          reversal_entry_id: nullable(uuid()),
        }),
      ),
      without_rate: described(
        listOf(currency()),
        'Other foreign currencies in which documents were open that day: they keep their own rates.',
      ),
    }),
  }),
  accrueRevenue: defineCommand({
    name: 'accounting.accrue_revenue',
    runs: 'billing-runs',
    summary:
      "Books at a month's end what merchants were charged by then and no invoice held, and takes it back on the day after; repeated, posts what changed.",
    input: object({
      as_of: monthEnd(),
      rates: optional(described(list(rate(), { min: 1, max: 50 }), 'For charges in foreign currencies.')),
      dry_run: optional(dryRun()),
    }),
    result: object({
      as_of: date(),
      reverses_on: date(),
      base_currency: currency(),
      dry_run: flag(),
      changed: described(flag(), 'Whether anything was posted, or would be.'),
      accruals: listOf(
        object({
          merchant_id: uuid(),
          currency: currency(),
          charges: count(),
          amount: described(sumField(), 'In the currency, rounded once per billing item and warehouse.'),
          base_amount: sumField(),
          posted: described(sumField(), 'The part of base_amount this request posts; the rest was before.'),
          journal_entry_id: described(nullable(uuid()), 'The newest entry of the month.'),
          reversal_entry_id: nullable(uuid()),
        }),
      ),
      without_rate: described(
        listOf(currency()),
        'Foreign currencies in which charges wait: nothing was accrued in them.',
      ),
    }),
  }),
};
