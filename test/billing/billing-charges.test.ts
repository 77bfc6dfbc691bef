import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from './billing-rig.ts';

async function start(t: Parameters<typeof joinPlatform>[0]): Promise<BillingRig & { platform: Platform }> {
  const platform = await joinPlatform(t);
  return { ...(await billingRig(platform)), platform };
}

test('what is not billed is an exception with its reason, and settled by the next run', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const weigh = await rig.item('WEIGH', { uom: 'kg' });
  const odd = await rig.item('ODD', { uom: 'pallet' });
  await rig.ship('2026-03-05', [{ qty: 2 }, { qty: 1, sku: 'LOT' }]);
  const reasons = (run: any) => run.exceptions.map(({ reason }: any) => reason).sort();

  const first = await rig.run();
  t.is(first.status, 'completed_with_exceptions');
  t.deepEqual(reasons(first), ['NO_RULE', 'NO_RULE', 'NO_RULE']);
  t.is(first.activity_total, 3);
  t.is(first.exceptions_count, 3);

  await rig.rule('shipment.shipped', null);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  t.deepEqual(reasons(await rig.run()), ['NO_RATE_SHEET', 'NO_RATE_SHEET']);
  await rig.sheet([
    { billing_item_id: weigh, pricing_model: 'per_unit', rate: 1 },
    { billing_item_id: odd, pricing_model: 'per_unit', rate: 1 },
  ]);
  t.deepEqual(reasons(await rig.run()), ['NO_RATE', 'NO_RATE']);
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 1 }], { merchant_id: null });
  await rig.rule('shipment.line_shipped', weigh, { quantity_basis: 'weight_kg' });
  await rig.rule('shipment.line_shipped', odd, { quantity_basis: 'weight_kg' });
  const last = await rig.run();
  t.deepEqual(reasons(last), ['MISSING_DIMENSION', 'UNIT_CONVERSION', 'UNIT_CONVERSION']);
  t.is(await rig.sum(), 3 + 2 * 1.5, 'the default sheet prices what the merchant’s leaves out');
  t.is(last.activity_charged + last.activity_free + last.exceptions_count, last.activity_total);
});

test('a source that changed is charged its difference as the next revision', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 5 }, { qty: 7 }]);
  await rig.run();
  const change = async (qty: number) => {
    await rig.platform.owner.query("set session_replication_role = 'replica'");
    await rig.platform.owner.query('update wms_shipment_lines set qty = $2 where id = $1', [lineIds[0], qty]);
  };
  await change(3);
  const run = await rig.run();
  t.is(run.charges_adjusted, 1);
  const revisions = await rig.charges(`&source_id=${lineIds[0]}`);
  t.deepEqual(
    revisions
      .map(({ revision, quantity, amount, kind }) => ({ revision, quantity, amount, kind }))
      .sort((a, b) => a.revision - b.revision),
    [
      { revision: 0, quantity: 5, amount: 10, kind: 'event' },
      { revision: 1, quantity: -2, amount: -4, kind: 'adjustment' },
    ],
  );
  t.is((await rig.run()).charges_adjusted, 0);
  t.is(await rig.sum(), 20);
});

test('late activity of a billed period is found by the next period’s run and billed once', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 1 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-05', [{ qty: 5 }]);
  const march = await rig.run({ auto_issue: true });
  t.is(march.status, 'completed', march.error ?? 'no error');
  t.is(march.invoices[0].status, 'open');
  t.regex(march.invoices[0].invoice_no, /^INV-202603-0001$/);
  await rig.ship('2026-03-30', [{ qty: 2 }]);
  await rig.ship('2026-02-27', [{ qty: 50 }]);
  const again = await rig.run();
  t.is(again.charges_created, 1);
  t.is(again.invoices_count, 0, 'the issued invoice is left alone');
  const april = await rig.run({ period_start: '2026-04-01', period_end: '2026-04-30' });
  t.is(april.invoices[0].total, 2);
  t.is(await rig.sum(), 7, 'days no run ever covered are not billed');
});

