/**
 * 10,000 endpoints subscribed to one event: how long after its command each one was notified, first with all of them
 * alive, then with one that accepts connections and never answers. The others must not be delayed by it.
 */
import { createServer, type Server } from 'node:http';
import { loadavg } from 'node:os';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { endpointSecretPlace } from '../../domain/integration/sealed-places.ts';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import { seal } from '../../domain/secrets/seal.ts';
import { newSigningSecret } from '../../domain/webhooks/signing.ts';
import { testSecrets } from '../../test/helpers/servers.ts';
import { startBenchPlatform, type BenchPlatform } from '../platform.ts';
import { percentiles } from './inbound.ts';

const endpointCount = 10_000;
const rounds = 3;
const waitMsMax = 300_000;

interface Ears {
  url: string;
  /** When each path was notified, since the last reset. */
  heard: Map<string, number>;
  /** Paths that never answer. */
  dead: Set<string>;
  /** Paths that were dead before: they are paused for a while, and not waited for. */
  resting: Set<string>;
  server: Server;
}

export async function measureOutbound(): Promise<void> {
  const platform = await startBenchPlatform({ redis: true });
  if (!platform) return console.log('skipped: there is no redis-server on PATH.');
  const ears = await openEars();
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 2 });
  try {
    await subscribe(platform, owner, ears);
    console.log(`${endpointCount} endpoints; load average ${loadavg()[0]!.toFixed(1)}`);
    await tell(platform, ears, []);
    // Alternating, because the tables grow from one round to the next and the machine's speed changes.
    for (let round = 0; round < rounds; round += 1) {
      console.log(`all alive:  ${await tell(platform, ears, [])}`);
      console.log(`one dead:   ${await tell(platform, ears, [`/${round}`])}`);
    }
    console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await owner.end();
    ears.server.closeAllConnections();
    ears.server.close();
    await platform.stop();
  }
}

async function openEars(): Promise<Ears> {
  const heard = new Map<string, number>();
  const dead = new Set<string>();
  const resting = new Set<string>();
  const server = createServer((request, response) => {
    request.resume();
    if (dead.has(request.url!)) return;
    if (!resting.has(request.url!)) heard.set(request.url!, performance.now());
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', 1_024, resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, dead, resting, server };
}

async function subscribe({ organization }: BenchPlatform, owner: pg.Pool, { url }: Ears): Promise<void> {
  const keys = keyRing(testSecrets, 'credentials');
  const endpoints = Array.from({ length: endpointCount }, (_, at) => {
    const id = uuidv7();
    return {
      id,
      url: `${url}/${at}`,
      secret: seal(keys, newSigningSecret(), endpointSecretPlace(organization.id, id)),
    };
  });
  await owner.query(
    `insert into webhook_endpoints (organization_id, id, url, event_types, secret_sealed)
     select $1, id, url, '{sales_order.created}', secret
       from jsonb_to_recordset($2::jsonb) e (id uuid, url text, secret text)`,
    [organization.id, JSON.stringify(endpoints)],
  );
  await owner.query(
    `insert into webhook_streams (organization_id, transaction_id) values ($1, stream_horizon($1))`,
    [organization.id],
  );
  await owner.query('analyze');
}

/** One order; returns when the living endpoints were notified. */
async function tell(
  { call, organization }: BenchPlatform,
  { heard, dead, resting }: Ears,
  deadPaths: readonly string[],
): Promise<string> {
  heard.clear();
  dead.clear();
  for (const path of deadPaths) {
    dead.add(path);
    resting.add(path);
  }
  const started = performance.now();
  const lines = [{ product_id: organization.items['PLAIN'], qty: 1, price: 1 }];
  const { status, body } = await call('POST', '/api/oms/orders', { lines });
  if (status !== 201) throw new Error(JSON.stringify(body));
  while (heard.size < endpointCount - resting.size) {
    if (performance.now() - started > waitMsMax)
      throw new Error(`${heard.size} were notified within ${waitMsMax} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return percentiles([...heard.values()].map((at) => at - started));
}
