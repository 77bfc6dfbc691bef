import test from 'ava';
import { createClient } from '../helpers/client.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { billingRig, finished, type BillingRig } from './billing-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let rig: BillingRig;
test.before(async () => {
  platform = await joinPlatform();
  rig = await billingRig(platform);
});
test.after.always(() => platform.stop());

const unknown = '0192f0c1-2345-7abc-8def-0123456789ab';
const base = '/api/accounting/billing';
const month = { period_start: '2026-03-01', period_end: '2026-03-31' };

test('every billing endpoint asks who calls and what for, and knows its own records only', async (t) => {
  const viewer = await platform.clientWith(platform.threePl, ['accounting.view']);
  const nobody = createClient(platform.url, { ...platform.threePl, accessToken: 'wop_wrong' });
  const other = await platform.clientWith(platform.standard, ['accounting.view', 'billing.rates']);
  const item = await rig.item('DOORS');
  const reads = [`${base}/items`, `${base}/rate-sheets`, `${base}/rules`, `${base}/runs`, `${base}/charges`];
  for (const path of reads) {
    t.is((await nobody.get(path)).status, 401, path);
    t.is((await viewer.get(path)).status, 200, path);
    t.is((await viewer.get(`${path}?page_size=201`)).status, 400, path);
    t.is((await viewer.post(path, {})).status, 403, path);
  }
  for (const path of [
    `${base}/items/${unknown}`,
    `${base}/rate-sheets/${unknown}`,
    `${base}/rate-sheets/${unknown}/lines`,
    `${base}/rules/${unknown}`,
    `${base}/runs/${unknown}`,
  ]) {
    t.is((await viewer.get(path)).status, 404, path);
  }
  t.is((await other.get(`${base}/items/${item}`)).status, 404);
  t.is((await other.patch(`${base}/items/${item}`, { name: 'mine' })).status, 404);
  t.is(
    (await rig.client.get(`${base}/runs/${unknown}`, { headers: { accept: 'text/event-stream' } })).status,
    404,
  );
});

test('a merchant’s token sees its own prices, charges and runs, and no other merchant’s', async (t) => {
  const item = await rig.item('SCOPE');
  const { merchantId, secondMerchantId } = rig.organization;
  const own = await rig.sheet([{ billing_item_id: item, pricing_model: 'flat', rate: 7 }], {
    code: 'OWN',
    effective_to: '2026-01-31',
  });
  await rig.run({ period_start: '2026-01-01', period_end: '2026-01-31' });
  await rig.run({
    period_start: '2026-01-01',
    period_end: '2026-01-31',
    merchant_ids: [merchantId, secondMerchantId],
  });
  const mine = await platform.clientWith(platform.threePl, ['accounting.view'], { merchantId });
  const theirs = await platform.clientWith(platform.threePl, ['accounting.view'], {
    merchantId: secondMerchantId!,
  });
  t.is((await mine.get(`${base}/rate-sheets/${own}`)).status, 200);
  t.is((await theirs.get(`${base}/rate-sheets/${own}`)).status, 404);
  t.is((await theirs.get(`${base}/rate-sheets/${own}/lines`)).status, 404);
  t.is((await mine.get(`${base}/runs`)).body.data.length, 1);
  t.is((await theirs.get(`${base}/runs`)).body.data.length, 0);
});

test('billing runs are of the 3PL edition', async (t) => {
  const { status, body } = await platform.client.post(`${base}/runs`, month);
  t.is(status, 400);
  t.is(body.error.code, 'EDITION_3PL_ONLY');
});

test('a run names its period and known merchants', async (t) => {
  const codes = async (more: object) => {
    const { status, body } = await rig.client.post(`${base}/runs`, more);
    return [status, body.error.code, body.error.details?.[0]?.path ?? body.error.details?.path];
  };
  t.deepEqual(await codes({}), [400, 'VALIDATION_FAILED', 'period_start']);
  t.deepEqual(await codes({ ...month, period_end: '2026-02-01' }), [400, 'VALIDATION_FAILED', 'period_end']);
  t.deepEqual(await codes({ ...month, period_end: '2027-04-01' }), [400, 'VALIDATION_FAILED', 'period_end']);
  t.deepEqual(await codes({ ...month, merchant_ids: [unknown] }), [
    400,
    'UNKNOWN_REFERENCE',
    'merchant_ids.0',
  ]);
  t.deepEqual(await codes({ ...month, rate_sheet_id: unknown }), [400, 'VALIDATION_FAILED', 'rate_sheet_id']);
  t.deepEqual(await codes({ run_id: unknown, action: 'cancel' }), [404, 'NOT_FOUND', undefined]);
});

