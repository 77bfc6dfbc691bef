/** A tax rate that is entered once its days were put on drafts taxes those days, as it would have before. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { assertBooksHold, base } from '../journal/books.ts';
import { done, newRate } from './tax-rates-rig.ts';

async function march(t: ExecutionContext, taxDate = 'service') {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const item = await rig.item('WORK', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 2.355 }]);
  await rig.rule('shipment.line_shipped', item, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: taxDate }));
  for (const [day, qty] of Object.entries({ '05': 10, 15: 3, 16: 7, 20: 1 }))
    await rig.ship(`2026-03-${day}`, [{ qty }]);
  const id: string = (await rig.run()).invoices[0].id;
  const lines = async () =>
    (await done(rig.client.get(`${base}/invoices/${id}`))).lines
      .map((one: any) => [one.service_from, one.service_to, one.quantity, one.amount, one.tax_rate])
      .toSorted();
  return { platform, rig, id, lines, shown: () => done(rig.client.get(`${base}/invoices/${id}`)) };
}

const whole = [['2026-03-05', '2026-03-20', 21, 49.46, 19]];
const split = [
  ['2026-03-05', '2026-03-15', 13, 30.62, 19],
  ['2026-03-16', '2026-03-20', 8, 18.84, 16],
];

test('a line of days before and after the rate becomes two, as if the rate had been known', async (t) => {
  const { platform, rig, id, lines, shown } = await march(t);
  t.deepEqual(await lines(), whole);
  const { version } = await shown();
  const rate = await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16' });
  t.deepEqual(await lines(), split);
  t.like(await shown(), { subtotal: 49.46, tax_total: 8.83, version: version + 1 });
  const [early, late] = (await shown()).lines;
  t.deepEqual([early.line_no, late.line_no], [1, 2]);
  t.is((await rig.charges(`&invoice_line_id=${early.id}`)).length, early.charge_count);
  await rig.ship('2026-03-21', [{ qty: 1 }]);
  await rig.run();
  t.deepEqual(
    await lines(),
    [split[0], ['2026-03-16', '2026-03-21', 9, 21.19, 16]],
    'a run adds to the half',
  );
  await done(rig.client.patch(`${base}/tax-rates/${rate.id}`, { valid_from: '2026-03-11' }));
  t.deepEqual(
    (await lines()).map(([from, to, qty, , of]: unknown[]) => [from, to, qty, of]),
    [
      ['2026-03-05', '2026-03-05', 10, 19],
      ['2026-03-15', '2026-03-21', 12, 16],
    ],
  );
  await done(rig.client.delete(`${base}/tax-rates/${rate.id}`));
  t.like(await shown(), { tax_total: 9.84 }, '51.81 at 19 percent');
  t.is((await rig.charges(`&invoice_id=${id}`)).length, 5);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-11', valid_to: '2026-03-16' });
  await done(rig.client.patch(`${base}/invoices/${id}`, { action: 'issue' }));
  t.deepEqual(
    (await lines()).map(([from, to, qty, , of]: unknown[]) => [from, to, qty, of]),
    [
      ['2026-03-05', '2026-03-21', 12, 19],
      ['2026-03-15', '2026-03-16', 10, 16],
    ],
  );
  await assertBooksHold(t, platform, rig.organization.id);
});

test('a credit of an item that was invoiced at two rates has the rate of its day of service', async (t) => {
  const { rig, id } = await march(t);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16' });
  await done(rig.client.patch(`${base}/invoices/${id}`, { action: 'issue' }));
  const [{ billing_item_id: item }] = await rig.charges();
  const other = await rig.item('OTHER', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  const line = { description: 'Goodwill', quantity: 1, unit_price: 1 };
  const note = await done(
    rig.client.post(`${base}/invoices`, {
      kind: 'credit_note',
      merchant_id: rig.organization.merchantId,
      original_invoice_id: id,
      lines: [
        { ...line, billing_item_id: item, service_to: '2026-03-20' },
        { ...line, billing_item_id: item, service_from: '2026-03-06' },
        { ...line, billing_item_id: item },
        { ...line, billing_item_id: other, service_to: '2026-03-20' },
        { ...line, billing_item_id: other, service_to: '2026-03-15' },
      ],
    }),
    201,
  );
  t.deepEqual(
    note.lines.map((one: any) => one.tax_rate),
    [16, 19, 19, 16, 19],
  );
});

test('a credit of a day that was taxed at a rate between days at another has that rate', async (t) => {
  const { rig, id } = await march(t);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-11', valid_to: '2026-03-16' });
  await done(rig.client.patch(`${base}/invoices/${id}`, { action: 'issue' }));
  const [{ billing_item_id: item }] = await rig.charges();
  const note = await done(
    rig.client.post(`${base}/invoices`, {
      kind: 'credit_note',
      merchant_id: rig.organization.merchantId,
      original_invoice_id: id,
      lines: ['05', '15', '16', '18', '20'].map((day) => ({
        billing_item_id: item,
        description: 'Goodwill',
        quantity: 1,
        unit_price: 1,
        service_to: `2026-03-${day}`,
      })),
    }),
    201,
  );
  t.deepEqual(
    note.lines.map((one: any) => one.tax_rate),
    [19, 16, 16, 19, 19],
  );
});

test('so it does when the day that taxes becomes that of service', async (t) => {
  const { rig, lines, shown } = await march(t, 'invoice');
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16' });
  t.deepEqual(await lines(), [['2026-03-05', '2026-03-20', 21, 49.46, 16]]);
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'service' }));
  t.deepEqual(await lines(), split);
  t.like(await shown(), { subtotal: 49.46, tax_total: 8.83 });
});

test('a draft that credits its charges keeps its sign', async (t) => {
  const { rig, lines, shown } = await march(t);
  const merchant = rig.organization.merchantId;
  const [{ billing_item_id: item }] = await rig.charges();
  for (const day of ['2026-03-15', '2026-03-16'])
    await done(
      rig.client.post(`${base}/billing/charges`, {
        merchant_id: merchant,
        billing_item_id: item,
        service_date: day,
        quantity: -100,
        unit_price: 2.355,
      }),
      201,
    );
  await rig.run({ credit_notes: true });
  const credits = [
    ['2026-03-05', '2026-03-20', -21, -49.46, 19],
    ['2026-03-15', '2026-03-16', 200, 471, 19],
  ];
  t.deepEqual(await lines(), credits);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16' });
  t.deepEqual(await lines(), [
    ['2026-03-05', '2026-03-15', -13, -30.62, 19],
    ['2026-03-15', '2026-03-15', 100, 235.5, 19],
    ['2026-03-16', '2026-03-16', 100, 235.5, 16],
    ['2026-03-16', '2026-03-20', -8, -18.84, 16],
  ]);
  t.like(await shown(), { kind: 'credit_note', tax_total: 73.6 });
});

test('a rate that comes while a draft is made is found when it is issued', async (t) => {
  const { platform, rig, id, lines } = await march(t);
  // As if its transaction had not seen the draft.
  await platform.owner.query(
    `insert into tax_rates (organization_id, id, tax_code, tax_rate, valid_from) values ($1, gen_random_uuid(), 'V19', 16, '2026-03-16')`,
    [rig.organization.id],
  );
  t.deepEqual(await lines(), whole);
  const issued = await done(rig.client.patch(`${base}/invoices/${id}`, { action: 'issue' }));
  t.like(issued, { subtotal: 49.46, tax_total: 8.83 });
  t.deepEqual(await lines(), split);
  await assertBooksHold(t, platform, rig.organization.id);
});

test('lines of items that drafts had before there were such rates follow them; what corrects an invoice does not', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const item = await rig.item('WORK', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  const drafted = (more: object = {}, tax: object = {}) =>
    done(
      rig.client.post(`${base}/invoices`, {
        merchant_id: rig.organization.merchantId,
        invoice_date: '2026-03-16',
        lines: [{ billing_item_id: item, description: 'Work', quantity: 1, unit_price: 100, ...tax }],
        ...more,
      }),
      201,
    );
  const issued = await drafted();
  await done(rig.client.patch(`${base}/invoices/${issued.id}`, { action: 'issue' }));
  const drafts = [
    await drafted(),
    await drafted({}, { tax_code: 'V19', tax_rate: 7 }),
    await drafted({ kind: 'credit_note', original_invoice_id: issued.id }),
  ].map(({ id }) => id);
  await platform.owner.query(
    'update invoice_lines set item_tax_rate = null, tax_kept = false where organization_id = $1 and invoice_id = any($2::uuid[])',
    [rig.organization.id, drafts],
  );
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16' });
  const taxes = await Promise.all(drafts.map((id) => done(rig.client.get(`${base}/invoices/${id}`))));
  t.deepEqual(
    taxes.map(({ tax_total: tax }) => tax),
    [16, 7, 19],
  );
  const said = await drafted({}, { tax_code: 'V19', tax_rate: 19 });
  t.is(said.tax_total, 19, 'a tax that is entered stays');
});

test('what revises a charge that was zero rated stays so when its code has a rate before the draft is issued', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const item = await rig.item('FOOD', { taxable: true, tax_code: 'Z', tax_rate: 0 });
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 10 }]);
  await rig.rule('shipment.line_shipped', item, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { lineIds } = await rig.ship('2026-03-10', [{ qty: 5 }]);
  const [first] = (await rig.run()).invoices;
  await done(rig.client.patch(`${base}/invoices/${first.id}`, { action: 'issue' }));
  await rig.ship('2026-04-10', [{ qty: 10 }]);
  await rig.plant(`update wms_shipment_lines set qty = 3 where id = '${lineIds[0]}'`);
  const april = await rig.run({ period_start: '2026-04-01', period_end: '2026-04-30' });
  await newRate(rig, { tax_code: 'Z', tax_rate: 2, valid_from: '2026-04-01' });
  const draft = await done(rig.client.get(`${base}/invoices/${april.invoices[0].id}`));
  t.like(draft, { subtotal: 80, tax_total: 2 }, '100 at 2 percent less 20 at none');
});

test('a line that names a tax code alone has the rate of its day; a rate that is said stays', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const item = await rig.item('WORK', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  const [account] = await done(rig.client.get(`${base}/accounts?system_key=revenue_vas`));
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-16' });
  const made = async (day: string) =>
    done(
      rig.client.post(`${base}/invoices`, {
        merchant_id: rig.organization.merchantId,
        invoice_date: day,
        lines: [
          { account_id: account.id },
          { billing_item_id: item },
          { billing_item_id: item, tax_rate: 0 },
        ].map((line) => ({ description: 'Work', quantity: 1, unit_price: 100, tax_code: 'V19', ...line })),
      }),
      201,
    );
  const ratesOf = ({ lines }: any) => lines.map((one: any) => one.tax_rate);
  t.deepEqual(ratesOf(await made('2026-03-15')), [0, 0, 0]);
  const draft = await made('2026-03-16');
  t.deepEqual([ratesOf(draft), draft.tax_total], [[16, 16, 0], 32]);
  const moved = await done(rig.client.patch(`${base}/invoices/${draft.id}`, { invoice_date: '2026-03-01' }));
  t.is(moved.tax_total, 0);
});

test('a line that was taxed by its day of service has its item’s own rate once the invoice’s day says the tax', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const item = await rig.item('WORK', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  await newRate(rig, { tax_rate: 0, valid_from: '2026-03-01', valid_to: '2026-03-27' });
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'service' }));
  const line = { description: 'Work', quantity: 1, unit_price: 100, billing_item_id: item };
  const lines = [{ ...line, service_to: '2026-03-20' }];
  const party = { merchant_id: rig.organization.merchantId, invoice_date: '2026-03-28' };
  const draft = await done(rig.client.post(`${base}/invoices`, { ...party, lines }), 201);
  t.is(draft.tax_total, 0);
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'invoice' }));
  t.is((await done(rig.client.get(`${base}/invoices/${draft.id}`))).tax_total, 19);
});
