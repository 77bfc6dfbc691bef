/** Facts that change after they were charged: waivers, repricing, sheets that were archived since, foreign currencies. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig, withMinimum, type BillingRig } from './billing-rig.ts';

interface Rig extends BillingRig {
  /** Corrects what was shipped. */
  correct(lineId: string, qty: number): Promise<void>;
  /** Waives the first charge the query finds, after taking it off the run's draft. */
  waive(run: any, query: string): Promise<void>;
}

const invoices = '/api/accounting/invoices';
const april = { period_start: '2026-04-01', period_end: '2026-04-30' };

async function start(t: ExecutionContext): Promise<Rig> {
  const rig = await billingRig(await joinPlatform(t));
  return {
    ...rig,
    correct: (id, qty) => rig.plant(`update wms_shipment_lines set qty = ${qty} where id = '${id}'`),
    waive: async (run, query) => {
      t.is((await rig.client.delete(`${invoices}/${run.invoices[0].id}`)).status, 200);
      const [charge] = await rig.charges(query);
      const body = { charge_id: charge.id, action: 'waive', reason: 'goodwill' };
      t.is((await rig.client.post('/api/accounting/billing/charges', body)).status, 201);
    },
  };
}

test('a shipment whose charge was waived is credited nothing when it turns out smaller', async (t) => {
  const rig = await start(t);
  const [pick, fuel] = [await rig.item('PICK'), await rig.item('FUEL')];
  const surcharge = { surcharge_percent: 10, surcharge_item_id: fuel };
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2, ...surcharge }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 20 }]);
  await rig.ship('2026-03-05', [{ qty: 50 }]);
  await rig.waive(await rig.run(), `&source_id=${lineIds[0]}`);
  await rig.correct(lineIds[0]!, 15);
  t.is(
    (await rig.run()).invoices[0].total,
    110,
    'the other shipment with its surcharge, and nothing given back',
  );
  t.is(await rig.sum('&status=waived'), 44 - 10, 'the credit is waived with the charge it takes back');
  await rig.correct(lineIds[0]!, 18);
  t.is((await rig.run()).invoices_count, 0, 'nor is it charged for growing to what was waived');
  await rig.correct(lineIds[0]!, 25);
  t.is((await rig.run()).invoices[0].total, 110 + 15.4, 'what it grows by beyond is charged');
  await rig.correct(lineIds[0]!, 18);
  t.is((await rig.run()).invoices[0].total, 110, 'and credited when it was not');
});

test('a fee that was waived is billed to nobody when its shipment is cancelled and leaves after all', async (t) => {
  const rig = await start(t);
  const label = await rig.item('LABEL');
  await rig.sheet([{ billing_item_id: label, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('shipment.shipped', label, { quantity_basis: 'units' });
  await rig.rule('shipment.line_shipped', null);
  const waived = await rig.ship('2026-03-05', [{ qty: 5 }]);
  await rig.ship('2026-03-06', [{ qty: 7 }]);
  await rig.waive(await rig.run(), `&source_id=${waived.id}`);
  const state = (status: string) =>
    rig.plant(`update wms_shipments set status = '${status}' where id = '${waived.id}'`);
  const billed = async () => {
    await rig.run();
    return (await rig.sum()) - (await rig.sum('&status=waived'));
  };
  for (const round of ['once', 'and again']) {
    await state('cancelled');
    t.is(await billed(), 14, round);
    await state('shipped');
    t.is(await billed(), 14, round);
  }
  t.is(await rig.sum('&status=waived'), 10);
  await state('cancelled');
  await rig.run();
  await rig.correct(waived.lineIds[0]!, 6);
  await state('shipped');
  t.is(await billed(), 14 + 12, 'more than was waived is billed');
});

test('a maximum cuts what is billed, and gives nothing back of what was waived', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const bounds = { max_charge: 60, min_scope: 'period' };
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2, ...bounds }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 40 }]);
  await rig.waive(await rig.run(), `&source_id=${lineIds[0]}`);
  await rig.run();
  t.is((await rig.sum('&status=rated')) + (await rig.sum('&status=invoiced')), 0);
  await rig.ship('2026-03-06', [{ qty: 35 }]);
  t.is((await rig.run()).invoices[0].total, 60);
});

