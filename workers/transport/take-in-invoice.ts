/** Takes in a carrier's invoice for labels, however it came. */
import type { TenantTransaction } from '../../db/database.ts';
import { readAccountingSettings, readMoneyRules } from '../../db/journal/books.read.ts';
import { findAccount } from '../../db/parcels/accounts.read.ts';
import { insertCarrierInvoice, type NewCarrierInvoice } from '../../db/transport/carrier-invoices.write.ts';
import { decimal, sum, type Decimal } from '../../domain/decimal.ts';
import { exactMoney } from '../../domain/money/money.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';

/**
 * Returns its id. Refuses 400 a merchant's own account, whose carrier bills the merchant; lines that do not add up to its
 * total; and amounts that its currency does not have.
 */
export async function takeInInvoice(
  tx: TenantTransaction,
  invoice: Omit<NewCarrierInvoice, 'id' | 'created_by'>,
  lines: readonly { amount: number; tax?: number }[],
  created_by: string,
): Promise<string> {
  const account = await findAccount(tx, invoice.account_id);
  if (!account) throw unknownReference('account_id', 'account');
  if (account.merchant_id !== null)
    throw invalid(
      'account_id',
      'of_merchant',
      'account_id is a merchant’s own account: its carrier bills the merchant',
    );
  const { exponent } = await readMoneyRules(tx, await readAccountingSettings(tx), invoice.currency);
  const exact = (value: number, field: string): Decimal =>
    exactMoney(value, field, invoice.currency, exponent);
  const asked = sum(
    lines.map(({ amount, tax = 0 }, at) =>
      exact(amount, `lines.${at}.amount`).plus(exact(tax, `lines.${at}.tax`)),
    ),
  );
  if (!asked.eq(decimal(String(invoice.total))))
    throw invalid(
      'total',
      'does_not_add_up',
      `The lines and their tax add up to ${asked.toFixed()}, not to total.`,
    );
  const id = newId();
  await insertCarrierInvoice(tx, { id, ...invoice, created_by }, lines);
  return id;
}
