/** What `q` finds in lists that take an index: what the text is in, letter for letter, and nothing its reader may not see. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { inTenant, row, type TenantScope } from '../../db/database.ts';
import { name, sql } from '../../db/sql-text.ts';
import type { Client } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newItem, newOrder } from '../orders/orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
let house: Client;
let one: Client;
test.before(async () => {
  platform = await joinPlatform();
  const { threePl } = platform;
  house = await platform.clientWith(threePl, everyPermission);
  one = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
});
test.after.always(() => platform?.stop());

const word = 'Zebrafish';

/** Goods and papers of a merchant that all say the word. Answers ids by the table they are in. */
async function plant(merchantId: string): Promise<Record<string, string>> {
  const { threePl } = platform;
  const mark = randomUUID().slice(0, 8);
  const item = await newItem(platform, threePl, { merchant_id: merchantId, name: `${word} ${mark}` });
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await house.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data.id;
  };
  const owned = { merchant_id: merchantId };
  const receipt = { warehouse_id: threePl.warehouseId, source_type: 'manual', title: `Pallets of ${word}` };
  const customer = await made('/api/oms/customers', { ...owned, code: mark, name: `${word} & Sons` });
  const byCustomer = await newOrder(house, [{ item, qty: 1 }], { ...owned, customer_id: customer });
  return {
    items: item,
    customers: customer,
    inbound_receipts: await made('/api/wms/inbound-receipts', {
      ...receipt,
      ...owned,
      lines: [{ item_id: item, expected_qty: 1 }],
    }),
    sales_orders: byCustomer.id,
  };
}

const paths: Record<string, string> = {
  items: '/api/wms/items',
  customers: '/api/oms/customers',
  inbound_receipts: '/api/wms/inbound-receipts',
  sales_orders: '/api/oms/orders',
};

test('a merchant finds its own by a word, none of a competitor’s, and another organization finds nothing', async (t) => {
  const { threePl, standard, client } = platform;
  const own = await plant(threePl.merchantId);
  const foreign = await plant(threePl.secondMerchantId!);
  for (const [table, path] of Object.entries(paths)) {
    const found = async (reader: Client): Promise<string[]> =>
      (await reader.get(`${path}?q=${word.toLowerCase()}`)).body.data.map(({ id }: { id: string }) => id);
    t.deepEqual(await found(one), [own[table]!], table);
    t.deepEqual((await found(house)).toSorted(), [own[table]!, foreign[table]!].toSorted(), table);
    t.deepEqual(await found(client), [], table);

    // What stands behind the list keeps to its transaction by itself.
    const ids = (scope: TenantScope): Promise<string[]> =>
      inTenant(platform.database, scope, async (tx) => {
        const call = sql`select ${name(`${table}_like`)}(${[`%${word}%`]}::text[], 100)`;
        return (await row<{ ids: string[] }>(tx, sql`select array(${call}) as ids`))!.ids;
      });
    t.deepEqual(await ids({ organizationId: standard.id }), [], table);
    t.deepEqual(await ids({ organizationId: randomUUID() }), [], table);
    const mine = await ids({ organizationId: threePl.id, merchantId: threePl.merchantId });
    t.true(mine.includes(own[table]!), table);
    // The operator's customers may serve any merchant; the list's own policies say which are shown.
    if (table !== 'customers') t.deepEqual(mine, [own[table]!], table);
  }
});

test('a shipment is found by its order’s number, an order by its customer’s name, each by its own number', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  const numbers = { channel_id: standard.channelId, channel_order_no: `PELICAN-${randomUUID()}` };
  const order = await newOrder(client, [{ item, qty: 1 }], { ...numbers, customer_id: standard.customerId });
  const finds = async (q: string): Promise<boolean> =>
    (await client.get(`/api/oms/orders?q=${encodeURIComponent(q)}`)).body.data.some(
      ({ id }: { id: string }) => id === order.id,
    );
  t.true(await finds('pelican'));
  t.true(await finds(order.order_no.slice(3)));
  t.true(await finds(order.customer.name));
  t.true(await finds(order.customer.code));
  t.false(await finds('pelicans'));
});

test('per cent signs, underscores and backslashes are letters', async (t) => {
  const { client, standard } = platform;
  const id = await newItem(platform, standard, { name: String.raw`Cork 50%_off\net` });
  const other = await newItem(platform, standard, { name: 'Cork 50 and off the net' });
  const found = async (q: string): Promise<string[]> =>
    (await client.get(`/api/wms/items?q=${encodeURIComponent(q)}`)).body.data.map(
      (item: { id: string }) => item.id,
    );
  t.deepEqual((await found('cork')).toSorted(), [id, other].toSorted());
  for (const q of ['50%_off', '%_off', String.raw`off\net`]) t.deepEqual(await found(q), [id], q);
  for (const q of ['cork%net', 'c_rk', String.raw`\%`, '%%']) t.deepEqual(await found(q), [], q);
});

test('one or two letters find the words that begin with them, three any place', async (t) => {
  const { client, standard } = platform;
  const id = await newItem(platform, standard, { sku: 'QX-7J-PART', name: 'Ørsted 弁当箱 vj' });
  const found = async (q: string): Promise<boolean> =>
    (await client.get(`/api/wms/items?q=${encodeURIComponent(q)}&page_size=200`)).body.data.some(
      (item: { id: string }) => item.id === id,
    );
  for (const q of ['qx', 'QX-7', '7j', 'vj', 'ø', '弁当', '弁当箱', 'ART', 'rsted'])
    t.true(await found(q), q);
  for (const q of ['x-', 'rt', '当箱']) t.false(await found(q), q);
});
