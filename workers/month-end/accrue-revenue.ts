/**
 * Accrues at month-end what merchants were charged for service days through it that was not on an invoice by then: one
 * entry per merchant and currency on the last day, and its reversal on the day after, when the coming invoice takes
 * over.
 */
import { setLimits } from '../../db/database.ts';
import { measureAccrual, newestAccrualEntries, type AccruedItem } from '../../db/month-end/accruals.write.ts';
import { readSystemAccounts } from '../../db/journal/books.read.ts';
import { enterBooks } from '../../db/journal/journal-locks.write.ts';
import { newId } from '../../domain/new-id.ts';
import { accrualLines, withReversal, type Accrued } from '../../domain/month-end/month-end.ts';
import { decimal, sum, toJsonNumber, zero } from '../../domain/decimal.ts';
import { groupBy } from '../../domain/group-by.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { monthEndCommands } from '../../queues/month-end/month-end.ts';
import type { Handler } from '../engine/handler.ts';
import { openMonthEnd, postMonthEnd } from './month-end-entries.ts';

// All charges up to the day are compared with all invoices, which takes longer than a request may.
const limits = { statement_timeout: '15min', idle_in_transaction_session_timeout: '1min' };

export const accrueRevenue: Handler<typeof monthEndCommands.accrueRevenue> = async (work, input) => {
  const { tx, organizationId, actor } = work;
  const { as_of: asOf, dry_run: isDry = false } = input;
  const books = await enterBooks(tx);
  const { baseCurrency, edition } = books;
  if (edition !== 'three_pl')
    throw new Refusal('EDITION_3PL_ONLY', 'Charges become invoices of merchants in the 3PL edition only.');
  await setLimits(tx, limits);
  const { reversesOn, rates } = await openMonthEnd(work, books, asOf, input.rates ?? []);
  const context = { organizationId, postedBy: actor.name };
  const measured = await measureAccrual(tx, context, { asOf, rates, isDry });

  const accounts = await readSystemAccounts(tx);
  const pairs = [...groupBy(measured, ({ merchant_id: id, currency }) => `${id} ${currency}`).values()];
  const entries = pairs.flatMap((items) => {
    const { accrual_id: accrualId, currency } = items[0]!;
    if (accrualId === null) return [];
    const entry = {
      id: newId(),
      sourceType: 'accrual' as const,
      sourceId: accrualId,
      event: 'accrue' as const,
      entryDate: asOf,
      description: `Accrual of charges not invoiced, ${currency}`,
      lines: accrualLines(items.filter(hasChanged).flatMap(changeOf), accounts.unbilled_ar),
    };
    return withReversal(entry, newId(), reversesOn);
  });
  if (!isDry) await postMonthEnd(work, entries);

  const newest = new Map(
    (await newestAccrualEntries(tx, asOf)).map((entry) => [`${entry.merchant_id} ${entry.currency}`, entry]),
  );
  const rated = pairs.filter((items) => items[0]!.rate !== null);
  const unrated = pairs.filter(
    (items) => items[0]!.rate === null && items.some(({ charges }) => charges > 0),
  );
  return {
    as_of: asOf,
    reverses_on: reversesOn,
    base_currency: baseCurrency,
    dry_run: isDry,
    changed: measured.some(({ accrual_id: id }) => id !== null),
    accruals: rated.map((items) => {
      const { merchant_id: merchantId, currency } = items[0]!;
      const entry = newest.get(`${merchantId} ${currency}`);
      const total = (column: 'amount' | 'base_amount' | 'was_base_amount') =>
        sum(items.map((item) => decimal(item[column]!)));
      return {
        merchant_id: merchantId,
        currency,
        charges: items.reduce((count, { charges }) => count + charges, 0),
        amount: toJsonNumber(total('amount')),
        base_amount: toJsonNumber(total('base_amount')),
        posted: toJsonNumber(total('base_amount').minus(total('was_base_amount'))),
        journal_entry_id: entry?.journal_entry_id ?? null,
        reversal_entry_id: entry?.reversal_entry_id ?? null,
      };
    }),
    without_rate: [...new Set(unrated.map((items) => items[0]!.currency))],
  };
};

const hasChanged = (item: AccruedItem): boolean =>
  !decimal(item.amount!).eq(decimal(item.was_amount)) ||
  !decimal(item.base_amount!).eq(decimal(item.was_base_amount));

/**
 * The previous accrual is reversed at its own rate and the new one posted at the current rate, so that no line mixes
 * two rates.
 */
function changeOf(item: AccruedItem): Accrued[] {
  const { account_id, currency, merchant_id, warehouse_id, item_name: memo } = item;
  const same = { account_id, currency, merchant_id, warehouse_id, memo };
  const was = decimal(item.was_amount);
  const before = was.eq(zero)
    ? []
    : [
        {
          ...same,
          exchange_rate: decimal(item.was_rate!),
          amount: was.times('-1'),
          base: decimal(item.was_base_amount).times('-1'),
        },
      ];
  return [
    ...before,
    {
      ...same,
      exchange_rate: decimal(item.rate!),
      amount: decimal(item.amount!),
      base: decimal(item.base_amount!),
    },
  ];
}
