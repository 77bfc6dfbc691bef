/** What a period comes to at least, percentages of it, and that running it again adds nothing. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from './billing-rig.ts';

const charges = '/api/accounting/billing/charges';
const invoices = '/api/accounting/invoices';

async function start(t: Parameters<typeof joinPlatform>[0]): Promise<BillingRig> {
  return billingRig(await joinPlatform(t));
}

async function charge(rig: BillingRig, item: string, price: number, quantity = 1): Promise<string> {
  const { organization, client } = rig;
  const answer = await client.post(charges, {
    merchant_id: organization.merchantId,
    billing_item_id: item,
    service_date: '2026-03-10',
    quantity,
    unit_price: price,
  });
  return answer.body.data.id;
}

async function lines(rig: BillingRig, id: string): Promise<[string, number][]> {
  const { body } = await rig.client.get(`${invoices}/${id}`);
  return body.data.lines
    .map(({ description, amount }: { description: string; amount: number }) => [description, amount])
    .sort();
}

/** Items A, B and C that nothing but charges by hand use, and the item of the minimum. */
async function byHand(rig: BillingRig, more: object): Promise<string[]> {
  const items = await Promise.all(['A', 'B', 'C'].map((code) => rig.item(code)));
  const unused = await rig.item('UNUSED');
  await rig.item('MIN', { category: 'minimum', uom: 'flat' });
  await rig.sheet([{ billing_item_id: unused, pricing_model: 'per_unit', rate: 1 }], more);
  return items;
}

test('an invoice is topped up to its minimum to the cent, whatever its lines are rounded by', async (t) => {
  const rig = await start(t);
  const items = await byHand(rig, { minimum_invoice_amount: 100 });
  for (const item of items) await charge(rig, item, 10.335);
  const { invoices: drafted } = await rig.run();
  t.is(drafted[0].total, 100);
  t.deepEqual(await lines(rig, drafted[0].id), [
    ['Item A', 10.34],
    ['Item B', 10.34],
    ['Item C', 10.34],
    ['Item MIN', 68.98],
  ]);
});

test('a merchant whose own sheet says a minimum of nothing owes that of no default sheet', async (t) => {
  const rig = await start(t);
  const [item] = await byHand(rig, { merchant_id: null, minimum_invoice_amount: 100 });
  await charge(rig, item!, 60);
  const own = [{ billing_item_id: item, pricing_model: 'per_unit', rate: 1 }];
  await rig.sheet(own, { minimum_invoice_amount: 0 });
  t.is((await rig.run()).invoices[0].total, 60);
});

test('the minimum is the period’s: a supplement asks for it no second time, and what comes late counts towards it', async (t) => {
  const rig = await start(t);
  const [item] = await byHand(rig, { minimum_invoice_amount: 100 });
  await charge(rig, item!, 60);
  await rig.run({ auto_issue: true });
  const policy = { late_charge_policy: 'supplement' };
  t.is((await rig.run(policy)).invoices_count, 0, 'nothing came late');
  await charge(rig, item!, 5);
  const first = await rig.run(policy);
  t.deepEqual(await lines(rig, first.invoices[0].id), [
    ['Item A', 5],
    ['Item MIN', -5],
  ]);
  await charge(rig, item!, 50);
  const second = await rig.run(policy);
  t.is(second.invoices[0].total, 15, '115 in all, of which 100 are billed');
  t.is((await rig.client.get(invoices)).body.meta.total, 2);
});

test('a draft that a later run fills is that run’s too, and issued when asked; one that credits outweigh waits', async (t) => {
  const rig = await start(t);
  const [item] = await byHand(rig, {});
  await charge(rig, item!, 100);
  const { invoices: drafted } = await rig.run();
  await charge(rig, item!, 1, -150);
  const negative = await rig.run({ auto_issue: true });
  t.is(negative.status, 'completed', negative.error ?? '');
  t.like(negative.invoices[0], { id: drafted[0].id, status: 'draft', total: -50 });
  await charge(rig, item!, 70);
  const filled = await rig.run({ auto_issue: true });
  t.like(filled.invoices[0], { id: drafted[0].id, status: 'open', total: 20 });
});

const ofAllCharges = { pricing_model: 'percent', percent_basis: 'charges_subtotal' };

test('percentages of the charges leave each other, the minimum and what is waived out, and say the same again', async (t) => {
  const rig = await start(t);
  const [item, five, two] = await Promise.all(['A', 'FIVE', 'TWO'].map((code) => rig.item(code)));
  const surcharge = await rig.item('FUEL');
  await rig.item('MIN', { category: 'minimum', uom: 'flat' });
  await rig.sheet(
    [
      {
        billing_item_id: five,
        ...ofAllCharges,
        percent: 5,
        surcharge_percent: 10,
        surcharge_item_id: surcharge,
      },
      { billing_item_id: two, ...ofAllCharges, percent: 2, min_charge: 3, min_scope: 'period' },
    ],
    { minimum_invoice_amount: 200 },
  );
  for (const fee of [five, two]) await rig.rule('period.recurring', fee!);
  await charge(rig, item!, 100);
  const waived = await charge(rig, item!, 40);
  const answer = await rig.client.post(charges, { charge_id: waived, action: 'waive', reason: 'goodwill' });
  t.is(answer.status, 201);
  for (const round of ['first', 'again', 'once more']) {
    const run = await rig.run();
    const invoice = run.invoices[0];
    t.deepEqual(
      await lines(rig, invoice.id),
      [
        ['Item A', 100],
        ['Item FIVE', 5],
        ['Item FUEL', 0.5],
        ['Item MIN', 91.5],
        ['Item TWO', 1],
        ['Item TWO', 2],
      ],
      round,
    );
  }
  const trial = await rig.run({ mode: 'preview' });
  const differences = trial.merchants[0].preview.map(({ code, difference }: any) => [code, difference]);
  t.deepEqual(differences, [
    ['FIVE', 0],
    ['FUEL', 0],
    ['TWO', 0],
  ]);
});

