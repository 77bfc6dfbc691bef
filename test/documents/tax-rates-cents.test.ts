/** Lines of charges that a tax rate splits come to what they came to before, and so does a month with a minimum. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig } from '../billing/billing-rig.ts';
import { assertBooksHold, base } from '../journal/books.ts';
import { done, newRate } from './tax-rates-rig.ts';

/** A month of cents that round otherwise in halves, topped up to a minimum of 100. */
async function toppedUp(t: ExecutionContext) {
  const platform = await joinPlatform(t);
  const rig = await billingRig(platform);
  const item = await rig.item('WORK', { taxable: true, tax_code: 'V19', tax_rate: 19 });
  await rig.item('MIN', { category: 'minimum', uom: 'flat' });
  await rig.sheet([{ billing_item_id: item, pricing_model: 'per_unit', rate: 2.355 }], {
    minimum_invoice_amount: 100,
  });
  await rig.rule('shipment.line_shipped', item, { quantity_basis: 'units' });
  await rig.rule('shipment.shipped', null);
  await done(rig.client.patch('/api/tenancy/settings', { tax_date: 'service' }));
  for (const day of ['05', '11', '16', '20']) await rig.ship(`2026-03-${day}`, [{ qty: 1 }]);
  return { platform, rig };
}

test('a rate that splits a line leaves the subtotal, and the minimum it was topped up to', async (t) => {
  const { platform, rig } = await toppedUp(t);
  const { id } = (await rig.run()).invoices[0];
  const shown = () => done(rig.client.get(`${base}/invoices/${id}`));
  const amounts = async () => (await shown()).lines.map((one: any) => [one.amount, one.tax_rate]).toSorted();
  t.deepEqual(await amounts(), [
    [9.42, 19],
    [90.58, 0],
  ]);
  const rate = await newRate(rig, { tax_rate: 16, valid_from: '2026-03-11', valid_to: '2026-03-11' });
  const halves = [
    [2.35, 16],
    [7.07, 19],
    [90.58, 0],
  ];
  t.deepEqual(await amounts(), halves);
  t.is((await shown()).subtotal, 100);
  const { version } = await shown();
  await rig.run();
  t.deepEqual([await amounts(), (await shown()).version], [halves, version], 'a run changes nothing');
  await done(rig.client.patch(`${base}/tax-rates/${rate.id}`, { valid_to: '2026-03-16' }));
  await rig.ship('2026-03-16', [{ qty: 1 }]);
  await rig.run();
  t.is((await shown()).subtotal, 100);
  await newRate(rig, { tax_rate: 7, valid_from: '2026-03-20' });
  await done(rig.client.patch(`${base}/invoices/${id}`, { action: 'issue' }));
  t.is((await shown()).subtotal, 100);
  await assertBooksHold(t, platform, rig.organization.id);
});

test('a line of two months that is split leaves each of them its minimum', async (t) => {
  const { rig } = await toppedUp(t);
  const drafted = async (more?: object) => {
    const { id } = (await rig.run(more)).invoices[0];
    return done(rig.client.get(`${base}/invoices/${id}`));
  };
  const march = await drafted();
  await done(rig.client.patch(`${base}/invoices/${march.id}`, { action: 'issue' }));
  for (const day of ['03-30', '03-31', '04-01', '04-02']) await rig.ship(`2026-${day}`, [{ qty: 1 }]);
  const april = { period_start: '2026-04-01', period_end: '2026-04-30' };
  t.is((await drafted(april)).subtotal, 100);
  await newRate(rig, { tax_rate: 16, valid_from: '2026-03-31', valid_to: '2026-03-31' });
  t.is((await drafted(april)).subtotal, 100);
  t.is((await drafted(april)).subtotal, 100);
});
