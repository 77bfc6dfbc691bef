/**
 * Races and repeats with groups of 1, 2 and 64: however commands are grouped, stock is never promised twice and nothing is
 * done twice.
 */
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

// One by one is how test/orders/races.queue.test.ts races.
const sizes = [1, 2, 64];

const inGroupsOf = (t: ExecutionContext, size: number): Promise<OwnPlatform> =>
  startPlatform(t, { api: { lanes: { commandsPerJobMax: size, gatherMs: size > 1 ? 10 : 0 } } });

const patient = { headers: { prefer: 'wait=60' } };

async function largestJob({ owner, standard }: OwnPlatform, name: string): Promise<number> {
  const { rows } = await owner.query(
    `select max(n)::int as n from (select count(*) as n from commands where organization_id = $1 and name = $2 group by job_id) jobs`,
    [standard.id, name],
  );
  return rows[0].n as number;
}

const putStock = ({ client, standard }: OwnPlatform, qty: number) =>
  client.post(
    '/api/wms/inventory/adjust',
    {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: qty,
      reason_code: 'found',
    },
    patient,
  );

/** Each shipment is shipped twice at once: what it holds leaves once, and its order is fulfilled. */
async function shipEachTwice(t: ExecutionContext, { client, standard, owner }: OwnPlatform): Promise<void> {
  const { rows: shipments } = await owner.query<{ id: string }>(
    'select id from wms_shipments where organization_id = $1',
    [standard.id],
  );
  const ship = ({ id }: { id: string }) =>
    client.patch(`/api/wms/shipments/${id}`, { action: 'ship' }, patient);
  const answers = await Promise.all([...shipments, ...shipments].map(ship));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const { rows } = await owner.query(
    `select sum(qty_delta)::int as qty, count(*)::int as entries,
            (select count(*)::int from sales_orders where organization_id = $1 and status = 'fulfilled') as fulfilled
       from inventory_ledger where organization_id = $1 and transaction_type = 'ship'`,
    [standard.id],
  );
  t.deepEqual(rows, [{ qty: -25, entries: 25, fulfilled: 25 }]);
}

for (const size of sizes) {
  test.serial(
    `orders race for stock in groups of ${size}: what is there is promised and sent once`,
    async (t) => {
      const platform = await inGroupsOf(t, size);
      const { client, standard, owner } = platform;
      t.is((await putStock(platform, 25)).status, 200);
      const drafts = await Promise.all(
        Array.from({ length: 40 }, () =>
          client.post('/api/oms/orders', {
            lines: [{ product_id: standard.items['PLAIN'], qty: 1, price: 1 }],
          }),
        ),
      );
      const paths = drafts.map(({ body }) => `/api/oms/orders/${body.data.id}`);
      const act = (action: string) =>
        Promise.all(paths.map((path) => client.patch(path, { action }, patient)));
      t.deepEqual([...new Set((await act('submit')).map(({ status }) => status))], [200]);
      const approved = await act('approve');
      t.is(approved.filter(({ status }) => status === 200).length, 25);
      const refused = approved.filter(({ status }) => status !== 200);
      t.deepEqual([...new Set(refused.map(({ body }) => body.error.code))], ['INSUFFICIENT_ATP']);
      // Each order is pushed twice at once: one set of shipments.
      const pushed = await Promise.all(
        [...paths, ...paths].map((path) => client.post(`${path}/push-to-wms`, {}, patient)),
      );
      t.is(pushed.filter(({ status }) => status === 200).length, 25);
      const { rows } = await owner.query(
        `select count(*)::int as shipments, count(distinct order_id)::int as orders, count(distinct shipment_no)::int as numbers,
              (select coalesce(sum(qty), 0)::int from inventory_balances b where b.organization_id = $1 and b.status = 'allocated') as allocated,
              (select coalesce(sum(qty), 0)::int from inventory_balances b where b.organization_id = $1 and b.status = 'available') as available
         from wms_shipments where organization_id = $1`,
        [standard.id],
      );
      t.deepEqual(rows, [{ shipments: 25, orders: 25, numbers: 25, allocated: 25, available: 0 }]);
      // Commands the sweeper finds lost continue in jobs of its own size, whatever the lanes were set to.
      if (size > 1) t.true((await largestJob(platform, 'oms.push_to_wms')) > 1);
      await shipEachTwice(t, platform);
      if (size > 1) t.true((await largestJob(platform, 'wms.ship_shipment')) > 1);
    },
  );

  test.serial(
    `keyed adjustments in groups of ${size} sent three times with workers that come and go happen once`,
    async (t) => {
      const platform = await inGroupsOf(t, size);
      const { client, standard, owner } = platform;
      const more = await platform.startWorkers();
      const keys = Array.from({ length: 100 }, () => randomUUID());
      const send = (key: string) =>
        client.post(
          '/api/wms/inventory/adjust',
          {
            warehouse_id: standard.warehouseId,
            item_id: standard.items['PLAIN'],
            location_id: standard.locations['A-02'],
            qty_delta: 1,
            reason_code: 'found',
          },
          { headers: { prefer: 'wait=60', 'idempotency-key': key } },
        );
      const first = Promise.all([...keys, ...keys].map(send));
      await more.stop();
      const answers = [...(await first), ...(await Promise.all(keys.map(send)))];
      t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      await until('all are finished', async () => {
        const { rows } = await owner.query("select 1 from commands where state = 'accepted' limit 1");
        return rows.length === 0;
      });
      const { rows } = await owner.query(
        'select sum(qty)::int as qty, (select count(*)::int from inventory_ledger where organization_id = $1) as entries from inventory_balances where organization_id = $1',
        [standard.id],
      );
      t.deepEqual(rows, [{ qty: 100, entries: 100 }]);
    },
  );
}
