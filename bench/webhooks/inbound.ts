/**
 * Signed webhooks accepted per second over HTTP, next to a plain insert of the same rows (the event with its bytes, the
 * command that processes it) in one transaction each, over as many connections as there are clients, without HTTP.
 * Rounds are interleaved and figures are medians. On a second platform, with workers, one webhook after another is
 * followed until its order can be read.
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { Pool } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';
import { createClient } from '../../test/helpers/client.ts';
import { anotherOrder, connect, publish, secret, shop } from '../../test/integration/storefront-rig.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from '../measure.ts';
import { startBenchPlatform, type BenchPlatform } from '../platform.ts';

const clientCounts = [1, 32, 64];
const rounds = 3;
const durationMs = 3_000;
const operationsMax = 200_000;
const followed = 200;

let orders = 0;
const nextOrder = (): { id: string; body: string } => {
  orders += 1;
  const id = String(900_000_000_000_000_000n + BigInt(orders));
  return { id, body: anotherOrder(id, String(100_000 + orders)) };
};

export async function measureInbound(): Promise<void> {
  // Accepted webhooks are not processed in the same run: that would take its share of the two cores.
  await onPlatform('api', measureAccepted);
  await onPlatform(true, measureVisible);
}

async function onPlatform(
  processes: true | 'api',
  work: (platform: BenchPlatform) => Promise<void>,
): Promise<void> {
  const platform = await startBenchPlatform({ redis: true, processes });
  if (!platform) return console.log('skipped: there is no redis-server on PATH.');
  try {
    await prepare(platform);
    await work(platform);
  } finally {
    await platform.stop();
  }
}

async function prepare(platform: BenchPlatform): Promise<void> {
  const client = createClient(platform.url, platform.organization);
  await connect(client);
  await publish(client, [{ action: 'create_order' }]);
}

async function measureAccepted(platform: BenchPlatform): Promise<void> {
  const http = new Pool(platform.url, { connections: 64, pipelining: 1 });
  const plain = await openPlainInsert(platform);
  const flows: [label: string, operation: () => Promise<boolean>][] = [
    ['plain: the same rows, one by one', () => plain.insert()],
    ['webhooks accepted over HTTP', () => post(http)],
  ];
  for (const [, operation] of flows) await warmUp(operation);
  console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
  for (const clients of clientCounts) {
    const taken = flows.map((): Measured[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, [, operation]] of flows.entries())
        taken[at]!.push(
          await measure({ clients, durationMs, operationsMax, processes: platform.processes }, operation),
        );
    const mark = medianOf(taken[0]!).perSecond;
    for (const [at, [label]] of flows.entries()) console.log(showLine(label, medianOf(taken[at]!), mark));
  }
  await http.close();
  await plain.close();
}

async function post(http: Pool, { body } = nextOrder()): Promise<boolean> {
  const answer = await http.request({
    method: 'POST',
    path: '/api/integration/webhooks/storefront',
    headers: {
      'content-type': 'application/json',
      'x-storefront-topic': 'orders/create',
      'x-storefront-shop-domain': shop,
      'x-storefront-hmac-sha256': webhookSignature(secret, Buffer.from(body)),
    },
    body,
  });
  await answer.body.dump();
  return answer.statusCode === 200;
}

/** The minimum for storing a webhook: the event and its command, committed and on disk. */
async function openPlainInsert(
  platform: BenchPlatform,
): Promise<{ insert(): Promise<boolean>; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: platform.systemUrl, max: Math.max(...clientCounts) });
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 1 });
  const { rows } = await owner.query<{ id: string; merchant_id: string }>(
    'select id, merchant_id from channel_connections where organization_id = $1',
    [platform.organization.id],
  );
  await owner.end();
  const { id: connectionId, merchant_id: merchantId } = rows[0]!;
  const organizationId = platform.organization.id;
  return {
    close: () => pool.end(),
    insert: async () => {
      const { id: externalId, body } = nextOrder();
      const [eventId, commandId] = [uuidv7(), uuidv7()];
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query({
          name: 'event',
          text: `insert into inbound_events (organization_id, id, connection_id, merchant_id, connector, topic, external_id,
                   status, routed_by, shop_domain, is_signed, raw_body)
                 values ($1, $2, $3, $4, 'storefront', 'orders/create', $5, 'received', 'store_domain', $6, true, $7)`,
          values: [organizationId, eventId, connectionId, merchantId, externalId, shop, Buffer.from(body)],
        });
        await client.query({
          name: 'command',
          // Already marked as done, so that the sweeper does not pick up work that belongs to the measurement.
          text: `insert into commands (organization_id, id, name, queue, input, actor, job_id, state, outcome)
                 values ($1, $2, 'integration.process_event', 'integration', $3, '{}', $2, 'done', '{}')`,
          values: [organizationId, commandId, JSON.stringify({ event_id: eventId })],
        });
        await client.query('commit');
        return true;
      } catch {
        await client.query('rollback');
        return false;
      } finally {
        client.release();
      }
    },
  };
}

/** From the POST of a webhook until another connection can read its order. */
async function measureVisible(platform: BenchPlatform): Promise<void> {
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 2 });
  const http = new Pool(platform.url, { connections: 4 });
  const times: number[] = [];
  for (let at = 0; at < followed + 20; at += 1) {
    const order = nextOrder();
    const posted = performance.now();
    if (!(await post(http, order))) throw new Error('a webhook was not accepted');
    while (!(await isThere(owner, order.id))) {
      if (performance.now() - posted > 30_000) throw new Error('an order did not arrive within 30 s');
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
    }
    // The first ones warm up the programs.
    if (at >= 20) times.push(performance.now() - posted);
  }
  console.log(
    `${followed} webhooks one after another, from POST until the order can be read: ${percentiles(times)}`,
  );
  await http.close();
  await owner.end();
}

async function isThere(owner: pg.Pool, externalId: string): Promise<boolean> {
  const { rows } = await owner.query({
    name: 'is there',
    text: 'select 1 from inbound_events where external_id = $1 and order_id is not null',
    values: [externalId],
  });
  return rows.length > 0;
}

export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}
