/** What the yard and drayage are charged for, and costs that are passed on: freight and drayage. */
import test, { type ExecutionContext } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { noReader, readPaper } from '../documents/read-paper.ts';
import { billingRig, type BillingRig } from './billing-rig.ts';

/** What an invoice's paper says; undefined where nothing reads papers. */
async function paperOf(
  { url }: Platform,
  { client: { accessToken, organizationId } }: BillingRig,
  id: string,
  name: string,
): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-organization-id': organizationId };
  const file = await fetch(`${url}/api/accounting/invoices/${id}?format=pdf`, { headers });
  return readPaper(Buffer.from(await file.arrayBuffer()), name);
}

test('detention of the yard and the stopped clocks of a drayage order are charged by the run', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const { id: org, merchantId, warehouseId } = rig.organization;
  const [trip, trailer] = [uuidv7(), uuidv7()];
  const { owner } = platform;
  const plant = await owner.connect();
  await plant.query("set session_replication_role = 'replica'");
  await plant.query(
    `insert into drayage_orders (organization_id, id, order_no, merchant_id, warehouse_id, container_no, status, pickup, delivery,
       demurrage_free_days, per_diem_free_days, demurrage_rate, per_diem_rate, currency, receipt_id, created_by, completed_at)
     values ($1, $2, 'DRAY-1', $3, $4, 'MSKU1234565', 'completed', '{}', '{}', 1, 1, 100, 80, 'USD', $5, 'test', '2026-03-10 16:00Z')`,
    [org, trip, merchantId, warehouseId, uuidv7()],
  );
  // The newest reading counts; a clock that is still running costs nothing yet.
  for (const [kind, free, stop, at] of [
    ['demurrage', '2026-03-04', null, '2026-03-05'],
    ['demurrage', '2026-03-05', '2026-03-08', '2026-03-08'],
    ['per_diem', '2026-03-09', null, '2026-03-08'],
  ]) {
    await plant.query(
      `insert into drayage_clock_changes (organization_id, id, order_id, merchant_id, kind, starts_on, last_free_on, stops_on, computed_at)
       values ($1, $2, $3, $4, $5, '2026-03-03', $6, $7, $8)`,
      [org, uuidv7(), trip, merchantId, kind, free, stop, at],
    );
  }
  await plant.query(
    `insert into yard_visits (organization_id, id, trailer_id, warehouse_id, merchant_id, plate, container_no, is_walk_in, content, arrived_at, departed_at, free_minutes)
     values ($1, $2, $3, $4, $5, 'DET 1', 'MSKU1234565', true, 'loaded', '2026-03-09 12:00Z', '2026-03-09 16:00Z', 60)`,
    [org, uuidv7(), trailer, warehouseId, merchantId],
  );
  await plant.query("set session_replication_role = 'origin'");
  plant.release();

  const drayage = await rig.item('DRAY', { category: 'drayage', uom: 'container' });
  const detention = await rig.item('DET', { uom: 'hour' });
  await rig.rule('drayage.completed', drayage, { quantity_basis: 'cost' });
  await rig.rule('yard.detained', detention, { quantity_basis: 'hours' });
  await rig.sheet([
    { billing_item_id: drayage, pricing_model: 'cost_plus', percent: 10 },
    { billing_item_id: detention, pricing_model: 'per_unit', rate: 45 },
  ]);
  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run.exceptions ?? run.error));
  const charges = await rig.charges();
  t.deepEqual(Object.fromEntries(charges.map(({ source_type, amount }) => [source_type, amount])), {
    drayage_order: 330,
    yard_visit: 135,
  });
  // On paper, a cost that is passed on reads as such; work reads as quantity and price.
  const [invoice] = (await rig.client.get('/api/accounting/invoices')).body.data;
  const paper = await paperOf(platform, rig, invoice.id, 'invoice-pass-through');
  if (paper === undefined) return t.log(noReader);
  t.regex(paper, /cost 300\.00, markup 30\.00/);
  t.regex(paper, /DRAY[^\n]* 330\.00/);
  t.regex(paper, /DET[^\n]* 3 +hour +45\.00 +135\.00/);
});

