import test from 'ava';
import { decimal } from '../../domain/decimal.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { assign, loadOf, ok, onOrder, ship, shipmentsOf, type Part } from './transport-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

async function carried(parts: readonly Part[], rate = 100) {
  const { threePl } = platform;
  const rig = await billingRig(platform);
  const load = await loadOf(rig.client, threePl, await shipmentsOf(platform, rig.client, threePl, parts));
  await ship(rig.client, load.id);
  const [{ id }] = (await ok(rig.client.get(`/v1/tms/orders?filter[load_id]=${load.id}`))).data;
  await ok(assign(rig.client, threePl, id, { rate }));
  const bill = (more: object = {}) => rig.client.post('/v1/tms/freight-bills', { order_id: id, ...more });
  return { id, rig, bill };
}

test('freight agreed in a foreign currency is billed at its rate', async (t) => {
  const { id, rig, bill } = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  await ok(assign(rig.client, platform.threePl, id, { rate: 200, currency: 'CAD' }));
  t.is((await bill()).body.error.code, 'EXCHANGE_RATE_REQUIRED');
  const draft = await ok(bill({ exchange_rate: 0.72, rebill_item_id: null }));
  t.like(draft, { currency: 'CAD', total: 200 });
  const approved = await ok(rig.client.patch(`/api/accounting/bills/${draft.id}`, { action: 'approve' }));
  t.like(approved, { exchange_rate: 0.72, total: 200 });
});

test('freight billed already says what can be done with the bill there is, in each of its states', async (t) => {
  const { id, rig, bill } = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  const draft = await ok(bill({ rebill_item_id: null, bill_date: '2026-03-07' }));
  const path = `/api/accounting/bills/${draft.id}`;
  const accounts = await ok(rig.client.get('/api/accounting/accounts?page_size=200'));
  const bank = accounts.find(({ system_key: key }: { system_key: string }) => key === 'cash_default').id;
  const pay = (amount: number) =>
    ok(
      rig.client.post(`${path}/payments`, {
        amount,
        method: 'wire',
        payment_date: '2026-03-07',
        account_id: bank,
      }),
    );
  const said = async (status: string): Promise<string> => {
    const { body } = await bill();
    t.like(body.error, { code: 'FREIGHT_ALREADY_BILLED', details: { bill_id: draft.id, status } });
    return body.error.message;
  };
  t.regex(await said('draft'), /by a draft: change that one, or delete it first\.$/);
  t.regex((await rig.client.patch(path, { action: 'void', reason: 'twice' })).text, /ILLEGAL_TRANSITION/);
  const { bill_no: billNo } = await ok(rig.client.patch(path, { action: 'approve' }));
  t.true((await said('open')).endsWith(`by ${billNo}: void that one first.`));
  await pay(40);
  t.true((await said('partially_paid')).endsWith(`by ${billNo}: reverse its payments and void it first.`));
  await pay(60);
  t.true((await said('paid')).endsWith(`by ${billNo}: reverse its payments and void it first.`));
  const other = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  const second = await ok(other.bill({ rebill_item_id: null }));
  t.is((await rig.client.delete(`/api/accounting/bills/${second.id}`)).status, 200);
  t.not((await ok(other.bill({ rebill_item_id: null }))).id, second.id);
  t.truthy(id);
});

test('the draft bill of a transport stays its freight bill: it is deleted, not made another', async (t) => {
  const { rig, bill } = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  const draft = await ok(bill({ rebill_item_id: null, bill_date: '2026-03-07' }));
  const path = `/api/accounting/bills/${draft.id}`;
  const other = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  for (const change of [{ bill_type: 'general' }, { tms_order_id: null }, { tms_order_id: other.id }]) {
    const refused = await rig.client.patch(path, change);
    t.is(refused.status, 400, refused.text);
    t.like(refused.body.error.details[0], { path: Object.keys(change)[0], code: 'not_allowed' });
  }
  t.is((await bill()).body.error.code, 'FREIGHT_ALREADY_BILLED');
  const same = { bill_type: 'freight', tms_order_id: draft.order_id, vendor_bill_no: 'F-1' };
  t.is((await rig.client.patch(path, same)).status, 200);
});

test('a freight bill entered by hand is the only one of its transport, as one of its own is', async (t) => {
  const { rig, bill, id } = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  const entered = (more: object) =>
    rig.client.post('/api/accounting/bills', {
      carrier_id: platform.threePl.carrierId,
      lines: [{ description: 'Freight', amount: 100 }],
      ...more,
    });
  const draft = await ok(bill({ rebill_item_id: null }));
  const told = { code: 'FREIGHT_ALREADY_BILLED', details: { bill_id: draft.id, status: 'draft' } };
  const freight = { bill_type: 'freight', tms_order_id: id };
  t.like((await entered(freight)).body.error, told);
  const general = (await ok(entered({ tms_order_id: id }))).id;
  t.like((await rig.client.patch(`/api/accounting/bills/${general}`, freight)).body.error, told);
  t.is(
    (await entered({ ...freight, kind: 'vendor_credit' })).status,
    201,
    'a credit of it is no second bill',
  );
  t.is((await entered({ bill_type: 'freight', tms_order_id: general })).body.error.code, 'UNKNOWN_REFERENCE');
  await ok(rig.client.delete(`/api/accounting/bills/${draft.id}`));
  await ok(rig.client.patch(`/api/accounting/bills/${general}`, freight));
  t.like((await bill()).body.error, { code: 'FREIGHT_ALREADY_BILLED', details: { bill_id: general } });
});

