/**
 * How long lists take over a long history: every list of the API, its first page, the next page by cursor, and searches
 * and reports over the same rows. `--rows=20000000` sets the ledger rows, two million by default; a tenth as many
 * orders. Over HTTP from one client, the median of five.
 */
import pg from 'pg';
import type { Endpoint } from '../api/http/endpoint.ts';
import { tenantEndpoints } from '../api/tenant/endpoints.ts';
import { v1Endpoints } from '../api/v1/endpoints.ts';
import { fillWithPlenty } from '../test/helpers/plenty.ts';
import { startBenchPlatform, type BenchPlatform } from './platform.ts';

const rowsUsual = 2_000_000;
const rowsMax = 100_000_000;
const times = 5;
// Anything faster than this is not worth a line of its own.
const shownMs = 20;

const beside = [
  '/api/oms/orders?q=SO-000000077',
  '/api/oms/orders?q=nothing-like-it',
  '/api/wms/items?q=number 77',
  '/api/wms/print-jobs?q=nothing-like-it',
  '/api/wms/inventory?sku=SKU-00000007',
  '/api/wms/inventory?group_by=lpn',
  '/api/wms/inventory/ledger?sku=SKU-00000007',
  '/api/wms/inventory/integrity',
  '/api/wms/shipments?status=shipped',
];

export async function run(): Promise<void> {
  const asked = process.argv.find((argument) => argument.startsWith('--rows='));
  const rows = Math.min(asked ? Number(asked.slice('--rows='.length)) : rowsUsual, rowsMax);
  const platform = await startBenchPlatform({ redis: true, processes: 'api' });
  if (!platform) return console.log('Redis: skipped, there is no redis-server on PATH.');
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 1 });
  owner.on('error', () => {});
  try {
    const from = performance.now();
    await fillWithPlenty(owner, platform.organization, rows);
    const size = await owner.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    );
    const seconds = Math.round((performance.now() - from) / 1000);
    console.log(`${rows} ledger rows and what belongs to them: ${size.rows[0]!.size} in ${seconds} s`);
    await measureReads(platform);
  } finally {
    await owner.end();
    await platform.stop();
  }
}

async function measureReads(platform: BenchPlatform): Promise<void> {
  const lists = [...tenantEndpoints, ...v1Endpoints].filter(isPlainList);
  const quick: number[] = [];
  for (const path of [...lists.map(({ path: one }) => one), ...beside]) {
    const first = await timed(platform, path);
    const next = first.cursor && `${path}${path.includes('?') ? '&' : '?'}cursor=${first.cursor}`;
    const second = next ? await timed(platform, next) : undefined;
    if (Math.max(first.ms, second?.ms ?? 0) < shownMs) {
      quick.push(first.ms);
      continue;
    }
    const behind = second ? `, next page ${second.ms.toFixed(0)} ms` : '';
    console.log(`${path}: ${first.ms.toFixed(0)} ms${behind}, ${first.says}`);
  }
  console.log(
    `${quick.length} others: below ${shownMs} ms, the slowest ${Math.max(0, ...quick).toFixed(0)} ms`,
  );
}

function isPlainList(endpoint: Endpoint): boolean {
  return endpoint.kind === 'query' && endpoint.isList && !endpoint.path.includes('{');
}

interface Timed {
  ms: number;
  cursor: string | undefined;
  says: string;
}

async function timed({ call }: BenchPlatform, path: string): Promise<Timed> {
  const taken: number[] = [];
  let answer: Awaited<ReturnType<typeof call>> | undefined;
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    answer = await call('GET', path.replaceAll(' ', '%20'));
    taken.push(performance.now() - from);
  }
  taken.sort((a, b) => a - b);
  const { status, body } = answer!;
  const facts = body?.meta ?? body;
  const total =
    facts?.total === undefined ? '' : `${facts.total_is_exact === false ? 'over ' : ''}${facts.total} rows`;
  return {
    ms: taken[Math.floor(times / 2)]!,
    cursor: body?.meta?.next_cursor ?? undefined,
    says: status === 200 ? total : `answered ${status}`,
  };
}