test('a percentage of the charges is bounded like any other, and grows by no more than what is charged', async (t) => {
  const rig = await start(t);
  const [item, fee] = await Promise.all(['A', 'FEE'].map((code) => rig.item(code)));
  await rig.sheet([{ billing_item_id: fee, ...ofAllCharges, percent: 5, min_charge: 20, max_charge: 30 }]);
  await rig.rule('period.recurring', fee!);
  const feeNow = async (): Promise<number> => {
    await rig.run();
    return rig.sum(`&billing_item_id=${fee}`);
  };
  t.is(await feeNow(), 0, 'nothing is charged');
  await charge(rig, item!, 100);
  t.is(await feeNow(), 20);
  await charge(rig, item!, 400);
  t.is(await feeNow(), 25);
  await charge(rig, item!, 1000);
  t.is(await feeNow(), 30);
});

test('a merchant’s own percentage of the charges replaces the default sheet’s, on the days of its rule', async (t) => {
  const rig = await start(t);
  const [item, fuel, past] = await Promise.all(['A', 'FUEL', 'PAST'].map((code) => rig.item(code)));
  const percents = (percent: number) =>
    [fuel, past].map((fee) => ({ billing_item_id: fee, ...ofAllCharges, percent }));
  await rig.sheet(percents(5), { merchant_id: null });
  await rig.rule('period.recurring', fuel!);
  await rig.rule('period.recurring', past!, { effective_to: '2026-03-30' });
  await charge(rig, item!, 100);
  const own = await rig.sheet(percents(3));
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${fuel}`), 3);
  t.is(await rig.sum(`&billing_item_id=${past}`), 0, 'its rule had ended by the end of the month');
  // A month that a line has charged stays that line's.
  await rig.client.patch(`/api/accounting/billing/rate-sheets/${own}`, { action: 'archive' });
  await charge(rig, item!, 100);
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${fuel}`), 6);
});

test('an idle cycle owes the merchant’s own minimum, and not the default sheet’s besides', async (t) => {
  const rig = await start(t);
  const pick = await rig.item('PICK');
  const least = (rate: number, min_charge: number) => ({
    billing_item_id: pick,
    pricing_model: 'per_unit',
    rate,
    min_charge,
    min_scope: 'period',
  });
  await rig.sheet([least(1, 50)], { merchant_id: null });
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-05', [{ qty: 10 }]);
  await rig.sheet([least(2, 30)], { effective_to: '2026-04-30' });
  await rig.run();
  t.is(await rig.sum(), 30);
  await rig.run({ period_start: '2026-04-01', period_end: '2026-04-30' });
  t.is(await rig.sum('&service_from=2026-04-01'), 30, 'nothing was shipped');
  await rig.run({ period_start: '2026-05-01', period_end: '2026-05-31' });
  t.is(await rig.sum('&service_from=2026-05-01'), 50, 'the merchant’s own sheet has ended');
});

test('waiving a charge waives its surcharge', async (t) => {
  const rig = await start(t);
  const [pick, fuel] = await Promise.all(['PICK', 'FUEL'].map((code) => rig.item(code)));
  const surcharge = { surcharge_percent: 10, surcharge_item_id: fuel };
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'flat', rate: 50, ...surcharge }]);
  await rig.rule('shipment.shipped', pick!);
  await rig.rule('shipment.line_shipped', null);
  await rig.ship('2026-03-05', [{ qty: 1 }]);
  const { invoices: drafted } = await rig.run();
  t.is((await rig.client.delete(`${invoices}/${drafted[0].id}`)).status, 200);
  const [charged] = await rig.charges(`&billing_item_id=${pick}`);
  await rig.client.post(charges, { charge_id: charged.id, action: 'waive', reason: 'late' });
  const statuses = (await rig.charges()).map(({ status }: { status: string }) => status);
  t.deepEqual(statuses, ['waived', 'waived']);
  t.is((await rig.run()).invoices_count, 0, 'nothing of it is owed');
});

test('a charge with a least of its own, priced by its window, follows its source to nothing', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const pick = await rig.item('PICK');
  const tiers = [
    { from: 0, to: 10, rate: 1 },
    { from: 10, to: null, rate: 0.5 },
  ];
  const line = {
    billing_item_id: pick,
    pricing_model: 'graduated',
    tiers,
    tier_window: 'document',
    min_charge: 5,
  };
  await rig.sheet([line]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  const { lineIds } = await rig.ship('2026-03-05', [{ qty: 2 }]);
  const chargedFor = async (qty: number): Promise<number> => {
    // What was shipped does not change by itself: the rows are changed behind the triggers' back.
    const change =
      qty === 0
        ? `delete from wms_shipment_lines where id = '${lineIds[0]}'`
        : `update wms_shipment_lines set qty = ${qty} where id = '${lineIds[0]}'`;
    await platform.owner.query(`begin; set local session_replication_role = 'replica'; ${change}; commit`);
    await rig.run();
    return rig.sum();
  };
  t.is(await chargedFor(2), 5);
  t.is(await chargedFor(4), 5, 'still the least');
  t.is(await chargedFor(12), 11);
  t.is(await chargedFor(3), 5);
  t.is(await chargedFor(0), 0, 'what is gone owes nothing');
});
