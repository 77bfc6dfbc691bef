/**
 * What an accountant reads and changes, each requested once with realistic data, where other tests only check refusals
 * or take it for granted.
 */
import test from 'ava';
import { billingRig, type BillingRig } from '../billing/billing-rig.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { ok } from '../yard/yard-rig.ts';

const base = '/api/accounting';
let platform: Platform & { stop(): Promise<void> };
let rig: BillingRig;
test.before(async () => {
  platform = await joinPlatform();
  rig = await billingRig(platform);
});
test.after.always(() => platform?.stop());

test('a charge code is shown, changed and deleted while nothing uses it', async (t) => {
  const { client } = rig;
  const path = `${base}/billing/items/${await rig.item('STRETCH')}`;
  t.like(await ok(client.get(path)), { code: 'STRETCH', category: 'handling' });
  const changed = await ok(client.patch(path, { name: 'Stretch wrap', default_rate: 4.5, uom: 'pallet' }));
  t.like(changed, { name: 'Stretch wrap', default_rate: 4.5, uom: 'pallet' });
  t.is((await client.delete(path)).status, 200);
  t.is((await client.get(path)).status, 404);
});

test('a tax rate has its days, is changed, and is gone', async (t) => {
  const { client } = rig;
  const rates = `${base}/tax-rates`;
  const days = { valid_from: '2020-07-01', valid_to: '2020-12-31' };
  const { id } = await ok(client.post(rates, { tax_code: 'DE', tax_rate: 15, ...days }));
  t.like(await ok(client.patch(`${rates}/${id}`, { tax_rate: 16 })), {
    tax_code: 'DE',
    tax_rate: 16,
    ...days,
  });
  t.like(await ok(client.get(`${rates}/${id}`)), { tax_rate: 16 });
  t.is((await ok(client.get(`${rates}?on_day=2020-08-01`))).length, 1);
  t.is((await client.delete(`${rates}/${id}`)).status, 200);
});

test('a draft of rates is written line by line, and thrown away', async (t) => {
  const { client, organization } = rig;
  const item = await rig.item('WALK');
  const sheet = await ok(
    client.post(`${base}/billing/rate-sheets`, {
      code: 'RS-WALK',
      name: 'Rates of 2027',
      merchant_id: organization.merchantId,
      currency: 'USD',
      effective_from: '2027-01-01',
    }),
  );
  const path = `${base}/billing/rate-sheets/${sheet.id}`;
  await ok(
    client.post(`${path}/lines`, {
      billing_item_id: item,
      pricing_model: 'per_unit',
      rate: 2,
      min_charge: 5,
    }),
  );
  const [line] = await ok(client.get(`${path}/lines`));
  t.like(line, { pricing_model: 'per_unit', rate: 2, min_charge: 5 });
  t.like(await ok(client.patch(`${path}/lines/${line.id}`, { rate: 2.25 })), { rate: 2.25 });
  t.is((await client.delete(`${path}/lines/${line.id}`)).status, 200);
  t.is((await client.delete(path)).status, 200);
  t.is((await client.get(path)).status, 404);
});

test('a rule is shown, narrowed and switched off', async (t) => {
  const { client, organization } = rig;
  const id = await rig.rule('shipment.line_shipped', await rig.item('NARROW'), { quantity_basis: 'units' });
  const path = `${base}/billing/rules/${id}`;
  t.like(await ok(client.get(path)), { event: 'shipment.line_shipped', is_active: true });
  const changed = await ok(
    client.patch(path, {
      name: 'Units of one merchant',
      merchant_id: organization.merchantId,
      is_active: false,
    }),
  );
  t.like(changed, { name: 'Units of one merchant', is_active: false });
});

test('the payments of a bill are listed', async (t) => {
  const { client, organization } = rig;
  const bill = await ok(
    client.post(`${base}/bills`, {
      carrier_id: organization.carrierId,
      bill_type: 'freight',
      vendor_bill_no: 'PRO-WALK',
      bill_date: '2026-08-01',
      lines: [{ description: 'Linehaul', amount: 100 }],
    }),
  );
  await ok(client.patch(`${base}/bills/${bill.id}`, { action: 'approve' }));
  await ok(
    client.post(`${base}/bills/${bill.id}/payments`, {
      method: 'check',
      amount: 60,
      payment_date: '2026-08-20',
    }),
  );
  const [payment] = await ok(client.get(`${base}/bills/${bill.id}/payments`));
  t.like(payment, { amount: 60, payment_date: '2026-08-20' });
});