test('waiving the top-up of a period waives its minimum', async (t) => {
  const rig = await start(t);
  await withMinimum(rig);
  const idle = await rig.run();
  t.is(idle.invoices[0].total, 100);
  await rig.waive(idle, '');
  const again = await rig.run({ auto_issue: true });
  t.deepEqual([again.status, again.invoices_count], ['completed', 0], again.error ?? '');
  await rig.ship('2026-03-05', [{ qty: 10 }]);
  t.is((await rig.run()).invoices[0].total, 20, 'neither topped up nor credited');
  t.is((await rig.run(april)).invoices.at(-1).total, 100, 'another period has its own');
});

test('a correction of what an archived sheet priced keeps its surcharge and its bounds', async (t) => {
  const rig = await start(t);
  const [pick, fuel] = [await rig.item('PICK'), await rig.item('FUEL')];
  const sheet = await rig.sheet([
    {
      billing_item_id: pick,
      pricing_model: 'per_unit',
      rate: 2,
      surcharge_percent: 10,
      surcharge_item_id: fuel,
      min_charge: 30,
      min_scope: 'document',
    },
  ]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 20 }]);
  await rig.run({ auto_issue: true });
  t.is(await rig.sum(), 44);
  await rig.client.patch(`/api/accounting/billing/rate-sheets/${sheet}`, { action: 'archive' });
  await rig.correct(lineIds[0]!, 10);
  await rig.run(april);
  t.is(await rig.sum(), 33, 'the least of the document, and a tenth of it');
  const again = await rig.run(april);
  t.deepEqual([again.charges_created, again.charges_adjusted], [0, 0]);
});

test('a line whose earlier quantities were repriced shows a price that makes its amount', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const tiers = [
    { from: 0, to: 100, rate: 1 },
    { from: 100, to: null, rate: 0.9 },
  ];
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'volume', tiers, tier_window: 'period' }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-05', [{ qty: 80 }]);
  await rig.run({ auto_issue: true });
  await rig.ship('2026-03-06', [{ qty: 40 }]);
  const run = await rig.run({ late_charge_policy: 'supplement' });
  const { body } = await rig.client.get(`${invoices}/${run.invoices[0].id}`);
  const [line] = body.data.lines;
  t.deepEqual([line.quantity, line.unit_price, line.amount], [40, 0.7, 28], '36 less 8 for the first 80');
});

test('a draft’s line whose charges were credited shows no price', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 5 }]);
  const { id } = (await rig.run()).invoices[0];
  await rig.correct(lineIds[0]!, 0);
  await rig.run();
  const { body } = await rig.client.get(`${invoices}/${id}`);
  t.deepEqual(
    body.data.lines.map(({ unit_price, amount }: any) => [unit_price, amount]),
    [[0, 0]],
  );
});

test('a sheet in a foreign currency is invoiced at the rate the run is given', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const sheet = [{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }];
  await rig.sheet(sheet, { currency: 'EUR' });
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-05', [{ qty: 5 }]);
  const unrated = await rig.run({ auto_issue: true });
  t.is(unrated.status, 'failed');
  t.regex(unrated.error, /EXCHANGE_RATE_REQUIRED/);
  const other = await rig.client.post('/api/accounting/billing/runs', {
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    merchant_ids: [rig.organization.merchantId],
    invoice_date: '2026-04-02',
    auto_issue: false,
    late_charge_policy: 'supplement',
  });
  t.deepEqual(
    other.body.error.details.map(({ path }: { path: string }) => path),
    ['invoice_date', 'auto_issue', 'late_charge_policy'],
    'not silently the old ones',
  );
  const rates = [{ currency: 'EUR', rate: 1.12345678 }];
  const refused = async (wrong: object[]) =>
    (
      await rig.client.post('/api/accounting/billing/runs', {
        ...april,
        merchant_ids: [rig.organization.merchantId],
        rates: wrong,
      })
    ).body.error.details[0].path;
  t.is(await refused([{ currency: 'USD', rate: 1 }]), 'rates.0.currency');
  t.is(await refused([...rates, ...rates]), 'rates.1.currency');
  t.is(await refused([{ currency: 'EUX', rate: 1 }]), 'rates.0.currency');
  const run = await rig.run({ auto_issue: true, rates });
  t.is(run.status, 'completed', run.error ?? '');
  t.is(run.id, unrated.id, 'the same run goes on');
  t.deepEqual(run.rates, rates);
  const { body } = await rig.client.get(`${invoices}/${run.invoices[0].id}`);
  t.like(body.data, { status: 'open', currency: 'EUR', total: 10, exchange_rate: 1.12345678 });
  const entry = await rig.client.get(`/api/accounting/journal-entries?source_id=${run.invoices[0].id}`);
  t.deepEqual(
    entry.body.data[0].lines.map((line: any) => line.base_debit + line.base_credit),
    [11.23, 11.23],
  );
});

