import test from 'ava';
import { decimal } from '../decimal.ts';
import { Refusal } from '../refusal.ts';
import { mapStorefrontOrder } from './storefront-order.ts';

const order = (more: object): object => ({
  id: '1',
  order_number: 1001,
  line_items: [{ sku: 'A', title: 'A shirt', quantity: 1, price: '10.00' }],
  total_price: '10.00',
  shipping_address: { name: 'Ada', address1: '1 Main St', city: 'Denver', zip: '80014', country_code: 'US' },
  ...more,
});

test('a text that is cut is never cut within a character', (t) => {
  const long = `${'x'.repeat(199)}😀 and more`;
  const { lines, ship_to: shipTo } = mapStorefrontOrder(
    order({
      line_items: [{ sku: long, title: long, quantity: 1, price: '10.00' }],
      shipping_address: { name: long, address1: '1 Main St', city: long },
    }),
  );
  const texts = [lines[0]!.title, lines[0]!.channel_sku, shipTo['name'], shipTo['city']];
  t.deepEqual(
    texts,
    texts.map(() => 'x'.repeat(199)),
  );
});

test('a line that says no quantity is refused by name; one of zero was removed', (t) => {
  const lines = (quantity: unknown) => [
    { sku: 'A', price: '10.00', quantity: 1 },
    { sku: 'GIFT', price: '0.00', quantity },
  ];
  for (const none of [undefined, null, '', {}]) {
    const refusal = t.throws(() => mapStorefrontOrder(order({ line_items: lines(none) })), {
      instanceOf: Refusal,
    });
    t.like(refusal, {
      code: 'VALIDATION_FAILED',
      details: [{ path: 'line_items.1.quantity', code: 'required' }],
    });
  }
  t.is(mapStorefrontOrder(order({ line_items: lines(0) })).lines.length, 1);
});

test('an address that leads nowhere is none', (t) => {
  const has = (address: object | null): boolean =>
    mapStorefrontOrder(order({ shipping_address: address })).has_address;
  t.true(has({ address1: '1 Main St', city: 'Denver' }));
  t.true(has({ address2: 'Building 7', zip: '80014' }));
  t.false(has(null));
  t.false(has({ name: null, address1: null, address2: '', city: null, zip: '  ' }));
  t.false(has({ name: 'Ada', phone: '555', country_code: 'US', province_code: 'CO' }));
  t.false(has({ name: 'Ada', city: 'Denver', zip: '80014' }));
});

test('a parcel to an office names the company', (t) => {
  const { ship_to: to } = mapStorefrontOrder(
    order({
      shipping_address: { name: 'Ada', company: 'Engines Ltd', address1: '1 Main St', address2: 'Floor 2' },
    }),
  );
  t.like(to, { name: 'Ada', address: 'Engines Ltd, 1 Main St, Floor 2' });
});

test('a quantity or a price beyond what an order line may say is refused by name', (t) => {
  const line = (more: object) => order({ line_items: [{ sku: 'A', quantity: 1, price: '1', ...more }] });
  for (const [field, value] of [
    ['quantity', 1_000_000_000],
    ['quantity', '99999999999'],
    ['price', '1000000000'],
  ] as const)
    t.like(
      t.throws(() => mapStorefrontOrder(line({ [field]: value })), { instanceOf: Refusal }),
      { code: 'VALIDATION_FAILED', details: [{ path: `line_items.0.${field}`, code: 'too_large' }] },
    );
  t.is(mapStorefrontOrder(line({ quantity: 999_999_999.999999 })).lines[0]!.qty, '999999999.999999');
  t.is(mapStorefrontOrder(line({ price: '999999999.99' })).lines[0]!.price, '999999999.99');
});

test('a currency is what the store says, however it is spelled; none is the organization’s', (t) => {
  const currencyOf = (currency: unknown) => mapStorefrontOrder(order({ currency })).currency;
  t.is(currencyOf('eur'), 'EUR');
  t.is(currencyOf(null), null);
  // Whoever prices the order refuses what is no currency.
  t.is(currencyOf('Euro'), 'EURO');
  t.is(currencyOf('USDT'), 'USDT');
});

test('an order that was changed in its store is what it is now, its taxes and discounts with it', (t) => {
  const {
    lines,
    discount,
    tax,
    stated_total: stated,
  } = mapStorefrontOrder(
    order({
      line_items: [
        {
          sku: 'A',
          quantity: 4,
          current_quantity: 2,
          price: '12.00',
          tax_lines: [{ price: '8.00' }],
          discount_allocations: [{ amount: '4.00' }],
        },
        { sku: 'B', quantity: 1, current_quantity: 0, price: '5.00' },
      ],
      taxes_included: true,
      currency: 'EUR',
      total_discounts: '9.00',
      total_tax: '9.00',
      total_price: '44.00',
      current_total_discounts: '2.00',
      current_total_tax: '4.00',
      current_total_price: '22.00',
    }),
  );
  t.deepEqual(
    lines.map(({ channel_sku: sku, qty }) => [sku, qty]),
    [['A', '2']],
  );
  const paid = decimal(lines[0]!.price)
    .times(decimal(lines[0]!.qty))
    .minus(decimal(discount))
    .plus(decimal(tax));
  t.is(paid.toFixed(), '22');
  t.deepEqual([tax, stated], ['4', '22']);
});
