import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { billingRig } from './billing-rig.ts';

test('a run charges shipped lines once, proves itself complete and drafts one invoice', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 0.255 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-02', [{ qty: 3 }, { qty: 5 }]);
  await rig.ship('2026-03-31', [{ qty: 1 }]);
  await rig.ship('2026-04-01', [{ qty: 100 }]);

  const run = await rig.run();
  t.is(run.status, 'completed', JSON.stringify(run, null, 1));
  t.is(run.charges_created, 3);
  t.is(run.activity_total, 5);
  t.is(run.activity_charged, 3);
  t.is(run.activity_free, 2);
  t.is(run.exceptions_count, 0);
  t.is(run.invoices_count, 1);
  t.is(run.invoices[0].total, 2.3);
  const again = await rig.run();
  t.is(again.charges_created, 0);
  t.is(again.invoices_count, 0);
  t.is((await rig.charges()).length, 3);
});

test('a draft that a run fills again is told, and is another version', async (t) => {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-02', [{ qty: 50 }]);
  const { id } = (await rig.run()).invoices[0];
  const path = `/api/accounting/invoices/${id}`;
  const seen = (await rig.client.get(path)).body.data.version;
  await rig.run();
  t.is((await rig.client.get(path)).body.data.version, seen, 'nothing was added');
  await rig.ship('2026-03-03', [{ qty: 40 }]);
  await rig.run();
  const late = await rig.client.patch(path, { version: seen, notes: 'seen at 100.00' });
  t.is(late.body.error?.code, 'STATE_CHANGED');
  await rig.ship('2026-03-04', [{ qty: 1 }]);
  const { invoices } = await rig.run({ auto_issue: true });
  // An event is listed once every transaction that began before it has ended, those of other tests as well.
  const told = await until('four events are listed', async () => {
    const { events } = (await rig.client.get(`/api/events?subject_id=${id}`)).body.data;
    return events.length >= 4 && events;
  });
  t.deepEqual(
    told.map(({ type, data }: any) => [type, data.invoice_no ?? null]),
    [
      ['invoice.created', null],
      ['invoice.changed', null],
      ['invoice.changed', null],
      ['invoice.issued', invoices[0].invoice_no],
    ],
  );
});

test('a draft that is filled again has its items’ tax and account of now on every line, and is another version', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const item = await rig.item('A', { tax_rate: 10 });
  const charge = async (unit_price: number): Promise<void> => {
    await rig.client.post('/api/accounting/billing/charges', {
      merchant_id: rig.organization.merchantId,
      billing_item_id: item,
      service_date: '2026-03-05',
      quantity: 1,
      unit_price,
    });
  };
  await charge(100);
  const [{ id, total }] = (await rig.run()).invoices;
  t.is(total, 110);
  const path = `/api/accounting/invoices/${id}`;
  const seen = (await rig.client.get(path)).body.data.version;
  await rig.client.patch(`/api/accounting/billing/items/${item}`, { tax_rate: 20 });
  await charge(50);
  t.is((await rig.run()).invoices[0].total, 180, 'all of 150 by 20 percent');
  t.is((await rig.client.get(path)).body.data.version, seen + 1);
});

test('a run with another date issues what an earlier one drafted in a month that is locked', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }], {
    payment_terms_days: 14,
  });
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-02', [{ qty: 50 }]);
  await rig.client.patch('/api/tenancy/settings', { lock_date: '2026-03-31' });
  const failed = await rig.run({ auto_issue: true });
  t.is(failed.status, 'failed');
  await rig.client.post('/api/accounting/billing/runs', { run_id: failed.id, action: 'cancel' });
  const run = await rig.run({ auto_issue: true, invoice_date: '2026-04-02' });
  t.is(run.status, 'completed', run.error ?? '');
  const { id } = failed.invoices[0];
  t.like((await rig.client.get(`/api/accounting/invoices/${id}`)).body.data, {
    status: 'open',
    total: 100,
    invoice_date: '2026-04-02',
    due_date: '2026-04-16',
  });
});

test('a run without a date of its own leaves a draft’s date alone', async (t) => {
  const rig = await billingRig(await joinPlatform(t));
  const pick = await rig.item('PICK');
  await rig.sheet([{ billing_item_id: pick, pricing_model: 'per_unit', rate: 2 }]);
  await rig.rule('shipment.line_shipped', pick, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await rig.ship('2026-03-02', [{ qty: 50 }]);
  const { id } = (await rig.run({ invoice_date: '2026-04-02' })).invoices[0];
  const seen = (await rig.client.get(`/api/accounting/invoices/${id}`)).body.data;
  await rig.run();
  t.deepEqual((await rig.client.get(`/api/accounting/invoices/${id}`)).body.data, seen);
});
