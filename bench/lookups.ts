/**
 * Short reads over HTTP from many clients: the balance of an item, a page of orders, one order. Beside them `bare`, six
 * statements a transaction (bench/bare-sql.ts), and the same by pgbench, which is the mark where it is installed. Medians
 * of interleaved rounds.
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { fillWithPlenty } from '../test/helpers/plenty.ts';
import { openBareSql } from './bare-sql.ts';
import { measurePgbench } from './pgbench.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { startBenchPlatform, type BenchPlatform } from './platform.ts';
import { pick } from './receipt-to-count.ts';

// Two thousand orders, and a hundred items at four places each.
const ledgerRows = 20_000;
const clientCounts = [1, 32];
const rounds = 3;
const durationMs = 2_000;
const operationsMax = 500_000;
const bareSql = 'bare: six statements, no product';
const pgbench = 'the same six by pgbench';

export async function run(): Promise<void> {
  const platform = await startBenchPlatform({ redis: true, processes: 'api' });
  if (!platform) return console.log('Redis: skipped, there is no redis-server on PATH.');
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 1 });
  try {
    await fillWithPlenty(owner, platform.organization, ledgerRows);
    await measureLookups(platform);
  } finally {
    await owner.end();
    await platform.stop();
  }
}

async function measureLookups(platform: BenchPlatform): Promise<void> {
  const idsOf = async (path: string): Promise<string[]> =>
    (await platform.call('GET', path)).body.data.map(({ id }: { id: string }) => id);
  const items = await idsOf('/api/wms/items?page_size=100&q=SKU-0');
  const orders = await idsOf('/api/oms/orders?page_size=200');
  const get = async (path: string): Promise<boolean> => (await platform.call('GET', path)).status === 200;
  const bare = await openBareSql(platform);
  const flows: [label: string, operation: (client: number) => Promise<boolean>][] = [
    [bareSql, (client) => bare.run(client)],
    ['a balance by item', () => get(`/api/wms/inventory?item_id=${pick(items)}`)],
    ['a page of 50 orders', () => get('/api/oms/orders')],
    ['a page of 20 orders of v1', () => get('/v1/oms/orders')],
    ['an order with its lines', () => get(`/api/oms/orders/${pick(orders)}`)],
    ['nothing: /healthz', () => get('/healthz')],
  ];
  for (const [, operation] of flows) await warmUp(operation);
  console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
  for (const clients of clientCounts) {
    const taken = new Map<string, Measured[]>();
    for (let round = 0; round < rounds; round += 1) {
      const keep = (label: string, measured: Measured): void =>
        void taken.set(label, [...(taken.get(label) ?? []), measured]);
      const mark = await measurePgbench(platform.ownerUrl, { clients, durationMs });
      if (mark) keep(pgbench, mark);
      const load = { clients, durationMs, operationsMax, processes: platform.processes };
      for (const [label, operation] of flows) keep(label, await measure(load, operation));
    }
    const mark = medianOf(taken.get(pgbench) ?? taken.get(bareSql)!).perSecond;
    for (const [label, measured] of taken) console.log(showLine(label, medianOf(measured), mark));
  }
  await bare.close();
}
