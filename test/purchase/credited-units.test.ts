/** What a vendor's credits take back of the units that were billed. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { billsRig } from './bills-rig.ts';

let stop: () => Promise<void>;
let { receivedOrder, bill, pay, match } = {} as ReturnType<typeof billsRig>;
test.before(async () => {
  const platform = await joinPlatform();
  ({ stop } = platform);
  ({ receivedOrder, bill, pay, match } = billsRig(platform));
});
test.after.always(() => stop?.());

const kindsOf = async (id: string) => (await match(id)).differences.map(({ kind }: any) => kind);
const credit = { kind: 'vendor_credit' };
const ordered = (price: number, qty = 10) => ({ lines: [{ sku: 'PLAIN', qty, price }] });

test('a credit above the price, of what was billed dearer still, takes no units back', async (t) => {
  for (const named of [true, false]) {
    const order = await receivedOrder(10, ordered(10));
    const dear = await bill(order, [{ quantity: 10, unit_cost: 25 }]);
    const corrects = named ? { original_bill_id: dear } : {};
    await bill(order, [{ quantity: 10, amount: 150 }], { ...credit, ...corrects });
    const second = await bill(order, [{ quantity: 10, unit_cost: 10 }]);
    t.deepEqual(await kindsOf(second), ['not_received', 'over_ordered']);
    t.is((await pay(second, 100)).status, 409);
  }
});

test('a credit of half what was billed at twice the price takes no units back, whatever is billed later', async (t) => {
  const order = await receivedOrder(10, ordered(10));
  await bill(order, [{ quantity: 10, unit_cost: 20 }]);
  await bill(order, [{ quantity: 10, unit_cost: 10 }], credit);
  const second = await bill(order, [{ quantity: 10, unit_cost: 10 }]);
  t.deepEqual(await kindsOf(second), ['not_received', 'over_ordered']);
});

test('units billed below the price are taken back at what they were billed at', async (t) => {
  for (const named of [true, false]) {
    const order = await receivedOrder(10, ordered(15));
    const cheap = await bill(order, [{ quantity: 10, unit_cost: 12 }]);
    const corrects = named ? { original_bill_id: cheap } : {};
    await bill(order, [{ quantity: 10, unit_cost: 12 }], { ...credit, ...corrects });
    t.deepEqual(await kindsOf(await bill(order, [{ quantity: 10, unit_cost: 15 }])), []);
  }
});

test('units are taken back at what they cost once their price was corrected', async (t) => {
  for (const named of [true, false]) {
    const order = await receivedOrder(10, ordered(10));
    const dear = await bill(order, [{ quantity: 10, unit_cost: 25 }]);
    const corrects = named ? { original_bill_id: dear } : {};
    await bill(order, [{ quantity: 10, amount: 150 }], { ...credit, ...corrects });
    await bill(order, [{ quantity: 2, amount: 20 }], { ...credit, ...corrects });
    t.deepEqual(await kindsOf(await bill(order, [{ quantity: 2, unit_cost: 10 }])), []);
    t.deepEqual(await kindsOf(await bill(order, [{ quantity: 1, unit_cost: 10 }])), [
      'not_received',
      'over_ordered',
    ]);
  }
});

test('units are taken back though their amounts are rounded', async (t) => {
  const order = await receivedOrder(33, ordered(0.0125, 33));
  await bill(order, [{ quantity: 33, unit_cost: 0.0125 }]);
  await bill(order, [{ quantity: 33, amount: 0.41 }], credit);
  t.deepEqual(await kindsOf(await bill(order, [{ quantity: 33, unit_cost: 0.0125 }])), []);
});

test('a negative line of a bill takes units back only at what they were billed at', async (t) => {
  const order = await receivedOrder(10, ordered(10));
  await bill(order, [{ quantity: 10, unit_cost: 10 }]);
  await bill(order, [
    { quantity: -10, amount: -15 },
    { amount: 15, purchase_order_line_id: null },
  ]);
  t.deepEqual(await kindsOf(await bill(order, [{ quantity: 10, unit_cost: 10 }])), [
    'not_received',
    'over_ordered',
  ]);
});
