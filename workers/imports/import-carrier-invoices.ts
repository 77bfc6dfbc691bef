/** Carriers' invoices of an import: a line of each a line, and each invoice as a whole or not at all. */
import { idsByCode } from '../../db/catalog/codes.read.ts';
import { inSavepoint } from '../../db/database.ts';
import { accountsByName } from '../../db/parcels/accounts.read.ts';
import { asRefusal } from '../../db/sql-errors.ts';
import { groupBy } from '../../domain/group-by.ts';
import { isGood, Refusal, unknownReference } from '../../domain/refusal.ts';
import { carrierInvoiceEvent } from '../../domain/transport/events.ts';
import { carrierInvoiceLine, type CarrierInvoiceLine } from '../../queues/imports/import-lines.ts';
import type { Work } from '../engine/handler.ts';
import { takeInInvoice } from '../transport/take-in-invoice.ts';
import { checkedLine, eachLine } from './checked-line.ts';
import type { GroupLine, Importer, LineResult } from './importer.ts';

type Named = Omit<CarrierInvoiceLine, 'account' | 'carrier'> & { account_id: string; carrier_id: string };

export const importCarrierInvoices: Importer = async (tx, work, record, lines) => {
  const checked = await eachLine(lines, (line) =>
    checkedLine<CarrierInvoiceLine>(carrierInvoiceLine, line, record),
  );
  const good = checked.filter(isGood);
  const accounts = await accountsByName(tx, [...new Set(good.map(({ account }) => account))]);
  const carriers = await idsByCode(tx, 'carriers', [...new Set(good.map(({ carrier }) => carrier))]);
  const named = await eachLine(checked, ({ account, carrier, ...line }): Named => {
    const account_id = accounts.get(account);
    if (!account_id) throw unknownReference('account', 'carrier account');
    const carrier_id = carriers.get(carrier);
    if (!carrier_id) throw unknownReference('carrier', 'carrier');
    return { ...line, account_id, carrier_id };
  });
  const bad = new Set(
    lines.filter((_line, at) => !isGood(named[at]!)).map(({ fields }) => writtenKeyOf(fields)),
  );
  const whole = named.map((line, at) =>
    isGood(line) && bad.has(writtenKeyOf(lines[at]!.fields)) ? incomplete : line,
  );
  const taken = new Map<string, string | Refusal>();
  for (const [key, parts] of groupBy(whole.filter(isGood), keyOf))
    taken.set(key, await takenIn(work, tx, parts));
  const results = whole.map((line): LineResult => {
    if (line instanceof Refusal) return line;
    const invoice = taken.get(keyOf(line))!;
    return invoice instanceof Refusal ? invoice : 'created';
  });
  const sure = async (): Promise<void> => {
    for (const id of taken.values())
      if (!(id instanceof Refusal)) work.emit(carrierInvoiceEvent(id, 'imported', 'imported'));
  };
  return { results, sure };
};

const incomplete = new Refusal('VALIDATION_FAILED', 'Another line of the invoice is bad.', [
  {
    path: 'invoice_no',
    code: 'incomplete',
    message: 'another line of the invoice is bad: it is taken in as a whole',
  },
]);

/** The invoice that a line names, be it good or bad. */
const writtenKeyOf = ({ account, carrier, invoice_no }: GroupLine['fields']): string =>
  [account, carrier, invoice_no].join('\u001F');

const keyOf = ({ account_id, carrier_id, invoice_no }: Named): string =>
  [account_id, carrier_id, invoice_no].join('\u001F');

/** Takes one invoice in; what refuses it leaves the others. */
async function takenIn({ actor }: Work, tx: Work['tx'], parts: readonly Named[]): Promise<string | Refusal> {
  const { account_id, carrier_id, invoice_no, invoice_date, currency, total } = parts[0]!;
  const invoice = { account_id, carrier_id, invoice_no, invoice_date, currency, total };
  const lines = parts.map(
    ({
      account_id: _account,
      carrier_id: _carrier,
      invoice_no: _no,
      invoice_date: _day,
      currency: _of,
      total: _sum,
      ...line
    }) => line,
  );
  try {
    return await inSavepoint(tx, (savepoint) => takeInInvoice(savepoint, invoice, lines, actor.name));
  } catch (fault) {
    const refusal = asRefusal(fault);
    if (!refusal) throw fault;
    return refusal;
  }
}
