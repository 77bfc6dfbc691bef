/** Prepares requested order lines for storage: unit, exact price and amount. */
import { decimal, sum } from '../../domain/decimal.ts';
import { lineAmount } from '../../domain/money/money.ts';
import { invalid } from '../../domain/refusal.ts';
import type { TenantTransaction } from '../database.ts';
import { readAccountingSettings, readMoneyRules } from '../journal/books.read.ts';
import { resolveUnits } from '../catalog/item-units.read.ts';
import type { NewOrderLine } from './orders.write.ts';

export interface AskedLine {
  item_id: string;
  qty: number;
  uom?: string | null | undefined;
  price: number;
  expected_date?: string | null | undefined;
}

// A JSON number shows money below this exactly.
const amountBelow = decimal(1e11);

/**
 * The lines with their unit and amount. Refuses 400 UNKNOWN_REFERENCE for an item of another merchant or a unit the
 * item does not have, VALIDATION_FAILED for an amount that could not be shown exactly.
 */
export async function prepareOrderLines(
  tx: TenantTransaction,
  { merchant_id: merchantId, currency }: { merchant_id: string; currency: string },
  asked: readonly AskedLine[],
  list = 'lines',
): Promise<NewOrderLine[]> {
  const books = await readAccountingSettings(tx);
  const rules = await readMoneyRules(tx, books, currency);
  const wanted = asked.map(({ item_id, uom }) => ({ item_id, uom: uom ?? null }));
  const units = await resolveUnits(tx, merchantId, wanted, (index) => `${list}.${index}.`);
  const lines = asked.map(({ item_id, qty, price, expected_date = null }, index) => {
    const amount = lineAmount(decimal(qty), decimal(price), rules);
    if (amount.gte(amountBelow))
      throw invalid(
        `${list}.${index}.price`,
        'range',
        `${list}.${index} comes to more than an order can hold`,
      );
    return { item_id, qty, price, amount, expected_date, ...units[index]! };
  });
  if (sum(lines.map(({ amount }) => amount)).gte(amountBelow))
    throw invalid(list, 'range', `the ${list} come to more than an order can hold`);
  return lines;
}
