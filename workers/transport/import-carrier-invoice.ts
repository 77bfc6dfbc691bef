/** Takes in a carrier's invoice for labels. */
import { insertCarrierInvoice } from '../../db/transport/carrier-invoices.write.ts';
import { readAccountingSettings, readMoneyRules } from '../../db/journal/books.read.ts';
import { assertReference } from '../../db/records.read.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { exactMoney } from '../../domain/money/money.ts';
import { newId } from '../../domain/new-id.ts';
import { invalid } from '../../domain/refusal.ts';
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
  await assertReference(tx, 'carrier_accounts', invoice.account_id, 'account_id');
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
