/** The minimum of a period is of its days, whichever invoice bills them. */
import test, { type ExecutionContext } from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billingRig, type BillingRig } from './billing-rig.ts';

const invoices = '/api/accounting/invoices';
const april = { period_start: '2026-04-01', period_end: '2026-04-30' };
const may = { period_start: '2026-05-01', period_end: '2026-05-31' };

/** A least of 100 a month, and nothing but charges by hand. */
async function start(
  t: ExecutionContext,
): Promise<BillingRig & { charge(day: string, price: number): Promise<void> }> {
  const rig = await billingRig(await joinPlatform(t));
  const [item, unused] = [await rig.item('A'), await rig.item('UNUSED')];
  await rig.item('MIN', { category: 'minimum', uom: 'flat' });
  await rig.sheet([{ billing_item_id: unused, pricing_model: 'per_unit', rate: 1 }], {
    minimum_invoice_amount: 100,
  });
  const charge = async (day: string, price: number): Promise<void> => {
    const answer = await rig.client.post('/api/accounting/billing/charges', {
      merchant_id: rig.organization.merchantId,
      billing_item_id: item,
      service_date: day,
      quantity: Math.sign(price),
      unit_price: Math.abs(price),
    });
    t.is(answer.status, 201, answer.text);
  };
  return { ...rig, charge };
}

const totals = ({ invoices: drafted }: { invoices: { total: number }[] }): number[] =>
  drafted.map(({ total }) => total);

test('a credit of an earlier month is given, and not taken back by the minimum of this one', async (t) => {
  const rig = await start(t);
  await rig.charge('2026-03-10', 200);
  t.deepEqual(totals(await rig.run({ auto_issue: true })), [200]);
  await rig.charge('2026-03-20', -50);
  t.deepEqual(totals(await rig.run(april)), [50], 'a least of 100, less 50');
});

test('a charge that comes late for a month that was topped up takes the place of its top-up', async (t) => {
  const rig = await start(t);
  await rig.charge('2026-03-10', 60);
  t.deepEqual(totals(await rig.run({ auto_issue: true })), [100]);
  await rig.charge('2026-03-10', 50);
  await rig.charge('2026-04-10', 150);
  const run = { ...april, auto_issue: true };
  t.deepEqual(totals(await rig.run(run)), [160], '110 of March, of which 100 are billed, and 150');
  t.is((await rig.run(run)).invoices_count, 0);
  await rig.charge('2026-03-12', -30);
  t.deepEqual(
    totals(await rig.run(may)),
    [90],
    'March is 80 and 20 again, where it was 110; a least of 100 for May',
  );
});

test('a month whose invoice is void leaves the minimum of the next to the next', async (t) => {
  const rig = await start(t);
  await rig.charge('2026-03-10', 60);
  const march = await rig.run({ auto_issue: true });
  const voided = { action: 'void', reason: 'wrong' };
  t.is((await rig.client.patch(`${invoices}/${march.invoices[0].id}`, voided)).status, 200);
  await rig.charge('2026-04-10', 60);
  t.deepEqual(totals(await rig.run(april)), [200]);
});

test('a credit that outweighs the minimum waits, and both are of the next invoice', async (t) => {
  const rig = await start(t);
  await rig.charge('2026-03-10', 200);
  await rig.run({ auto_issue: true });
  await rig.charge('2026-03-20', -150);
  for (const round of ['first', 'again']) t.is((await rig.run(april)).invoices_count, 0, round);
  t.deepEqual(totals(await rig.run(may)), [50], 'two months of 100 each, less 150');
});

test('a month billed by weeks comes to its minimum to the cent', async (t) => {
  const rig = await start(t);
  for (const [period_start, period_end] of [
    ['2026-03-02', '2026-03-08'],
    ['2026-03-09', '2026-03-15'],
    ['2026-03-16', '2026-03-22'],
  ] as const) {
    await rig.charge(period_end, 10.335);
    t.deepEqual(totals(await rig.run({ period_start, period_end, auto_issue: true })), [10.34]);
  }
  t.deepEqual(totals(await rig.run()), [68.98], '31.02 are billed');
});

test('a line over two months is shared out between them, and neither loses a cent', async (t) => {
  const rig = await start(t);
  await rig.charge('2026-03-10', 10.335);
  await rig.charge('2026-04-10', 10.335);
  t.deepEqual(totals(await rig.run(april)), [110.34], '20.67 on one line: 10.34 of March, 10.33 of April');
});
