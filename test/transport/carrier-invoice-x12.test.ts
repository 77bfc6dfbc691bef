/** Carriers' invoices as EDI 210: the same invoices as a CSV file brings, each whole or not at all. */
import test from 'ava';
import { roles } from '../../domain/permissions.ts';
import type { Client } from '../helpers/client.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { newAccount } from '../parcels/parcels-rig.ts';
import { openInvoices, path, type InvoicesRig } from './carrier-invoices-rig.ts';
import { interchange, invoice } from './x12-210.ts';

let rig: InvoicesRig;
let platform: Platform;
let accountant: Client;
test.before(async () => {
  rig = await openInvoices();
  ({ platform } = rig);
  accountant = await platform.clientWith(platform.standard, roles['accountant']!);
});
test.after.always(() => rig?.close());

const headers = { 'content-type': 'application/EDI-X12' };
/** A file is sent again while no thread is free to read it. */
const sent = (query: string, text: string, of = headers, kind = 'carrier-invoices') =>
  until('a thread reads the file', async () => {
    const answer = await accountant.post(`/api/wms/imports/${kind}?${query}`, text, { headers: of });
    return answer.status !== 503 && answer;
  });
async function finished(query: string, text: string): Promise<any> {
  const answer = await sent(query, text);
  if (answer.status !== 201) throw new Error(answer.text);
  return until('the import is finished', async () => {
    const { data } = (await accountant.get(`/api/wms/imports/${answer.body.data.id}`)).body;
    return data.finished_at && data;
  });
}
const named = async (no: string): Promise<any[]> =>
  (await platform.client.get(`${path}?invoice_no=${no}`)).body.data;

test.serial(
  'an EDI 210 becomes the same invoice that a CSV file does, and is matched and billed',
  async (t) => {
    const { client, standard } = platform;
    const account = await newAccount(client, rig.far.url);
    const { code } = (await client.get(`/api/wms/carriers/${standard.carrierId}`)).body.data;
    const labels = [await rig.bought(account.id), await rig.bought(account.id)];
    const [one, other] = labels.map(({ tracking_no: no }) => no);
    const query = new URLSearchParams({ account: account.name, carrier: code }).toString();
    const good = invoice('EDI-1', [
      { no: one, charges: { '': 742 }, pounds: '5' },
      { no: other, charges: { '': 942, FUE: 105 }, pounds: '50' },
    ]);
    const odd = invoice('EDI-2', [{ no: one, charges: { '': 500 } }], { total: 700 });

    const rejected = await finished(query, interchange([good, odd]));
    t.like(rejected, { state: 'rejected', lines_total: 4, lines_bad: 1 });
    t.deepEqual(
      rejected.errors.map(({ line, problems }: any) => [line, problems[0].path, problems[0].code]),
      [[30, 'total', 'does_not_add_up']],
    );
    t.deepEqual(await named('EDI-1'), []);

    t.is((await finished(`${query}&dry_run=true`, interchange([good], { usage: 'T' }))).state, 'checked');
    t.like(await finished(query, interchange([good], { terminator: '\n', element: '|' })), {
      state: 'completed',
      created_count: 3,
    });
    const [taken] = await named('EDI-1');
    t.like(taken, { state: 'imported', lines: 3, total: 17.89, currency: 'USD', invoice_date: '2026-11-20' });
    t.like((await rig.act(taken.id, 'match')).body.data, { state: 'matched', ours: 17.89, refused: 0 });
    const lines = (await client.get(`${path}/${taken.id}/lines`)).body.data;
    t.deepEqual(
      lines.map((line: any) => [
        line.tracking_no,
        line.charge_code,
        line.amount,
        line.verdict,
        line.dearer_by,
      ]),
      [
        [one, 'FRT', 7.42, 'matched', null],
        [other, 'FRT', 9.42, 'dearer', 'weight'],
        [other, 'FUE', 1.05, 'dearer', 'surcharge'],
      ],
    );
    const billed = await rig.act(taken.id, 'bill');
    const bill = (await client.get(`/api/accounting/bills/${billed.body.data.bill_id}`)).body.data;
    t.like(bill, { total: 17.89, vendor_bill_no: 'EDI-1' });
    const again = await finished(query, interchange([good]));
    t.like(again, { state: 'rejected', lines_bad: 3 });
    t.is(again.errors[0].problems[0].code, 'DUPLICATE');
  },
);

test.serial('what is no 210, or names nobody, is refused before anything is kept', async (t) => {
  const good = interchange([invoice('EDI-9', [{ no: '1Z', charges: { '': 1 } }])]);
  const query = 'account=A&carrier=B';
  const cases: [string, string, string, string, number][] = [
    [query, good.replace('SE*', 'SE*9'), 'x12', 'syntax', 400],
    [query, 'x'.repeat(1_000_000), 'x12', 'syntax', 400],
    [query, `${good.slice(0, 106)}${'\u0000~'.repeat(100_000)}`, 'x12', 'syntax', 400],
    ['carrier=B', good, 'account', 'required', 400],
    ['account=A', good, 'carrier', 'required', 400],
    [`${query}&currency=dollars`, good, 'currency', 'currency_unknown', 400],
    [`${query}&merchant=X`, good, 'merchant', 'unknown_field', 400],
  ];
  for (const [of, text, field, code, status] of cases) {
    const answer = await sent(of, text);
    t.is(answer.status, status, answer.text);
    const [detail] = answer.body.error.details;
    t.is(detail.path, field, answer.text);
    if (field !== 'currency') t.is(detail.code, code, answer.text);
  }
  t.is((await sent(query, good, { 'content-type': 'text/csv' })).status, 400, 'a CSV says whose it is');
  t.is((await sent('', good, headers, 'items')).status, 403);
  const { client } = platform;
  const items = await client.post('/api/wms/imports/items', good, { headers });
  t.is(items.status, 415, items.text);
  const unknown = await finished(query, good);
  t.like(unknown, { state: 'rejected' });
  t.is(unknown.errors[0].problems[0].path, 'account');
  t.deepEqual(await named('EDI-9'), []);
});
