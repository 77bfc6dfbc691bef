/**
 * Three months of a house with two merchants, one of them in euros: billed by runs, paid in parts, credited, written off,
 * voided and billed again, accrued and revalued. What the books say is computed a second time from the activity alone,
 * and by hledger.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { decimal, sum, zero, type Decimal } from '../../domain/decimal.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { assertBooksHold, base, netOf } from '../journal/books.ts';
import { billingRig } from './billing-rig.ts';

const months = [
  ['2026-01-01', '2026-01-31'],
  ['2026-02-01', '2026-02-28'],
  ['2026-03-01', '2026-03-31'],
] as const;
const euro = '1.0873';
const cents = (value: Decimal): Decimal => value.round(2, 1);

test('three months of runs and payments are in the books what their activity says', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const { client, organization } = rig;
  const { merchantId, id: org } = organization;
  const secondMerchantId = organization.secondMerchantId!;
  const pick = await rig.item('PICK', { taxable: true, tax_code: 'VAT', tax_rate: 7.7 });
  const fuel = await rig.item('FUEL', { taxable: false });
  const priced = { billing_item_id: pick, pricing_model: 'per_unit', surcharge_item_id: fuel };
  await rig.sheet([{ ...priced, rate: 0.335, surcharge_percent: 3.3 }]);
  await rig.sheet([{ ...priced, rate: 1.015, surcharge_percent: 11 }], {
    merchant_id: secondMerchantId,
    currency: 'EUR',
  });
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const rates = [{ currency: 'EUR', rate: Number(euro) }];
  const priceOf = (merchant: string): [rate: string, fuel: string] =>
    merchant === merchantId ? ['0.335', '0.033'] : ['1.015', '0.11'];
  const totalOf = (merchant: string, units: number): Decimal => {
    const [rate, share] = priceOf(merchant);
    const net = decimal(units).times(decimal(rate));
    const [picked, fuelled] = [cents(net), cents(net.times(decimal(share)))];
    return picked.plus(fuelled).plus(cents(picked.times(decimal('0.077'))));
  };
  const made = async (answer: Promise<any>) => {
    const { status, body, text } = await answer;
    t.true(status < 300, text);
    return body.data;
  };

  let seed = 7;
  const next = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  const units = new Map<string, number>();
  const live: { id: string; merchant: string; total: Decimal }[] = [];
  for (const [from, to] of months) {
    for (const merchant of [merchantId, secondMerchantId]) {
      let shipped = 0;
      for (let no = 0; no < 5; no += 1) {
        const qty = 1 + next(400);
        shipped += qty;
        await rig.ship(`${from.slice(0, 8)}${String(2 + next(24)).padStart(2, '0')}`, [{ qty }], {
          merchantId: merchant,
        });
      }
      units.set(`${merchant} ${from}`, shipped);
    }
    const period = { period_start: from, period_end: to, merchant_ids: [merchantId, secondMerchantId] };
    // Before the run, and again after it: what was accrued is on an invoice by then.
    const accrue = () => made(client.post(`${base}/journal-entries/accruals`, { as_of: to, rates }));
    const drafted = await rig.run({ ...period, rates, invoice_date: to });
    t.is(drafted.status, 'completed', drafted.error ?? '');
    const earned = await accrue();
    t.is(earned.accruals.length, 2);
    const run = await rig.run({ ...period, rates, auto_issue: true, invoice_date: to });
    for (const { id, merchant_id: merchant, total } of [...drafted.invoices, ...run.invoices]) {
      if (live.some((one) => one.id === id)) continue;
      const expected = totalOf(merchant, units.get(`${merchant} ${from}`)!);
      t.is(total, Number(expected.toFixed()), `${merchant} ${from}`);
      if ((await client.get(`${base}/invoices/${id}`)).body.data.status === 'draft')
        await made(client.patch(`${base}/invoices/${id}`, { action: 'issue' }));
      live.push({ id, merchant, total: expected });
    }
    const settled = await accrue();
    t.true(
      settled.accruals.every(({ base_amount: amount }: any) => amount === 0),
      'nothing is left to accrue',
    );
    await made(
      client.post(`${base}/journal-entries/revaluations`, {
        as_of: to,
        rates: [{ currency: 'EUR', rate: 1.12 }],
      }),
    );
  }
  t.is(live.length, 6);

  // January paid in two parts, February's dollars credited in part and written off, March's euros voided and billed again.
  const of = (month: number, merchant: string) => live.filter((one) => one.merchant === merchant)[month];
  const [jan, feb] = [of(0, merchantId), of(1, merchantId)];
  const [janEuro, marEuro] = [of(0, secondMerchantId), of(2, secondMerchantId)];
  const payment = (id: string, words: object) => made(client.post(`${base}/invoices/${id}/payments`, words));
  for (const [invoice, rate] of [
    [jan!, undefined],
    [janEuro!, 1.1],
  ] as const) {
    const first = invoice.total.times('0.37').round(2, 0);
    const words = { method: 'ach', payment_date: '2026-04-02', ...(rate ? { exchange_rate: rate } : {}) };
    await payment(invoice.id, { ...words, amount: Number(first.toFixed()) });
    await payment(invoice.id, { ...words, amount: Number(invoice.total.minus(first).toFixed()) });
  }
  const note = await made(
    client.post(`${base}/invoices`, {
      kind: 'credit_note',
      original_invoice_id: feb!.id,
      invoice_date: '2026-04-03',
      lines: [{ billing_item_id: pick, description: 'Damaged', quantity: 1, unit_price: 12.34 }],
    }),
  );
  await made(client.patch(`${base}/invoices/${note.id}`, { action: 'issue' }));
  const applied = { method: 'credit_note', credit_invoice_id: note.id, payment_date: '2026-04-04' };
  // With the tax of the invoice it corrects.
  await payment(feb!.id, { ...applied, amount: Number(note.total) });
  const left = (await client.get(`${base}/invoices/${feb!.id}`)).body.data.amount_due;
  await payment(feb!.id, { method: 'write_off', amount: left, payment_date: '2026-04-05' });
  await made(
    client.patch(`${base}/invoices/${marEuro!.id}`, { action: 'void', reason: 'x', void_date: '2026-04-06' }),
  );
  const again = await rig.run({
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    merchant_ids: [merchantId, secondMerchantId],
    rates: [{ currency: 'EUR', rate: 1.05 }],
    invoice_date: '2026-04-07',
    auto_issue: true,
  });
  t.is(again.invoices.length, 1);
  t.is(again.invoices[0].total, Number(marEuro!.total.toFixed()), 'the same activity, the same amount');

  await assertBooksHold(t, platform, org);
  const owed = (await client.get(`${base}/reports/aging?as_of=2026-04-30`)).body.data;
  t.is(owed.base_total, Number(await netOf(platform, org, 'ar', '2026-04-30')));
  const unpaid = live.filter(({ id }) => ![jan!.id, janEuro!.id, feb!.id, marEuro!.id].includes(id));
  const expected = [
    ...unpaid.map(({ merchant, total }) =>
      merchant === merchantId ? total : cents(total.times(decimal(euro))),
    ),
    cents(marEuro!.total.times('1.05')),
  ];
  t.is(owed.base_total, Number(sum(expected).toFixed()), 'what is open, at the rates of its own invoices');
  t.is(Number(await netOf(platform, org, 'unbilled_ar')), 0, 'every accrual has turned back');
  const trial = (await client.get(`${base}/reports/trial-balance?as_of=2026-12-31`)).body.data;
  t.true(sum(trial.rows.map(({ closing }: any) => decimal(closing))).eq(zero));

  if (spawnSync('hledger', ['--version']).error) return;
  const folder = mkdtempSync(join(tmpdir(), 'hledger-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'books.journal');
  writeFileSync(file, (await client.get(`${base}/journal-entries?format=hledger`)).text);
  t.notThrows(() => execFileSync('hledger', ['-f', file, '--strict', 'check', 'ordereddates']));
  for (const { code, closing } of trial.rows) {
    const words = ['-f', file, 'balance', `: ?${code} |:${code} `, '--cost', '--flat', '-O', 'csv', '-E'];
    const last = execFileSync('hledger', words, { encoding: 'utf8' }).trim().split('\n').at(-1)!;
    t.is(Number(/"([^"]*)"$/.exec(last)![1]!.replace(/[^-.\d]/g, '')) + 0, closing, code);
  }
});