test('a third of an hour is charged once, however often its period is run', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const { id: org, merchantId, warehouseId } = rig.organization;
  await platform.owner.query(
    `begin; set local session_replication_role = 'replica';
     insert into yard_visits (organization_id, id, trailer_id, warehouse_id, merchant_id, plate, is_walk_in, content, arrived_at, departed_at, free_minutes)
     values ('${org}', uuid7(), uuid7(), '${warehouseId}', '${merchantId}', 'DET 2', true, 'loaded', '2026-03-09 12:00Z', '2026-03-09 13:20Z', 60);
     commit`,
  );
  const detention = await rig.item('DET', { uom: 'hour' });
  await rig.rule('yard.detained', detention, { quantity_basis: 'hours' });
  await rig.sheet([{ billing_item_id: detention, pricing_model: 'per_unit', rate: 45 }]);
  await rig.run();
  const again = await rig.run();
  t.is(again.charges_adjusted, 0);
  const charges = await rig.charges();
  t.deepEqual(
    charges.map(({ quantity, amount }) => [quantity, amount]),
    [[0.333333, 15]],
  );
});

const costPlus = { pricing_model: 'cost_plus', percent: 10 };

/** Freight that is billed or credited by its carrier, and passed on to the merchant. */
async function rebilled(
  t: ExecutionContext,
  { client, organization }: BillingRig,
  kind: 'bill' | 'vendor_credit',
  amount: number,
  item: string,
  day = '2026-03-05',
): Promise<string> {
  const made = await client.post('/api/accounting/bills', {
    kind,
    carrier_id: organization.carrierId,
    bill_type: 'freight',
    bill_date: day,
    lines: [
      {
        description: 'Linehaul',
        amount,
        rebill_item_id: item,
        split_basis: 'equal',
        splits: [{ merchant_id: organization.merchantId }],
      },
    ],
  });
  t.is(made.status, 201, made.text);
  await client.patch(`/api/accounting/bills/${made.body.data.id}`, { action: 'approve' });
  return made.body.data.id;
}

test('a line whose charges come to nothing has no price, and no cost', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const [vas, freight, other] = [await rig.item('VAS'), await rig.item('FREIGHT'), await rig.item('OTHER')];
  await rig.sheet([{ billing_item_id: freight, ...costPlus }]);
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  const charge = (item: string, quantity: number, unit_price: number) =>
    rig.client.post('/api/accounting/billing/charges', {
      merchant_id: rig.organization.merchantId,
      service_date: '2026-03-05',
      billing_item_id: item,
      quantity,
      unit_price,
    });
  for (const quantity of [20, -20]) t.is((await charge(vas, quantity, 5)).status, 201);
  t.is((await charge(other, 3, 7)).status, 201);
  await rebilled(t, rig, 'bill', 10, freight);
  await rebilled(t, rig, 'vendor_credit', 10, freight);
  const { id } = (await rig.run()).invoices[0];
  const { lines } = (await rig.client.get(`/api/accounting/invoices/${id}`)).body.data;
  t.deepEqual(
    lines.map((line: any) => [line.billing_item_id, line.quantity, line.unit_price, line.amount]),
    [
      [freight, 1, 0, 0],
      [other, 3, 7, 21],
      [vas, 1, 0, 0],
    ],
  );
  const paper = await paperOf(platform, rig, id, 'invoice-nothing');
  if (paper === undefined) return t.log(noReader);
  t.regex(paper, /cost 0\.00, markup 0\.00/);
});

test('a vendor’s credit that is passed on owes no minimum, and is cut like what it takes back', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const [freight, linehaul] = [await rig.item('FREIGHT'), await rig.item('LINEHAUL')];
  await rig.sheet([
    { billing_item_id: freight, ...costPlus, min_charge: 25, max_charge: 100 },
    { billing_item_id: linehaul, ...costPlus, min_charge: 25, max_charge: 60, min_scope: 'document' },
  ]);
  for (const item of [freight, linehaul]) {
    const conditions = { all: [{ field: 'rebill_item_id', op: 'eq', value: item }] };
    await rig.rule('freight.split', item, { quantity_basis: 'cost', conditions });
  }
  for (const item of [freight, linehaul]) {
    await rebilled(t, rig, 'bill', 10, item);
    await rebilled(t, rig, 'vendor_credit', 20, item);
    await rebilled(t, rig, 'vendor_credit', 200, item);
  }
  await rig.run();
  t.is(await rig.sum(`&billing_item_id=${freight}`), 25 - 22 - 100);
  t.is(await rig.sum(`&billing_item_id=${linehaul}`), 25 - 22 - 60);
});

test('a waived credit that is void is charged to nobody', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const freight = await rig.item('FREIGHT');
  await rig.sheet([{ billing_item_id: freight, ...costPlus }]);
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  const credit = await rebilled(t, rig, 'vendor_credit', 30, freight);
  t.is((await rig.run()).invoices_count, 0, 'credits alone wait');
  const [{ id }] = await rig.charges();
  const waiver = { charge_id: id, action: 'waive', reason: 'none of it' };
  t.is((await rig.client.post('/api/accounting/billing/charges', waiver)).status, 201);
  const reason = { action: 'void', reason: 'Wrong' };
  t.is((await rig.client.patch(`/api/accounting/bills/${credit}`, reason)).status, 200);
  await rig.run();
  t.deepEqual([await rig.sum('&status=waived'), await rig.sum()], [0, 0]);
  t.is((await rig.charges('&status=waived')).length, 2);
});