test('a sheet is edited as a draft, locked once active, and revised into the next version', async (t) => {
  const item = await rig.item('SHEETS');
  const { client } = rig;
  const words = {
    code: 'LOCK',
    name: 'Lock',
    merchant_id: rig.organization.secondMerchantId,
    currency: 'USD',
    effective_from: '2026-01-01',
  };
  const made = await client.post(`${base}/rate-sheets`, words);
  t.is(made.status, 201, made.text);
  const path = `${base}/rate-sheets/${made.body.data.id}`;
  t.is((await client.patch(path, { action: 'activate' })).body.error.details[0].path, 'lines');
  const bad = await client.post(`${path}/lines`, {
    billing_item_id: item,
    pricing_model: 'package',
    rate: 1,
  });
  t.is(bad.body.error.details[0].path, 'package_size');
  const line = await client.post(`${path}/lines`, {
    billing_item_id: item,
    pricing_model: 'per_unit',
    rate: 1.25,
  });
  t.is(line.status, 201, line.text);
  t.is(
    (await client.post(`${path}/lines`, { billing_item_id: item, pricing_model: 'per_unit', rate: 2 }))
      .status,
    409,
    'same item, same days',
  );
  const linePath = `${path}/lines/${line.body.data.id}`;
  t.is((await client.patch(linePath, { rate: 1.5 })).body.data.rate, 1.5);
  t.is((await client.patch(path, { action: 'archive' })).body.error.code, 'ILLEGAL_TRANSITION');
  t.is((await client.patch(path, { action: 'activate' })).body.data.status, 'active');
  for (const locked of [
    await client.patch(path, { name: 'x' }),
    await client.delete(path),
    await client.post(`${path}/lines`, { billing_item_id: item, pricing_model: 'flat', rate: 1 }),
    await client.patch(linePath, { rate: 9 }),
    await client.delete(linePath),
  ]) {
    t.is(locked.status, 409);
    t.is(locked.body.error.code, 'RATE_SHEET_LOCKED');
  }
  await t.throwsAsync(
    platform.owner.query('update rate_sheet_lines set rate = 9 where id = $1', [line.body.data.id]),
    { message: /read only/ },
  );
  const second = await client.post(`${base}/rate-sheets`, {
    ...words,
    code: 'LOCK-2',
    lines: [{ billing_item_id: item, pricing_model: 'flat', rate: 1 }],
  });
  t.is(
    (await client.patch(`${base}/rate-sheets/${second.body.data.id}`, { action: 'activate' })).status,
    409,
    'one price at a time',
  );
  const revised = await client.patch(path, { action: 'revise', effective_from: '2026-06-01' });
  t.like(revised.body.data, {
    version: 2,
    status: 'draft',
    supersedes_id: made.body.data.id,
    lines_count: 1,
  });
  await client.patch(`${base}/rate-sheets/${revised.body.data.id}`, { action: 'activate' });
  t.is((await client.get(path)).body.data.effective_to, '2026-05-31');
  t.is((await client.delete(`${base}/items/${item}`)).body.error.code, 'ITEM_IN_USE');
});

test('a rule’s conditions are checked against the fields of its event', async (t) => {
  const item = await rig.item('RULES');
  const post = (more: object) =>
    rig.client.post(`${base}/rules`, {
      code: `C-${Math.random()}`,
      name: 'c',
      event: 'shipment.shipped',
      billing_item_id: item,
      ...more,
    });
  const path = async (more: object) => (await post(more)).body.error.details[0].path;
  t.is(
    await path({ conditions: { all: [{ field: 'label_kind', op: 'eq', value: 'zpl' }] } }),
    'conditions.all.0.field',
  );
  t.is(
    await path({ conditions: { all: [{ field: "x'; drop table charges; --", op: 'eq', value: 'x' }] } }),
    'conditions.all.0.field',
  );
  t.is(
    await path({ conditions: { all: [{ field: 'carrier_code', op: 'gt', value: 'A' }] } }),
    'conditions.all.0.value',
  );
  t.is(await path({ quantity_basis: 'labels' }), 'quantity_basis');
  t.is(await path({ effect: 'no_charge' }), 'billing_item_id');
  const made = await post({
    conditions: { all: [{ field: 'carrier_code', op: 'in', value: ['UPS', 'FDX'] }] },
  });
  t.is(made.status, 201, made.text);
  const rule = `${base}/rules/${made.body.data.id}`;
  t.is(
    (await rig.client.patch(rule, { conditions: { all: [{ field: 'tag', op: 'eq', value: 'x' }] } })).status,
    400,
  );
  t.is((await rig.client.delete(rule)).body.data.deleted, true);
  t.is((await rig.client.get(rule)).status, 404);
});

