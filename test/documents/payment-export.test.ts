/** The export of payments and the ledger of the accounts they are on are the same money. */
import { parse } from 'csv-parse/sync';
import test from 'ava';
import { createClient } from '../helpers/client.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { issuedInvoice, pay } from '../journal/books.ts';

test('what payments at another rate than their document’s come to in the base currency is what their account was posted', async (t) => {
  const platform = await joinPlatform(t);
  const { id, merchantId } = platform.threePl;
  const client = createClient(platform.url, platform.threePl);
  const dates = { invoice_date: '2026-07-01', due_date: '2026-07-31' };
  const invoice = await issuedInvoice(
    t,
    client,
    { merchant_id: merchantId },
    { ...dates, currency: 'EUR', exchange_rate: 1.1 },
  );
  for (const [amount, rate, day] of [
    [33.33, 1.2345, '02'],
    [33.33, 1.1, '03'],
    [33.34, 0.987, '04'],
  ] as const)
    await pay(t, client, invoice.id, { amount, exchange_rate: rate, payment_date: `2026-07-${day}` });
  const { rows } = await platform.owner.query(
    `select sum(l.base_debit - l.base_credit)::numeric(20,2)::text as net from journal_lines l
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      where l.organization_id = $1 and a.system_key = 'cash_default' and l.entry_date between '2026-07-01' and '2026-07-31'`,
    [id],
  );
  const exported = parse(
    (await client.get('/api/exports/payments?date_from=2026-07-01&date_to=2026-07-31')).text,
    { columns: true, bom: true },
  ) as any[];
  t.deepEqual(
    exported.map(({ base_amount: amount }) => amount),
    ['41.15', '36.67', '32.91'],
  );
  t.deepEqual(rows, [{ net: '110.73' }]);
});
