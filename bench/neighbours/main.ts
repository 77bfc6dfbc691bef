/**
 * R32: one tenant misbehaves in eight ways, each from a thread of its own; measured is how long another tenant's
 * requests take meanwhile, next to how long they take alone in the same run. The first tenant has the usual quotas.
 * Figures are of a dock scan (adjust) and of a list, from four handhelds: medians of three rounds, each of which begins
 * alone and goes through all the ways.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { quotaNames } from '../../domain/tenancy/quotas.ts';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { createOrganization, type TestOrganization } from '../../test/helpers/organization.ts';
import { measure, medianOf, warmUp, type Measured } from '../measure.ts';
import { startBenchPlatform, type BenchPlatform } from '../platform.ts';
import { measureFloods } from './floods.ts';
import { startNeighbour } from './thread.ts';
import { worstWays } from './ways.ts';

const handhelds = 4;
const rounds = 3;
const durationMs = 6_000;
const operationsMax = 200_000;
const importSecondsMax = 120;

export async function run(): Promise<void> {
  const platform = await startBenchPlatform({ redis: true });
  if (!platform) return console.log('Redis: skipped, there is no redis-server on PATH.');
  try {
    await measureNeighbours(platform);
    await measureFloods(platform);
  } finally {
    await platform.stop();
  }
}

async function measureNeighbours(platform: BenchPlatform): Promise<void> {
  const { database } = platform;
  const worst = await createOrganization(database, { edition: 'standard' });
  await setQuotas(database, worst.id, Object.fromEntries(quotaNames.map((name) => [name, null])));
  const taken = new Map<string, Measured[]>();
  const answers = new Map<string, string>();
  const work = async (label: string): Promise<void> => {
    const measured = await measure({ clients: handhelds, durationMs, operationsMax }, () => one(platform));
    taken.set(label, [...(taken.get(label) ?? []), measured]);
  };
  await warmUp(() => one(platform));
  for (let round = 0; round < rounds; round += 1) {
    await work('alone');
    for (const way of worstWays) {
      const neighbour = startNeighbour(platform.url, worst, way);
      const release = way === 'locks' ? await lockOf(platform, worst) : undefined;
      try {
        await neighbour.ready;
        await work(way);
        await release?.();
        answers.set(way, await neighbour.stop());
        await importsOver(platform);
      } finally {
        await neighbour.terminate();
      }
    }
  }
  const alone = medianOf(taken.get('alone')!, 'p99Ms');
  for (const [label, measured] of taken) show(label, measured, alone, answers.get(label));
}

async function one({ organization, call }: BenchPlatform): Promise<boolean> {
  const list = await call('GET', '/api/wms/items?page_size=20');
  const scan = await call('POST', '/api/wms/inventory/adjust', {
    warehouse_id: organization.warehouseId,
    item_id: organization.items['PLAIN'],
    location_id: organization.locations['A-01'],
    qty_delta: 1,
    reason_code: 'found',
  });
  return list.status === 200 && scan.status === 200;
}

/** Holds the row that the neighbour's writes need, as a forgotten session would. */
async function lockOf({ ownerUrl }: BenchPlatform, { id }: TestOrganization): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from organizations where id = $1 for update', [id]);
  return () => client.end();
}

/** An import goes on in the worker when its way is over; the next way is measured without it. */
async function importsOver({ ownerUrl }: BenchPlatform): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (let seconds = 0; seconds < importSecondsMax; seconds += 1) {
    const { rowCount } = await client.query("select 1 from imports where state in ('checking', 'applying')");
    if (rowCount === 0) break;
    await sleep(1_000);
  }
  await client.end();
}

function show(label: string, measured: readonly Measured[], alone: Measured, answers = ''): void {
  const { p50Ms, p99Ms } = medianOf(measured, 'p99Ms');
  const failures = measured.reduce((sum, each) => sum + each.failures, 0);
  const figures = `p50 ${p50Ms.toFixed(1).padStart(6)} ms  p99 ${p99Ms.toFixed(1).padStart(7)} ms`;
  const ratio = `${(p99Ms / alone.p99Ms).toFixed(2)} of alone`;
  const each = measured.map((one) => one.p99Ms.toFixed(0)).join(', ');
  console.log(`${label.padEnd(14)} ${figures} (${each})  ${ratio.padEnd(16)} ${failures} failed  ${answers}`);
}
