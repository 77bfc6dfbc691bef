/** Month-end commands: entries dated on the last day of the month and reversed on the day after. */
import { defineCommand } from '../engine/define-command.ts';
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
const dryRun = () => described(flag(), 'Computes everything but posts nothing.');
const rate = () =>
  described(
    object({ currency: currency(), rate: described(rateField(), 'Base currency per unit.') }),
    'A currency and its rate on that day.',
  );

const revaluedSide = () =>
  object({
    documents: count(),
    amount_due: described(sumField(), 'Open on that day, in the currency; credits count as negative.'),
    booked: described(sumField(), "In base currency at the documents' own rates."),
    revalued: described(sumField(), 'In base currency at the rate on that day.'),
  });

export const monthEndCommands = {
  revalueBalances: defineCommand({
    name: 'accounting.revalue_balances',
    runs: 'inline',
    summary:
      'Revalues open foreign-currency receivables and payables at month-end rates, and reverses it on the day after. Repeating it posts only what changed.',
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
          gain: described(sumField(), 'Unrealized, in base currency; a loss is negative.'),
          posted: described(sumField(), 'The part of the gain this request posts; the rest was before.'),
          journal_entry_id: described(nullable(uuid()), 'The newest entry of the month and currency.'),
          reversal_entry_id: nullable(uuid()),
        }),
      ),
      without_rate: described(
        listOf(currency()),
        'Other foreign currencies with documents open on that day: these keep their own rates.',
      ),
    }),
  }),
  accrueRevenue: defineCommand({
    name: 'accounting.accrue_revenue',
    runs: 'billing-runs',
    summary:
      'Accrues at month-end what merchants were charged by then without an invoice, and reverses it on the day after. Repeating it posts only what changed.',
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
        'Foreign currencies with charges but no rate: nothing was accrued in them.',
      ),
    }),
  }),
};
