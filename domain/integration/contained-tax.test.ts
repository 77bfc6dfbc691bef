import test from 'ava';
import { decimal, sum } from '../decimal.ts';
import { lineAmount } from '../money/money.ts';
import { mapStorefrontOrder } from './storefront-order.ts';

type Line = { qty?: number; price: string; tax?: string; discount?: string };

const order = (lines: readonly Line[], more: object): object => ({
  id: '1',
  currency: 'EUR',
  taxes_included: true,
  line_items: lines.map(({ qty = 1, price, tax, discount }, at) => ({
    sku: `S${at}`,
    quantity: qty,
    price,
    tax_lines: tax === undefined ? [] : [{ price: tax }],
    discount_allocations: discount === undefined ? [] : [{ amount: discount }],
  })),
  ...more,
});

/** What the order comes to, as an invoice adds it up. */
function totalOf({ lines, discount, shipping_fee: fee, tax }: ReturnType<typeof mapStorefrontOrder>): string {
  const amounts = lines.map(({ qty, price }) =>
    lineAmount(decimal(qty), decimal(price), { exponent: 2, mode: 'half_even' }),
  );
  return sum(amounts).minus(decimal(discount)).plus(decimal(fee)).plus(decimal(tax)).toFixed(2);
}

test('prices with their tax become revenue and tax, which add up to what was paid', (t) => {
  const mapped = mapStorefrontOrder(
    order(
      [
        { price: '119.00', tax: '19.00' },
        { qty: 3, price: '9.99', tax: '1.96' },
      ],
      {
        total_tax: '21.75',
        total_price: '153.92',
        shipping_lines: [{ price: '4.95', tax_lines: [{ price: '0.79' }] }],
      },
    ),
  );
  t.like(mapped, { tax: '21.75', shipping_fee: '4.16', discount: '0' });
  t.deepEqual(
    mapped.lines.map(({ price }) => price),
    ['100', '9.336667'],
  );
  t.is(totalOf(mapped), '153.92');
});

test('a discount is without its tax as well, and one that is whole leaves a line its price', (t) => {
  const mapped = mapStorefrontOrder(
    order(
      [
        { price: '119.00', tax: '9.50', discount: '59.50' },
        { price: '11.90', discount: '11.90' },
      ],
      { total_tax: '9.50', total_discounts: '71.40', total_price: '59.50' },
    ),
  );
  t.deepEqual(
    mapped.lines.map(({ price }) => price),
    ['100', '10'],
  );
  t.like(mapped, { discount: '60', tax: '9.5' });
  t.is(totalOf(mapped), '59.50');
});

test('where the store does not say whose the tax is, each line and the shipping bear their share', (t) => {
  const mapped = mapStorefrontOrder(
    order([{ price: '23.80' }, { price: '11.90', tax: 'a lot' }], {
      total_tax: '6.65',
      total_price: '41.65',
      shipping_lines: [{ price: '5.95' }],
    }),
  );
  t.deepEqual(
    mapped.lines.map(({ price }) => price),
    ['20', '10'],
  );
  t.like(mapped, { shipping_fee: '5', tax: '6.65' });
});

test('whatever the rates and discounts, it comes to the cent to what was paid', (t) => {
  let seed = 7;
  const random = (max: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  const cents = (value: number): string => (value / 100).toFixed(2);
  for (let round = 0; round < 2_000; round += 1) {
    const lines = Array.from({ length: 1 + random(5) }, () => {
      const [qty, price, rate] = [1 + random(40), 1 + random(20_000), [0, 5, 7, 19, 25][random(5)]!];
      const discount = random(3) === 0 ? random(qty * price) : 0;
      const paid = qty * price - discount;
      return { qty, price, paid, discount, tax: Math.round((paid * rate) / (100 + rate)) };
    });
    const shipping = random(2_000);
    const shippingTax = Math.round((shipping * 19) / 119);
    const add = (pick: (line: (typeof lines)[number]) => number): number =>
      lines.reduce((total, line) => total + pick(line), 0);
    const paid = add((line) => line.paid) + shipping;
    const isTold = random(4) > 0;
    const mapped = mapStorefrontOrder(
      order(
        lines.map(({ qty, price, discount, tax }) => ({
          qty,
          price: cents(price),
          discount: cents(discount),
          ...(isTold ? { tax: cents(tax) } : {}),
        })),
        {
          total_tax: cents(add((line) => line.tax) + shippingTax),
          total_discounts: cents(add((line) => line.discount)),
          total_price: cents(paid),
          shipping_lines: [
            { price: cents(shipping), tax_lines: isTold ? [{ price: cents(shippingTax) }] : [] },
          ],
        },
      ),
    );
    t.is(totalOf(mapped), cents(paid), JSON.stringify(lines));
    t.true(mapped.lines.every(({ price }) => !price.startsWith('-')));
  }
});

test('a tax that is no part of what was paid changes nothing', (t) => {
  for (const total_tax of ['0.00', '11.90', '500.00']) {
    const mapped = mapStorefrontOrder(order([{ price: '11.90' }], { total_tax }));
    t.like(mapped, { tax: '0', shipping_fee: '0', discount: '0' });
    t.is(mapped.lines[0]!.price, '11.9');
  }
});