test('a bill or a vendor’s credit that is void months later is taken back from its merchant, and given again if it returns', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const freight = await rig.item('FREIGHT');
  await rig.sheet([{ billing_item_id: freight, ...costPlus }]);
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  const bill = await rebilled(t, rig, 'bill', 10, freight);
  const credit = await rebilled(t, rig, 'vendor_credit', 30, freight);
  await rig.run();
  t.is(await rig.sum(), 11 - 33);
  const august = { period_start: '2026-08-01', period_end: '2026-08-31' };
  for (const [id, left] of [
    [bill, -33],
    [credit, 0],
  ] as const) {
    const voided = await rig.client.patch(`/api/accounting/bills/${id}`, { action: 'void', reason: 'Wrong' });
    t.is(voided.status, 200, voided.text);
    const run = await rig.run(august);
    t.is(run.status, 'completed', JSON.stringify(run.error));
    t.is(await rig.sum(), left);
  }
  await rig.plant(`update bills set status = 'open', void_date = null where id = '${credit}'`);
  await rig.run(august);
  t.is(await rig.sum(), -33);
  const again = await rig.run(august);
  t.deepEqual([again.charges_created, again.charges_adjusted], [0, 0]);
});

test('a fee on top of a cost is owed once, and not for what its carrier gives back of it', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const freight = await rig.item('FREIGHT');
  await rig.sheet([{ billing_item_id: freight, ...costPlus, rate: 5 }]);
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  await rebilled(t, rig, 'bill', 100, freight);
  await rebilled(t, rig, 'vendor_credit', 30, freight);
  t.is((await rig.run()).invoices[0].total, 100 + 10 + 5 - 33);
});

test('a bill approved after its day is looked at no more is passed on at that day’s rates, or told', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const freight = await rig.item('FREIGHT');
  await rig.sheet([{ billing_item_id: freight, ...costPlus }], { effective_from: '2026-02-01' });
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  const late = await rebilled(t, rig, 'bill', 10, freight, '2026-02-20');
  await rebilled(t, rig, 'bill', 40, freight, '2026-01-20');
  const august = { period_start: '2026-08-01', period_end: '2026-08-31' };
  const run = await rig.run(august);
  t.deepEqual([run.status, run.exceptions_count], ['completed_with_exceptions', 1], run.error ?? '');
  t.deepEqual(
    run.exceptions.map(({ reason, service_date: day }: any) => [reason, day]),
    [['NO_RATE_SHEET', '2026-01-20']],
  );
  t.is(run.invoices[0].total, 11);
  const [{ splits }] = (await rig.client.get(`/api/accounting/bills/${late}`)).body.data.lines;
  t.is(splits[0].rebill_status, 'charged');
  await rig.sheet([{ billing_item_id: freight, ...costPlus }], {
    effective_from: '2026-01-01',
    effective_to: '2026-01-31',
  });
  const again = await rig.run(august);
  t.deepEqual([again.status, again.invoices[0].total], ['completed', 11 + 44], again.error ?? '');
});

test('the paper of a void invoice shows cost and markup as before', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const freight = await rig.item('FREIGHT');
  await rig.sheet([{ billing_item_id: freight, ...costPlus }]);
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  await rebilled(t, rig, 'bill', 100, freight);
  const [{ id }] = (await rig.run({ auto_issue: true })).invoices;
  const voided = { action: 'void', reason: 'wrong' };
  t.is((await rig.client.patch(`/api/accounting/invoices/${id}`, voided)).status, 200);
  const paper = await paperOf(platform, rig, id, 'invoice-void');
  if (paper === undefined) return t.log(noReader);
  t.regex(paper, /cost 100\.00, markup 10\.00/);
});

test('the paper of a credit note that a run made shows the cost and markup of what it credits', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const freight = await rig.item('FREIGHT');
  await rig.sheet([{ billing_item_id: freight, ...costPlus }]);
  await rig.rule('freight.split', freight, { quantity_basis: 'cost' });
  await rebilled(t, rig, 'vendor_credit', 40, freight);
  const [note] = (await rig.run({ credit_notes: true })).invoices;
  t.like(note, { kind: 'credit_note', total: 44 });
  const paper = await paperOf(platform, rig, note.id, 'credit-note-of-run');
  if (paper === undefined) return t.log(noReader);
  t.regex(paper, /cost 40\.00, markup 4\.00/);
});
