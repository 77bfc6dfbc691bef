/** Month-end commands: entries dated on the last day of the month and reversed on the day after. */
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { rateField } from '../journal/journal.ts';

const sumField = () => s.decimalNumber({ places: 4, below: 1e15 });
const count = () => s.integer({ min: 0, max: 2 ** 31 - 1 });

const monthEnd = () => s.described(s.date(), 'The last day of a month, not after today.');
const dryRun = () => s.described(s.flag(), 'Computes everything but posts nothing.');
const rate = () =>
  s.described(
    s.object({ currency: s.currency(), rate: s.described(rateField(), 'Base currency per unit.') }),
    'A currency and its rate on that day.',
  );

const revaluedSide = () =>
  s.object({
    documents: count(),
    amount_due: s.described(sumField(), 'Open on that day, in the currency; credits count as negative.'),
    booked: s.described(sumField(), "In base currency at the documents' own rates."),
    revalued: s.described(sumField(), 'In base currency at the rate on that day.'),
  });

export const monthEndCommands = {
  revalueBalances: defineCommand({
    name: 'accounting.revalue_balances',
    runs: 'inline',
    summary:
      'Revalues open foreign-currency receivables and payables at month-end rates, and reverses it on the day after. Repeating it posts only what changed.',
    input: s.object({
      as_of: monthEnd(),
      rates: s.list(rate(), { min: 1, max: 50 }),
      dry_run: s.optional(dryRun()),
    }),
    result: s.object({
      as_of: s.date(),
      reverses_on: s.date(),
      base_currency: s.currency(),
      dry_run: s.flag(),
      changed: s.described(s.flag(), 'Whether anything was posted, or would be.'),
      currencies: s.listOf(
        s.object({
          currency: s.currency(),
          rate: rateField(),
          receivable: revaluedSide(),
          payable: revaluedSide(),
          gain: s.described(sumField(), 'Unrealized, in base currency; a loss is negative.'),
          posted: s.described(sumField(), 'The part of the gain this request posts; the rest was before.'),
          journal_entry_id: s.nullable(s.uuid(), 'The newest entry of the month and currency.'),
          reversal_entry_id: s.nullable(s.uuid()),
        }),
      ),
      without_rate: s.described(
        s.listOf(s.currency()),
        'Other foreign currencies with documents open on that day: these keep their own rates.',
      ),
    }),
  }),
  accrueRevenue: defineCommand({
    name: 'accounting.accrue_revenue',
    runs: 'billing-runs',
    summary:
      'Accrues at month-end what merchants were charged by then without an invoice, and reverses it on the day after. Repeating it posts only what changed.',
    input: s.object({
      as_of: monthEnd(),
      rates: s.optional(s.list(rate(), { min: 1, max: 50 }), 'For charges in foreign currencies.'),
      dry_run: s.optional(dryRun()),
    }),
    result: s.object({
      as_of: s.date(),
      reverses_on: s.date(),
      base_currency: s.currency(),
      dry_run: s.flag(),
      changed: s.described(s.flag(), 'Whether anything was posted, or would be.'),
      accruals: s.listOf(
        s.object({
          merchant_id: s.uuid(),
          currency: s.currency(),
          charges: count(),
          amount: s.described(sumField(), 'In the currency, rounded once per billing item and warehouse.'),
          base_amount: sumField(),
          posted: s.described(sumField(), 'The part of base_amount this request posts; the rest was before.'),
          journal_entry_id: s.nullable(s.uuid(), 'The newest entry of the month.'),
          reversal_entry_id: s.nullable(s.uuid()),
        }),
      ),
      without_rate: s.described(
        s.listOf(s.currency()),
        'Foreign currencies with charges but no rate: nothing was accrued in them.',
      ),
    }),
  }),
};
