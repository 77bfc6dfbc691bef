/** Books as files, each asked for once as it is meant, over a month in which something was invoiced. */
import test from 'ava';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { issuedInvoice } from '../journal/books.ts';

const base = '/api/accounting';
let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('reports, the journal and an invoice come as the files that were asked for', async (t) => {
  const client = await platform.clientWith(platform.threePl, everyPermission);
  const party = { merchant_id: platform.threePl.merchantId };
  const invoice = await issuedInvoice(t, client, party, { invoice_date: '2026-05-01' });
  const period = 'from=2026-01-01&to=2026-12-31';
  const asked = [
    ['reports/trial-balance?as_of=2026-12-31&', ['csv', 'pdf']],
    [`reports/profit-and-loss?${period}&`, ['csv', 'pdf']],
    ['reports/balance-sheet?as_of=2026-12-31&', ['csv', 'pdf']],
    [`reports/cash-flow?${period}&`, ['csv', 'pdf']],
    [`reports/aging?as_of=2026-12-31&merchant_id=${party.merchant_id}&`, ['csv', 'pdf']],
    ['journal-entries?date_from=2026-01-01&', ['csv', 'hledger']],
    [`invoices/${invoice.id}?`, ['pdf']],
  ] as const;
  const types = { csv: 'text/csv', pdf: 'application/pdf', hledger: 'text/plain' };
  for (const [path, formats] of asked) {
    for (const format of formats) {
      const answer = await client.get(`${base}/${path}format=${format}`);
      t.is(answer.status, 200, answer.text);
      t.true(answer.headers.get('content-type')?.startsWith(types[format]), `${path}${format}`);
      t.true(answer.text.length > 0);
    }
  }
});