test('an amount of more digits than JSON carries is shown to fifteen of them, in lists, sums and files', async (t) => {
  const rig = await start(t);
  const vas = await rig.item('VAS');
  const path = '/api/accounting/billing/charges';
  const charge = {
    merchant_id: rig.organization.merchantId,
    billing_item_id: vas,
    service_date: '2026-03-05',
  };
  const made = await rig.client.post(path, { ...charge, quantity: 1234567.891234, unit_price: 12.345678 });
  t.is(made.status, 201, made.text);
  t.is(made.body.data.amount, 15241577.654314, '15241577.6543139867');
  t.is((await rig.charges())[0].amount, 15241577.654314);
  const grouped = await rig.client.get(`${path}?group_by=billing_item`);
  t.is(grouped.body.data[0].amount, 15241577.654314, grouped.text);
  t.regex((await rig.client.get(`${path}?format=csv`)).text, /,15241577\.654314,USD,rated,/);
  t.regex((await rig.client.get('/api/exports/charges')).text, /,15241577\.654314,USD,rated,/);
  t.is((await rig.run()).invoices[0].total, 15241577.65);
});

test('the minimum of an invoice has no more decimals than its currency', async (t) => {
  const rig = await start(t);
  const sheets = '/api/accounting/billing/rate-sheets';
  const body = { code: 'RS', name: 'Rates', currency: 'JPY', effective_from: '2026-01-01' };
  const refused = await rig.client.post(sheets, { ...body, minimum_invoice_amount: 100.5 });
  t.is(refused.body.error.code, 'AMOUNT_PRECISION');
  const made = await rig.client.post(sheets, { ...body, minimum_invoice_amount: 100 });
  const change = (changes: object) => rig.client.patch(`${sheets}/${made.body.data.id}`, changes);
  t.is((await change({ minimum_invoice_amount: 100.5 })).body.error.code, 'AMOUNT_PRECISION');
  t.is((await change({ minimum_invoice_amount: 100.55, currency: 'USD' })).status, 200);
  t.is((await change({ currency: 'JPY' })).body.error.code, 'AMOUNT_PRECISION');
});

test('late activity of a billed period that nothing prices is an exception of the run that finds it, until it is priced', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const line = { billing_item_id: pick, pricing_model: 'per_unit', rate: 2 };
  await rig.sheet([{ ...line, match_carrier_code: 'UPS' }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-05', [{ qty: 5 }], { carrier: 'UPS' });
  t.is((await rig.run()).status, 'completed');
  await rig.ship('2026-03-30', [{ qty: 7 }], { carrier: 'FDX' });
  const unpriced = await rig.run(april);
  t.is(unpriced.status, 'completed_with_exceptions', unpriced.error ?? '');
  t.like(unpriced.exceptions[0], { reason: 'NO_RATE', service_date: '2026-03-30' });
  t.is(
    unpriced.activity_charged + unpriced.activity_free + unpriced.exceptions_count,
    unpriced.activity_total,
  );
  await rig.sheet([line], { merchant_id: null });
  const priced = await rig.run({ period_start: '2026-05-01', period_end: '2026-05-31' });
  t.deepEqual([priced.status, priced.exceptions_count], ['completed', 0]);
  t.is(await rig.sum(), 24);
  const { body } = await rig.client.get(`/api/accounting/billing/runs/${unpriced.id}`);
  t.deepEqual(body.data.exceptions, [], 'settled');
});

test('the unit of an item with prices stays: what was billed by the kilogram is not billed by the pound', async (t) => {
  const rig = await start(t);
  const weight = await rig.item('WEIGHT', { uom: 'lb' });
  const path = `/api/accounting/billing/items/${weight}`;
  t.is((await rig.client.patch(path, { uom: 'kg' })).status, 200, 'nothing is priced yet');
  await rig.sheet([{ billing_item_id: weight, pricing_model: 'per_unit', rate: 1 }]);
  await rig.rule('shipment.shipped', weight, { quantity_basis: 'weight_kg' });
  await rig.rule('shipment.line_shipped', null);
  await rig.ship('2026-03-05', [{ qty: 2 }]);
  await rig.run();
  const changed = await rig.client.patch(path, { uom: 'lb', name: 'By the pound' });
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${weight}`), 3, 'kilograms');
  t.is(changed.body.error?.code, 'ITEM_IN_USE');
  t.is((await rig.client.patch(path, { uom: 'kg', name: 'By the kilogram' })).status, 200);
});
