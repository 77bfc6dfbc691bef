/** Takes in a carrier's invoice for labels. */
import { insertCarrierInvoice } from '../../db/transport/carrier-invoices.write.ts';
import { readAccountingSettings, readMoneyRules } from '../../db/journal/books.read.ts';
import { findAccount } from '../../db/parcels/accounts.read.ts';
import { assertReference } from '../../db/records.read.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { exactMoney } from '../../domain/money/money.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import type { carrierInvoiceCommands } from '../../queues/transport/carrier-invoices.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const importCarrierInvoice: Handler<typeof carrierInvoiceCommands.importCarrierInvoice> = async (
  work,
  { lines, ...invoice },
) => {
  const { tx, actor, emit } = work;
  assertOperator(work);
  const account = await findAccount(tx, invoice.account_id);
  if (!account) throw unknownReference('account_id', 'account');
  if (account.merchant_id !== null)
    throw invalid(
      'account_id',
      'of_merchant',
      'account_id is a merchant’s own account: its carrier bills the merchant',
    );
  await assertReference(tx, 'carriers', invoice.carrier_id, 'carrier_id');
  const { exponent } = await readMoneyRules(tx, await readAccountingSettings(tx), invoice.currency);
  for (const [index, { amount }] of lines.entries())
    exactMoney(amount, `lines.${index}.amount`, invoice.currency, exponent);
  const asked = sum(lines.map(({ amount }) => decimal(String(amount))));
  if (!asked.eq(decimal(String(invoice.total))))
    throw invalid('total', 'does_not_add_up', `The lines add up to ${asked.toFixed()}, not to total.`);
  const id = newId();
  await insertCarrierInvoice(tx, { id, ...invoice, created_by: actor.name }, lines);
  emit(carrierInvoiceEvent(id, 'imported', 'imported'));
  return { id };
};