test('freight entered and billed at once is billed once', async (t) => {
  const { rig, bill, id } = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  const answers = await Promise.all([
    bill({ rebill_item_id: null }),
    ...[1, 2].map(() =>
      rig.client.post('/api/accounting/bills', {
        carrier_id: platform.threePl.carrierId,
        bill_type: 'freight',
        tms_order_id: id,
        lines: [{ description: 'Freight', amount: 100 }],
      }),
    ),
  ]);
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
  );
});

test('freight is split by weight to the cent, charged to each merchant by the billing run, once', async (t) => {
  const { threePl } = platform;
  const { merchantId: one, secondMerchantId: two } = threePl;
  const { id, rig, bill } = await carried([
    { qty: 1, item: { weight_kg: 10 } },
    { qty: 2, merchantId: two, item: { weight_kg: 10 } },
  ]);
  const freight = await rig.item('FREIGHT', { category: 'freight', uom: 'flat' });
  t.is((await bill({ rebill_item_id: platform.standard.id })).body.error.code, 'UNKNOWN_REFERENCE');
  const answers = await Promise.all([1, 2, 3].map(() => bill({ bill_date: '2026-03-07' })));
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
    answers.map(({ text }) => text).join(),
  );
  t.is(answers.find(({ status }) => status === 409)!.body.error.code, 'FREIGHT_ALREADY_BILLED');
  const draft = answers.find(({ status }) => status === 201)!.body;
  t.like(draft, { status: 'draft', total: 100, expected_total: 100, split_basis: 'weight', order_id: id });
  const parts = new Map<string, any>(draft.splits.map((split: any) => [split.merchant_id, split]));
  t.like(parts.get(one), { basis_qty: 10, rebill_status: 'pending' });
  t.like(parts.get(two!), { basis_qty: 20 });
  t.is(
    decimal(parts.get(one).amount)
      .plus(decimal(parts.get(two!).amount))
      .toFixed(),
    '100',
  );
  t.deepEqual(
    [...parts.values()].map(({ amount }) => amount).toSorted((a, b) => a - b),
    [33.33, 66.67],
  );

  await ok(rig.client.patch(`/api/accounting/bills/${draft.id}`, { action: 'approve' }));
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  for (const merchant of [one, two!])
    await rig.sheet([{ billing_item_id: freight, pricing_model: 'cost_plus', percent: 10 }], {
      merchant_id: merchant,
    });
  for (const merchant of [one, two!]) {
    const run = await rig.run({ merchant_ids: [merchant] });
    t.is(run.status, 'completed', JSON.stringify(run.exceptions ?? run.error));
    await rig.run({ merchant_ids: [merchant] });
    const charges = await rig.charges(`&billing_item_id=${freight}&merchant_id=${merchant}`);
    t.is(charges.length, 1, 'once');
    const cost = decimal(parts.get(merchant).amount).times('1.1');
    t.is(decimal(charges[0].amount).toFixed(), cost.toFixed());
  }
  const [billed] = (await ok(rig.client.get(`/v1/tms/freight-bills?filter[order_id]=${id}`))).data;
  t.is(billed.status, 'open');
  t.deepEqual(
    billed.splits.map((split: any) => split.rebill_status),
    ['charged', 'charged'],
  );
  const merchant = await platform.clientWith(threePl, ['tms.view'], { merchantId: one });
  t.is(
    (await ok(merchant.get('/v1/tms/freight-bills'))).total,
    0,
    'what the carrier takes is no merchant’s business',
  );
});

