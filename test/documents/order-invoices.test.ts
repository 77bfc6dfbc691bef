import anyTest, { type TestFn } from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { accountsByCode, assertBooksHold, base, issue } from '../journal/books.ts';

const test = anyTest as TestFn<{
  platform: Platform;
  accounts: Record<string, string>;
  party: { customer_id: string };
}>;

test.before(async (t) => {
  const platform = await joinPlatform();
  t.context = {
    platform,
    accounts: await accountsByCode(platform.client),
    party: { customer_id: platform.standard.customerId },
  };
});
test.after('the books hold after everything', (t) =>
  assertBooksHold(t, t.context.platform, t.context.platform.standard.id),
);
test.after.always((t) => (t.context.platform as Platform & { stop(): Promise<void> }).stop());

const path = (id: string) => `${base}/invoices/${id}`;

test.serial('a fulfilled sales order becomes an invoice of exactly its total, once', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const orderId = uuidv7();
  await owner.query(
    `insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, customer_id, warehouse_id, currency,
       subtotal, discount, shipping_fee, tax, total, created_by, channel_order_no)
     values ($1, $2, 'SO-20261001-0001', 'released', 'wms_sync', $3, $4, $5, 'USD', 100.01, 10, 7.5, 8.31, 105.82, 'test', 'WEB-77')`,
    [standard.id, orderId, standard.merchantId, standard.customerId, standard.warehouseId],
  );
  for (const [no, sku, qty, price, amount] of [
    [1, 'PLAIN', 3, 11.11, 33.33],
    [2, 'LOT', 2, 33.34, 66.68],
  ] as const) {
    await owner.query(
      `insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty, price, amount) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [standard.id, uuidv7(), orderId, no, standard.merchantId, standard.items[sku], qty, price, amount],
    );
  }
  const create = () => client.post(`${base}/invoices`, { sales_order_id: orderId });
  t.is((await create()).body.error.code, 'ORDER_NOT_FULFILLED');
  await owner.query("update sales_orders set status = 'fulfilled' where id = $1", [orderId]);
  const answers = await Promise.all([create(), create()]);
  const made = answers.find(({ status }) => status === 201)!;
  t.is(answers.find(({ status }) => status !== 201)!.body.error.code, 'ORDER_ALREADY_INVOICED');
  const { total, subtotal, discount_total: discount, tax_total: tax, lines, po_number: po } = made.body.data;
  t.deepEqual([total, subtotal, discount, tax, po], [105.82, 107.51, 10, 8.31, 'WEB-77']);
  t.deepEqual(
    lines.map((line: any) => [line.account_code, line.amount, line.discount]),
    [
      ['4050', 33.33, 3.33],
      ['4050', 66.68, 6.67],
      ['4100', 7.5, 0],
    ],
  );
  t.is((await issue(t, client, made.body.data.id)).total, 105.82);
  t.is((await client.patch(path(made.body.data.id), { action: 'void', reason: 'Again' })).status, 200);
  t.is((await create()).status, 201, 'void frees the order');
  const house = await platform.clientWith(platform.threePl, ['invoices.write']);
  t.is(
    (await house.post(`${base}/invoices`, { sales_order_id: orderId })).body.error.details[0].code,
    'edition',
  );
});

test.serial('what was cancelled of an order takes its share of the tax along', async (t) => {
  const { platform } = t.context;
  const { client, standard, owner } = platform;
  const orderId = uuidv7();
  await owner.query(
    `insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, customer_id, warehouse_id, currency,
       subtotal, discount, shipping_fee, tax, total, created_by)
     values ($1, $2, 'SO-20261001-0002', 'fulfilled', 'wms_sync', $3, $4, $5, 'USD', 100, 4, 4, 8.25, 108.25, 'test')`,
    [standard.id, orderId, standard.merchantId, standard.customerId, standard.warehouseId],
  );
  await owner.query(
    `insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty, price, amount, fulfilled_qty, cancelled_qty)
     values ($1, $2, $3, 1, $4, $5, 10, 10, 100, 4, 6)`,
    [standard.id, uuidv7(), orderId, standard.merchantId, standard.items['PLAIN']],
  );
  const made = await client.post(`${base}/invoices`, { sales_order_id: orderId });
  const { subtotal, discount_total: discount, tax_total: tax, total } = made.body.data;
  t.deepEqual([subtotal, discount, tax, total], [44, 4, 3.3, 43.3], 'the tax of 40 of 100');
  t.is((await issue(t, client, made.body.data.id)).total, 43.3);
});

test.serial(
  'an order keeps its cents when the organization rounds otherwise by the time of its invoice',
  async (t) => {
    const { platform } = t.context;
    const { client, standard, owner } = platform;
    const orderId = uuidv7();
    await owner.query(
      `insert into sales_orders (organization_id, id, order_no, status, inventory_mode, merchant_id, customer_id, warehouse_id, currency,
       subtotal, discount, shipping_fee, tax, total, created_by)
     values ($1, $2, 'SO-20261001-0003', 'fulfilled', 'wms_sync', $3, $4, $5, 'USD', 3.35, 1, 0, 0.5, 2.85, 'test')`,
      [standard.id, orderId, standard.merchantId, standard.customerId, standard.warehouseId],
    );
    await owner.query(
      `insert into sales_order_lines (organization_id, id, order_id, line_no, merchant_id, item_id, qty, price, amount, fulfilled_qty)
     values ($1, $2, $3, 1, $4, $5, 3, 1.115, 3.35, 3)`,
      [standard.id, uuidv7(), orderId, standard.merchantId, standard.items['PLAIN']],
    );
    t.is((await client.patch('/api/tenancy/settings', { rounding: 'half_even' })).status, 200);
    const made = await client.post(`${base}/invoices`, { sales_order_id: orderId });
    await client.patch('/api/tenancy/settings', { rounding: 'half_up' });
    t.deepEqual([made.body.data.subtotal, made.body.data.total], [3.35, 2.85], made.text);
    t.is((await issue(t, client, made.body.data.id)).total, 2.85);
  },
);