test('minimums, maximums and surcharges are trued up when more comes', async (t) => {
  const rig = await start(t);
  const [pick, order, fuel, base] = [
    await rig.item('PICK'),
    await rig.item('ORDER'),
    await rig.item('FUEL'),
    await rig.item('BASE'),
  ];
  await rig.sheet([
    { billing_item_id: pick, pricing_model: 'per_unit', rate: 1, min_charge: 20, min_scope: 'period' },
    {
      billing_item_id: order,
      pricing_model: 'flat',
      rate: 4,
      max_charge: 6,
      min_scope: 'day',
      surcharge_percent: 10,
      surcharge_item_id: fuel,
    },
    { billing_item_id: base, pricing_model: 'flat', rate: 100 },
  ]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', order);
  await rig.rule('period.recurring', base);
  await rig.ship('2026-03-05', [{ qty: 5 }]);
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${pick}`), 20);
  t.is(await rig.sum(`&billing_item_id=${base}`), 100);
  await rig.ship('2026-03-05', [{ qty: 3 }]);
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${pick}`), 20, 'the minimum shrinks by what was charged');
  t.is(await rig.sum(`&billing_item_id=${order}`), 6, 'two orders of a day are cut to the maximum');
  t.is(await rig.sum(`&billing_item_id=${fuel}`), 0.6, 'the surcharge follows the cut');
  await rig.ship('2026-03-06', [{ qty: 30 }]);
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${pick}`), 38);
  t.is(await rig.sum(`&billing_item_id=${base}`), 100, 'a month is charged once');
});

test('a preview stores nothing and tells the difference a draft sheet would make', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const sheet = await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 1 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.ship('2026-03-05', [{ qty: 5 }]);
  await rig.run();
  const revised = await rig.client.patch(`/api/accounting/billing/rate-sheets/${sheet}`, {
    action: 'revise',
    effective_from: '2026-05-01',
  });
  t.is(revised.body.data.version, 2);
  const { id, lines } = revised.body.data;
  await rig.client.patch(`/api/accounting/billing/rate-sheets/${id}/lines/${lines[0].id}`, { rate: 1.5 });
  const run = await rig.run({ mode: 'preview', rate_sheet_id: id });
  t.is(run.status, 'completed', run.error ?? 'no error');
  t.like(run.merchants[0].preview[0], { code: 'PICK', amount: 7.5, charged_amount: 5, difference: 2.5 });
  t.is((await rig.charges()).length, 1);
});

test('charges by hand, waivers, and the way from an invoice line to the warehouse and the journal', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const vas = await rig.item('VAS', { category: 'vas', uom: 'hour', default_rate: 45 });
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 1 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 5 }, { qty: 4 }]);
  const merchant_id = rig.organization.merchantId;
  const record = (body: object) => rig.client.post('/api/accounting/billing/charges', body);
  const labour = await record({
    merchant_id,
    billing_item_id: vas,
    service_date: '2026-03-09',
    quantity: 1.5,
    description: 'relabelling',
  });
  t.is(labour.status, 201);
  t.is(labour.body.data.amount, 67.5);
  const credit = { merchant_id, billing_item_id: vas, service_date: '2026-03-10', quantity: -0.5 };
  const strange = await record({ ...credit, currency: 'ZZZ' });
  t.is(strange.status, 400, 'no invoice can be made of it');
  t.like(strange.body.error.details[0], { path: 'currency', code: 'unknown' });
  const unpriced = await record({ ...credit, currency: 'JPY' });
  t.like(unpriced.body.error.details[0], { path: 'unit_price', code: 'required' }, '45 is no price in yen');
  await record(credit);
  await rig.run({ mode: 'draft', merchant_ids: [merchant_id], invoice_date: '2026-03-31' });
  const [invoiced] = await rig.charges(`&source_id=${lineIds[0]}&expand=source,pricing,journal`);
  t.is(invoiced.status, 'invoiced');
  t.is(invoiced.source.units, 5);
  t.is(invoiced.pricing.rate, '1.000000');
  t.deepEqual(invoiced.journal, []);
  const refused = await record({ charge_id: invoiced.id, action: 'waive', reason: 'goodwill' });
  t.is(refused.status, 409);
  t.is(refused.body.error.code, 'CHARGE_INVOICED');
  const issued = await rig.client.patch(`/api/accounting/invoices/${invoiced.invoice_id}`, {
    action: 'issue',
  });
  t.is(issued.status, 200, issued.text);
  t.is(issued.body.data.total, 9 + 45);
  const [posted] = await rig.charges(`&source_id=${lineIds[0]}&expand=journal`);
  t.is(posted.journal[0].credit, 9);
  const voided = await rig.client.patch(`/api/accounting/invoices/${invoiced.invoice_id}`, {
    action: 'void',
    reason: 'wrong terms',
  });
  t.is(voided.status, 200, voided.text);
  const [released] = await rig.charges(`&source_id=${lineIds[0]}`);
  t.is(released.status, 'rated');
  const waived = await record({ charge_id: released.id, action: 'waive', reason: 'goodwill' });
  t.is(waived.body.data.status, 'waived');
  const run = await rig.run();
  t.is(run.charges_created, 0);
  t.is(run.invoices.at(-1).total, 4 + 45, 'what is waived is not billed again');
  const csv = await rig.client.get('/api/accounting/billing/charges?format=csv');
  t.is(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(csv.text.trim().split('\n').length, 5);
  t.regex(csv.text, /,billing_item_name\n/);
  t.regex(csv.text, /,M1,Merchant One,/, 'names beside ids');
  const grouped = await rig.client.get('/api/accounting/billing/charges?group_by=billing_item,month');
  t.deepEqual(
    grouped.body.data.map(({ billing_item_code, month, amount }: any) => [billing_item_code, month, amount]),
    [
      ['PICK', '2026-03', 9],
      ['VAS', '2026-03', 45],
    ],
  );
});

test('a carrier corrected after the charge has the shipment priced by the line that fits it now', async (t) => {
  const rig = await start(t);
  const { owner } = rig.platform;
  const [ship, pick] = [await rig.item('SHIP'), await rig.item('PICK')];
  const tiers = (first: number) => [
    { from: 0, to: 3, rate: first },
    { from: 3, to: null, rate: 1 },
  ];
  await rig.sheet([
    { billing_item_id: ship, pricing_model: 'flat', rate: 4, match_carrier_code: 'UPS' },
    { billing_item_id: ship, pricing_model: 'flat', rate: 7, match_carrier_code: 'FDX' },
    ...['UPS', 'FDX'].map((carrier, index) => ({
      billing_item_id: pick,
      pricing_model: 'graduated',
      tier_window: 'period',
      tiers: tiers(10 * (index + 1)),
      match_carrier_code: carrier,
    })),
  ]);
  await rig.rule('shipment.shipped', ship);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  const { id } = await rig.ship('2026-03-05', [{ qty: 5 }], { carrier: 'UPS' });
  await rig.ship('2026-03-06', [{ qty: 2 }], { carrier: 'FDX' });
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${ship}`), 4 + 7);
  t.is(await rig.sum(`&billing_item_id=${pick}`), 32 + 40);

  const carrier = (code: string | null) =>
    owner.query('update wms_shipments set carrier_code = $1 where id = $2', [code, id]);
  await carrier('FDX');
  const corrected = await rig.run();
  t.is(corrected.status, 'completed', corrected.error ?? 'no error');
  t.is(corrected.charges_adjusted, 4, 'each credited on one line and charged on the other');
  t.is(await rig.sum(`&billing_item_id=${ship}`), 7 + 7);
  t.is(await rig.sum(`&billing_item_id=${pick}`), 60 + 4, 'seven units by the tiers of the other carrier');
  const history = await rig.charges(`&source_id=${id}`);
  t.deepEqual(
    history.map(({ revision, quantity, amount, kind }: any) => [revision, quantity, amount, kind]),
    [
      [0, 1, 4, 'event'],
      [1, -1, -4, 'adjustment'],
      [2, 1, 7, 'adjustment'],
    ],
  );
  t.is((await rig.run()).charges_adjusted, 0, 'once is enough');

  await carrier(null);
  const unpriced = await rig.run();
  t.is(unpriced.status, 'completed_with_exceptions');
  t.deepEqual(unpriced.exceptions.map(({ reason, source_type }: any) => [reason, source_type]).sort(), [
    ['NO_RATE', 'shipment'],
    ['NO_RATE', 'shipment_line'],
  ]);
  t.is(await rig.sum(`&billing_item_id=${ship}`), 7);
  t.is((await rig.run()).charges_adjusted, 0);

  await carrier('UPS');
  const back = await rig.run();
  t.is(back.status, 'completed', JSON.stringify(back.exceptions));
  t.is(await rig.sum(`&billing_item_id=${ship}`), 4 + 7);
  t.is(await rig.sum(`&billing_item_id=${pick}`), 32 + 40);
  t.is((await rig.run()).charges_adjusted, 0);
});