test('freight drafted before its load left is split by what leaves, and approved after that', async (t) => {
  const { threePl } = platform;
  const { merchantId: one, secondMerchantId: two } = threePl;
  const rig = await billingRig(platform);
  const { client } = rig;
  const [first, second, third] = await shipmentsOf(platform, client, threePl, [
    { qty: 1, item: { weight_kg: 10 } },
    { qty: 1, merchantId: two, item: { weight_kg: 10 } },
    { qty: 3, merchantId: two, item: { weight_kg: 10 } },
  ]);
  const load = await loadOf(client, threePl, [first!, second!]);
  const { id } = await ok(client.post('/v1/tms/orders', { load_id: load.id }));
  await ok(assign(client, threePl, id, { rate: 100 }));
  const bill = { order_id: id, rebill_item_id: null, bill_date: '2026-03-07' };
  const draft = await ok(client.post('/v1/tms/freight-bills', bill));
  const path = `/api/accounting/bills/${draft.id}`;
  const early = await client.patch(path, { action: 'approve' });
  t.like(early.body.error, {
    code: 'LOAD_NOT_SHIPPED',
    details: { load_id: load.id, status: 'planned' },
  });
  const change = (action: string, shipment_ids: unknown[]) =>
    ok(client.patch(`/api/wms/loads/${load.id}`, { action, shipment_ids }));
  await change('remove_shipments', [first]);
  await change('add_shipments', [third]);
  await ship(client, load.id);
  const parts = async () =>
    (await ok(client.get(path))).lines[0].splits.map(({ merchant_id, basis_qty, amount }: any) => ({
      merchant_id,
      basis_qty,
      amount,
    }));
  t.deepEqual(await parts(), [{ merchant_id: two, basis_qty: 40, amount: 100 }]);
  t.like(await ok(client.patch(path, { action: 'approve' })), { status: 'open', total: 100 });

  const next = await loadOf(client, threePl, [first!]);
  const order = await ok(client.post('/v1/tms/orders', { load_id: next.id }));
  await ok(assign(client, threePl, order.id, { rate: 100 }));
  const own = await ok(client.post('/v1/tms/freight-bills', { ...bill, order_id: order.id }));
  const line = { description: 'By hand', amount: 100, splits: [{ merchant_id: one, amount: 100 }] };
  await ok(client.patch(`/api/accounting/bills/${own.id}`, { lines: [line] }));
  t.like(await ok(client.patch(`/api/accounting/bills/${own.id}`, { action: 'approve' })), {
    status: 'open',
  });
  await ship(client, next.id);
});

test('an order whose freight is billed keeps its carrier', async (t) => {
  const { id, rig, bill } = await carried([{ qty: 1, item: { weight_kg: 10 } }]);
  const draft = await ok(bill({ rebill_item_id: null }));
  const told = { code: 'FREIGHT_ALREADY_BILLED', details: { bill_id: draft.id, status: 'draft' } };
  t.like((await assign(rig.client, platform.threePl, id, { rate: 90 })).body.error, told);
  const declined = await onOrder(rig.client, id, 'answer', { answer: 'declined' });
  t.like(declined.body.error, told);
  await ok(rig.client.delete(`/api/accounting/bills/${draft.id}`));
  await ok(assign(rig.client, platform.threePl, id, { rate: 90 }));
});

test('another basis is taken when asked for, or told to be unknown', async (t) => {
  const { secondMerchantId: two } = platform.threePl;
  const { bill } = await carried([{ qty: 3 }, { qty: 1, merchantId: two }], 10);
  const refused = await bill({ basis: 'weight' });
  t.is(refused.body.error.code, 'FREIGHT_BASIS_UNKNOWN');
  const made = await ok(bill());
  t.is(made.split_basis, 'units', 'the first that is known of every item');
  t.deepEqual(
    made.splits.map(({ amount }: any) => amount).toSorted((a: number, b: number) => a - b),
    [2.5, 7.5],
  );
  const other = await carried([{ qty: 3 }, { qty: 1, merchantId: two }], 10.01);
  const equal = await ok(other.bill({ basis: 'equal', amount: 10.01 }));
  t.deepEqual(
    equal.splits.map(({ amount }: any) => amount).toSorted((a: number, b: number) => a - b),
    [5, 5.01],
  );
});

test('an order nobody agreed to carry is not billed', async (t) => {
  const { client } = platform;
  const { id } = await ok(client.post('/v1/tms/orders', {}));
  t.is((await client.post('/v1/tms/freight-bills', { order_id: id })).body.error.code, 'TENDER_NOT_ACCEPTED');
  await ok(assign(client, platform.standard, id));
  t.like(await ok(client.post('/v1/tms/freight-bills', { order_id: id, amount: 400 })), {
    total: 400,
    expected_total: 420.5,
    splits: [],
  });
});

test('freight of no load is charged to nobody, and says so where it was to be', async (t) => {
  const { threePl } = platform;
  const rig = await billingRig(platform);
  const freight = await rig.item('FREIGHT-ALONE', { category: 'freight', uom: 'flat' });
  const ends = { origin: { city: 'Here' }, destination: { city: 'There' } };
  const { id } = await ok(rig.client.post('/v1/tms/orders', ends));
  await ok(assign(rig.client, threePl, id));
  const bill = (item: string | null) =>
    rig.client.post('/v1/tms/freight-bills', { order_id: id, rebill_item_id: item });
  const refused = await bill(freight);
  t.is(refused.status, 400, refused.text);
  t.regex(refused.text, /rebill_item_id/);
  await ok(bill(null));
});
