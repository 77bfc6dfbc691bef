/** A tax rate that changes on a day taxes what is of that day: drafts follow, what is issued stays, and what corrects it too. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from '../billing/billing-rig.ts';
import { assertBooksHold, base } from '../journal/books.ts';
import { done, newRate } from './tax-rates-rig.ts';

const path = `${base}/tax-rates`;
const december = '2025-12-31';

async function rigged(t: ExecutionContext): Promise<{ platform: Platform; rig: BillingRig; item: string }> {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  return { platform, rig, item: await rig.item('WORK', { taxable: true, tax_code: 'V19', tax_rate: 19 }) };
}

const line = (item: string, more: object = {}) => ({
  billing_item_id: item,
  description: 'Work',
  quantity: 1,
  unit_price: 100,
  ...more,
});
const drafted = ({ client, organization }: BillingRig, day: string, lines: object[], more: object = {}) =>
  done(
    client.post(`${base}/invoices`, {
      merchant_id: organization.merchantId,
      invoice_date: day,
      lines,
      ...more,
    }),
    201,
  );
const patch = ({ client }: BillingRig, id: string, change: object) =>
  done(client.patch(`${base}/invoices/${id}`, change));
const shown = async ({ client }: BillingRig, id: string) => done(client.get(`${base}/invoices/${id}`));
const ratesOf = (document: any) => document.lines.map((one: any) => one.tax_rate);

test('a rate from a day on taxes documents of that day; others keep the rate of the item', async (t) => {
  const { rig, item, platform } = await rigged(t);
  const [before, after, said] = [
    await drafted(rig, december, [line(item)]),
    await drafted(rig, '2026-01-01', [line(item)]),
    await drafted(rig, '2026-01-01', [line(item, { tax_code: 'V19', tax_rate: 19 })]),
  ];
  t.is(after.total, 119);
  const rate = await newRate(rig, { tax_rate: 16, valid_from: '2026-01-01', valid_to: '2026-06-30' });
  t.like(rate, { tax_code: 'V19', tax_rate: 16, valid_from: '2026-01-01', valid_to: '2026-06-30' });
  t.like(await shown(rig, after.id), { total: 116, version: after.version + 1 }, 'the draft shows it');
  t.like(await shown(rig, before.id), { total: 119, version: before.version });
  t.is((await shown(rig, said.id)).total, 119, 'a tax that was entered stays');
  t.is((await drafted(rig, '2026-06-30', [line(item)])).total, 116);
  t.is((await drafted(rig, '2026-07-01', [line(item)])).total, 119, 'after its last day the item’s own');
  t.is((await patch(rig, after.id, { invoice_date: december })).total, 119, 'a draft that is dated anew');
  t.is((await patch(rig, after.id, { invoice_date: '2026-01-02' })).total, 116);
  const issued = await patch(rig, after.id, { action: 'issue' });
  t.is(issued.total, 116);
  const old = await patch(rig, before.id, { action: 'issue' });
  t.is(old.total, 119);
  await done(rig.client.patch(`${path}/${rate.id}`, { tax_rate: 7 }));
  t.is((await shown(rig, issued.id)).total, 116, 'what is issued stays');
  await done(rig.client.delete(`${path}/${rate.id}`));
  t.is((await drafted(rig, '2026-01-02', [line(item)])).total, 119);
  const { body } = await rig.client.get(`${base}/reports/tax?from=2025-12-01&to=2026-01-31`);
  t.deepEqual(
    body.data.rows
      .filter(({ tax_side: side }: any) => side === 'sales')
      .map((row: any) => [row.tax_rate, row.base, row.tax]),
    [
      [19, 100, 19],
      [16, 100, 16],
    ],
  );
  await assertBooksHold(t, platform, rig.organization.id);
});

test('a rate that comes while a draft is made is found when it is issued', async (t) => {
  const { rig, item, platform } = await rigged(t);
  const draft = await drafted(rig, '2026-01-01', [line(item)]);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-01-01' });
  await platform.owner.query(
    'update invoice_lines set tax_rate = 19 where organization_id = $1 and invoice_id = $2',
    [rig.organization.id, draft.id],
  );
  const issued = await patch(rig, draft.id, { action: 'issue' });
  t.like(issued, { tax_total: 16, total: 116 });
  await assertBooksHold(t, platform, rig.organization.id);
});

test('a credit note is taxed as its invoice was, whenever it is written', async (t) => {
  const { rig, item } = await rigged(t);
  const other = await rig.item('OTHER', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  const invoice = await drafted(rig, december, [line(item, { quantity: 2 })]);
  await patch(rig, invoice.id, { action: 'issue' });
  await newRate(rig, { tax_rate: 16, valid_from: '2026-01-01' });
  const lines = [
    { original_line_id: invoice.lines[0].id, quantity: 1 },
    line(item, { unit_price: 10 }),
    line(other, { unit_price: 10 }),
  ];
  const credit = { kind: 'credit_note', original_invoice_id: invoice.id };
  const note = await drafted(rig, '2026-02-01', lines, credit);
  t.deepEqual(ratesOf(note), [19, 19, 19]);
  t.deepEqual(ratesOf(await patch(rig, note.id, { lines })), [19, 19, 19]);
  t.is((await patch(rig, note.id, { action: 'issue' })).total, 142.8);
  const free = await drafted(rig, '2026-02-01', [line(item)], { kind: 'credit_note' });
  t.is(free.total, 116, 'one that corrects nothing is of its own day');
});

test('where service says it, each line is taxed by its last day of service', async (t) => {
  const { rig, item } = await rigged(t);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-01-01' });
  t.is((await done(rig.client.get('/api/tenancy/settings'))).tax_date, 'invoice');
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'service' }));
  const days = [
    { service_from: '2025-12-01', service_to: '2025-12-31' },
    { service_from: '2025-12-15', service_to: '2026-01-14' },
    { service_from: '2025-12-15' },
    {},
  ];
  const invoice = await drafted(
    rig,
    '2026-01-05',
    days.map((day) => line(item, day)),
  );
  t.deepEqual(ratesOf(invoice), [19, 16, 19, 16]);
  t.is((await patch(rig, invoice.id, { action: 'issue' })).tax_total, 70);
});

async function month(t: ExecutionContext) {
  const { rig, item } = await rigged(t);
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 10 }]);
  await rig.rule('shipment.line_shipped', item, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const run = (from: string, to: string, more: object = {}) =>
    rig.run({ period_start: from, period_end: to, ...more });
  const invoices = async () =>
    (await done(rig.client.get(`${base}/invoices?page_size=50`))).toSorted((a: any, b: any) =>
      a.invoice_date.localeCompare(b.invoice_date),
    );
  return { rig, item, run, invoices };
}

test('a billing run taxes its invoice by its date, and by days of service where that is set', async (t) => {
  const { rig, run, invoices } = await month(t);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16' });
  await rig.ship('2026-03-15', [{ qty: 1 }]);
  await rig.ship('2026-03-16', [{ qty: 2 }]);
  await run('2026-03-01', '2026-03-31');
  t.like((await invoices())[0], { subtotal: 30, tax_total: 4.8 });
  await run('2026-03-01', '2026-03-31', { invoice_date: '2026-03-10' });
  t.like((await invoices())[0], { subtotal: 30, tax_total: 5.7 }, 'dated anew by a run');
  await done(rig.client.delete(`${base}/invoices/${(await invoices())[0].id}`));
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'service' }));
  await run('2026-03-01', '2026-03-31');
  const [invoice] = await invoices();
  t.like(invoice, { subtotal: 30, tax_total: 5.1 });
  const { lines } = await patch(rig, invoice.id, { action: 'issue' });
  t.deepEqual(lines.map((one: any) => [one.amount, one.tax_rate]).toSorted(), [
    [10, 19],
    [20, 16],
  ]);
});

test('a charge revised after its invoice is taxed as that was, also when its item is taxed anew', async (t) => {
  const { rig, item, run, invoices } = await month(t);
  const shipment = await rig.ship('2026-03-10', [{ qty: 5 }]);
  await run('2026-03-01', '2026-03-31');
  await patch(rig, (await invoices())[0].id, { action: 'issue' });
  await newRate(rig, { tax_rate: 16, valid_from: '2026-04-01' });
  await rig.ship('2026-04-10', [{ qty: 10 }]);
  await rig.plant(`update wms_shipment_lines set qty = 3 where id = '${shipment.lineIds[0]}'`);
  await run('2026-04-01', '2026-04-30');
  const april = (await invoices())[1];
  t.like(april, { subtotal: 80, tax_total: 12.2 }, '100 at 16 percent less 20 at 19');
  await done(rig.client.patch(`${base}/billing/items/${item}`, { tax_code: 'X', tax_rate: 5 }));
  await rig.ship('2026-04-11', [{ qty: 2 }]);
  await run('2026-04-01', '2026-04-30');
  t.like((await invoices())[1], { tax_total: 2.2 }, '120 at 5 percent less 20 at 19');
  t.is((await patch(rig, april.id, { action: 'issue' })).total, 102.2);
});

test('what revises a charge that was invoiced stays at its rate when another comes before the draft is issued', async (t) => {
  const { rig, item, run, invoices } = await month(t);
  const shipment = await rig.ship('2026-03-10', [{ qty: 5 }]);
  await run('2026-03-01', '2026-03-31');
  await patch(rig, (await invoices())[0].id, { action: 'issue' });
  await rig.ship('2026-04-10', [{ qty: 10 }]);
  await rig.plant(`update wms_shipment_lines set qty = 3 where id = '${shipment.lineIds[0]}'`);
  await run('2026-04-01', '2026-04-30');
  t.like((await invoices())[1], { subtotal: 80, tax_total: 15.2 });
  await newRate(rig, { tax_rate: 16, valid_from: '2026-04-01' });
  t.like((await invoices())[1], { tax_total: 12.2 }, '100 at 16 percent less 20 at 19');
  await done(rig.client.patch(`${base}/billing/items/${item}`, { tax_code: 'X', tax_rate: 5 }));
  await rig.ship('2026-04-11', [{ qty: 2 }]);
  await run('2026-04-01', '2026-04-30');
  t.like((await invoices())[1], { tax_total: 2.2 }, '120 at 5 percent less 20 at 19');
});

test('the surcharge on what revises a charge is taxed as the surcharge that was invoiced', async (t) => {
  const { rig, item } = await rigged(t);
  const fuel = await rig.item('FUEL', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  const surcharge = { surcharge_percent: 10, surcharge_item_id: fuel };
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 10, ...surcharge }]);
  await rig.rule('shipment.line_shipped', item, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { lineIds } = await rig.ship('2026-03-10', [{ qty: 5 }]);
  const march = await rig.run();
  await patch(rig, march.invoices[0].id, { action: 'issue' });
  await newRate(rig, { tax_rate: 16, valid_from: '2026-04-01' });
  await rig.ship('2026-04-10', [{ qty: 10 }]);
  await rig.plant(`update wms_shipment_lines set qty = 3 where id = '${lineIds[0]}'`);
  const april = await rig.run({ period_start: '2026-04-01', period_end: '2026-04-30' });
  t.like(
    await shown(rig, april.invoices[0].id),
    { subtotal: 88, tax_total: 13.42 },
    '110 at 16 percent less 22 at 19',
  );
});

test('drafts follow the setting of the day that taxes them', async (t) => {
  const { rig, item } = await rigged(t);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-01-01' });
  const draft = await drafted(rig, '2026-01-05', [line(item, { service_to: december })]);
  t.is(draft.total, 116);
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'service' }));
  t.like(await shown(rig, draft.id), { total: 119, version: draft.version + 1 });
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'service' }));
  t.like(await shown(rig, draft.id), { total: 119, version: draft.version + 1 });
});

test('rates of a code do not overlap, two at once neither; a merchant’s token has no part in them', async (t) => {
  const { rig, platform } = await rigged(t);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-01-01', valid_to: '2026-06-30' });
  const overlapping = await rig.client.post(path, {
    tax_code: 'V19',
    tax_rate: 17,
    valid_from: '2026-06-30',
  });
  t.like(overlapping.body.error, { code: 'CONFLICT' }, overlapping.text);
  const turned = { tax_code: 'V7', tax_rate: 5, valid_from: '2026-06-30', valid_to: '2026-06-29' };
  t.is((await rig.client.post(path, turned)).body.error.details[0].path, 'valid_to');
  const both = await Promise.all(
    [5, 6].map((rate) => rig.client.post(path, { tax_code: 'V7', tax_rate: rate, valid_from: '2026-01-01' })),
  );
  t.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  );
  await newRate(rig, { tax_rate: 21, valid_from: '2026-07-01' });
  const listed = await done(rig.client.get(`${path}?tax_code=V19`));
  t.deepEqual(
    listed.map((one: any) => [one.valid_from, one.tax_rate]),
    [
      ['2026-07-01', 21],
      ['2026-01-01', 16],
    ],
  );
  t.deepEqual((await done(rig.client.get(`${path}?on_day=2026-06-30&tax_code=V19`))).length, 1);
  t.is((await rig.client.patch(`${path}/${rig.organization.id}`, { tax_rate: 1 })).status, 404);
  t.is((await platform.client.get(path)).body.data.length, 0, 'another organization has none of them');
});

test('a line of a credit note that names a code alone has the rate the invoice had for it', async (t) => {
  const { rig, item } = await rigged(t);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16', valid_to: '2026-04-30' });
  const account: string = (await done(rig.client.get(`${base}/accounts?system_key=revenue_vas`)))[0].id;
  const free = { billing_item_id: undefined, account_id: account };
  const invoice = await drafted(rig, '2026-03-20', [
    line(item),
    line(item, { ...free, tax_code: 'V7', tax_rate: 7 }),
  ]);
  await patch(rig, invoice.id, { action: 'issue' });
  const codes = ['V19', 'V7', 'V0'].map((code) => line(item, { ...free, tax_code: code, unit_price: 10 }));
  const lines = [...codes, line(item, { tax_code: 'V19', unit_price: 10 })];
  const note = await drafted(rig, '2026-06-01', lines, {
    kind: 'credit_note',
    original_invoice_id: invoice.id,
  });
  t.deepEqual([ratesOf(note), note.tax_total], [[16, 7, 0, 16], 3.9]);
  await newRate(rig, { tax_rate: 5, valid_from: '2026-06-01' });
  t.is((await patch(rig, note.id, { action: 'issue' })).tax_total, 3.9, 'whatever its own date');
});
