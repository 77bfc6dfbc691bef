/**
 * One tenant's heavy work within its quota (shipments of fifty lines that nobody waits for; signed webhooks), and how
 * long another one's single shipment, or its single webhook until the order can be read, takes meanwhile, next to alone.
 * What the first tenant's work got done per second is shown with it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { quotaNames } from '../../domain/tenancy/quotas.ts';
import { createClient } from '../../test/helpers/client.ts';
import { createOrganization, type TestOrganization } from '../../test/helpers/organization.ts';
import { anotherOrder, connect, publish, send } from '../../test/integration/storefront-rig.ts';
import { measure, showLine, type Measured } from '../measure.ts';
import { startNeighbour } from './thread.ts';
import { floodedShop } from './ways.ts';
import { startBenchPlatform, type BenchPlatform } from '../platform.ts';

const durationMs = 12_000;
const operationsMax = 10_000;
const orderSecondsMax = 60;
const stocked = 10_000_000;
const quietShop = 'quiet.example.test';

export async function run(): Promise<void> {
  for (const redis of [true, false]) {
    const platform = await startBenchPlatform({ redis });
    if (!platform) continue;
    try {
      console.log(`queues on ${platform.backend}`);
      await measureFloods(platform);
    } finally {
      await platform.stop();
    }
  }
}

export async function measureFloods(platform: BenchPlatform): Promise<void> {
  const { database, organization: quiet } = platform;
  const flooding = await createOrganization(database, { edition: 'standard' });
  await setQuotas(database, flooding.id, Object.fromEntries(quotaNames.map((name) => [name, null])));
  await prepare(platform, quiet, quietShop);
  await prepare(platform, flooding, floodedShop);
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 2 });
  const works = { shipments: () => shipped(platform), webhooks: () => arrived(platform, owner) };
  for (const [way, work] of Object.entries(works)) {
    const once = (): Promise<Measured> => measure({ clients: 1, durationMs, operationsMax }, work);
    console.log(showLine(`${way}, alone`, await once()));
    const neighbour = startNeighbour(platform.url, flooding, way as keyof typeof works);
    await neighbour.ready;
    const finishedBefore = await finished(owner, flooding);
    const from = performance.now();
    const beside = await once();
    const perSecond = (await finished(owner, flooding)) - finishedBefore;
    console.log(
      showLine(`${way}, beside the flood`, beside),
      `flood: ${((perSecond / (performance.now() - from)) * 1000).toFixed(0)}/s done, ${await neighbour.stop()}`,
    );
    await neighbour.terminate();
    await drained(owner, flooding);
  }
  await owner.end();
}

/** Stock for many shipments, and a store with a flow. */
async function prepare(
  { url }: BenchPlatform,
  organization: TestOrganization,
  domain: string,
): Promise<void> {
  const client = createClient(url, organization);
  await client.post('/api/wms/inventory/adjust', {
    warehouse_id: organization.warehouseId,
    item_id: organization.items['PLAIN'],
    location_id: organization.locations['A-01'],
    qty_delta: stocked,
    reason_code: 'found',
  });
  await connect(client, { store_domain: domain });
  await publish(client, [{ action: 'create_order' }]);
}

async function shipped({ organization, call }: BenchPlatform): Promise<boolean> {
  const { status } = await call('POST', '/api/wms/shipments', {
    warehouse_id: organization.warehouseId,
    lines: [{ item_id: organization.items['PLAIN'], qty: 1 }],
  });
  return status < 300;
}

let orders = 0;

/** From the webhook until its order can be read. */
async function arrived({ url }: BenchPlatform, owner: pg.Pool): Promise<boolean> {
  orders += 1;
  const id = String(700_000_000 + orders);
  const { status, body } = await send(url, { body: anotherOrder(id, id), domain: quietShop });
  if (status !== 200) return false;
  const deadline = performance.now() + orderSecondsMax * 1000;
  while (performance.now() < deadline) {
    const { rowCount } = await owner.query({
      name: 'is there',
      text: 'select 1 from inbound_events where id = $1 and order_id is not null',
      values: [body.data.event_id],
    });
    if (rowCount === 1) return true;
    await pause(2);
  }
  return false;
}

async function finished(owner: pg.Pool, { id }: TestOrganization): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "select count(*)::int as count from commands where organization_id = $1 and state <> 'accepted'",
    [id],
  );
  return rows[0]!.count;
}

/** The next flood is measured without what is left of this one. */
async function drained(owner: pg.Pool, { id }: TestOrganization): Promise<void> {
  for (let seconds = 0; seconds < 2 * orderSecondsMax; seconds += 1) {
    const { rowCount } = await owner.query(
      "select 1 from commands where organization_id = $1 and state = 'accepted' limit 1",
      [id],
    );
    if (rowCount === 0) return;
    await pause(1_000);
  }
}