test('a rule on what nothing records is refused: it would charge nothing, silently', async (t) => {
  const rig = await billingRig(platform);
  const item = await rig.item('LABOR', { uom: 'hour' });
  for (const event of ['task.labor', 'task.worked']) {
    const words = { code: 'R-LABOR', name: 'Labor', event, billing_item_id: item, quantity_basis: 'hours' };
    const refused = await rig.client.post(`${base}/rules`, words);
    t.is(`${refused.status} ${refused.body.error.code}`, '400 VALIDATION_FAILED');
    t.like(refused.body.error.details[0], { path: 'event', code: 'not_allowed' });
  }
});

test('conditions and exclusive groups choose the first rule that matches', async (t) => {
  const fresh = await joinPlatform(t);
  const own = await billingRig(fresh);
  const [express, ground] = [await own.item('EXPRESS'), await own.item('GROUND')];
  await own.sheet([
    { billing_item_id: express, pricing_model: 'flat', rate: 9 },
    { billing_item_id: ground, pricing_model: 'flat', rate: 3 },
  ]);
  const group = { exclusive_group: 'ship' };
  await own.rule('shipment.shipped', null, {
    ...group,
    priority: 1,
    conditions: { all: [{ field: 'carrier_code', op: 'eq', value: 'OWN' }] },
  });
  await own.rule('shipment.shipped', express, {
    ...group,
    priority: 2,
    conditions: {
      all: [
        { field: 'carrier_code', op: 'in', value: ['UPS'] },
        { field: 'units', op: 'gte', value: 2 },
      ],
    },
  });
  await own.rule('shipment.shipped', ground, { ...group, priority: 3 });
  await own.rule('shipment.line_shipped', null);
  for (const carrier of ['OWN', 'UPS', 'FDX']) await own.ship('2026-03-05', [{ qty: 2 }], { carrier });
  await own.ship('2026-03-05', [{ qty: 1 }], { carrier: 'UPS' });
  const run = await own.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions));
  t.is(await own.sum(`&billing_item_id=${express}`), 9);
  t.is(await own.sum(`&billing_item_id=${ground}`), 6);
  t.is(run.activity_free, 5);
});

test('a run that fails says why and goes on where it stopped; one that is over cannot be cancelled', async (t) => {
  const fresh = await joinPlatform(t);
  const own = await billingRig(fresh);
  const item = await own.item('PICK');
  await own.sheet([{ billing_item_id: item, pricing_model: 'flat', rate: 9 }], {
    minimum_invoice_amount: 25,
  });
  await own.rule('shipment.shipped', item);
  await own.rule('shipment.line_shipped', null);
  await own.ship('2026-03-05', [{ qty: 2 }]);
  const failed = await own.run({ auto_issue: true });
  t.is(failed.status, 'failed');
  t.regex(
    failed.error,
    /^invoice : UNKNOWN_REFERENCE.* needs an active billing item of the category minimum/,
  );
  await own.item('MIN', { category: 'minimum', uom: 'flat' });
  const again = await own.client.post(`${base}/runs`, {
    ...month,
    merchant_ids: [own.organization.merchantId],
    auto_issue: true,
  });
  t.is(again.status, 202);
  t.true(again.body.meta.existing);
  t.is(again.body.data.id, failed.id);
  const done = await finished(own.client, failed.id);
  t.is(done.status, 'completed', done.error ?? 'no error');
  t.is(done.invoices[0].status, 'open');
  t.is(done.invoices[0].total, 25, 'topped up to the smallest invoice');
  t.is(done.charges_created, 1);
  const cancelled = await own.client.post(`${base}/runs`, { run_id: failed.id, action: 'cancel' });
  t.is(cancelled.body.error.code, 'ILLEGAL_TRANSITION');
  const watched = await own.client.get(`${base}/runs/${failed.id}`, {
    headers: { accept: 'text/event-stream' },
  });
  t.is(watched.headers.get('content-type'), 'text/event-stream');
  t.regex(watched.text, /event: finished\ndata: \{.*"status":"completed"/);
});
