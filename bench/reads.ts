/**
 * How long reads take over a long history: every list, report and detail of the API, the first page, the next page by
 * cursor, and searches and past moments over the same rows. `--rows=20000000` sets the ledger rows, two million by
 * default; a tenth as many orders. Over HTTP from one client, the median of five.
 */
import pg from 'pg';
import type { Endpoint } from '../api/http/endpoint.ts';
import { tenantEndpoints } from '../api/tenant/endpoints.ts';
import { v1Endpoints } from '../api/v1/endpoints.ts';
import { fillWithPlenty } from '../test/helpers/plenty.ts';
import type { TestOrganization } from '../test/helpers/organization.ts';
import { closeLedger } from '../workers/closings/close-ledgers.ts';
import { closeBooks } from '../workers/journal/close-books.ts';
import { startBenchPlatform, type BenchPlatform } from './platform.ts';

const rowsUsual = 2_000_000;
const rowsMax = 100_000_000;
const times = 5;
// Anything faster than this is not worth a line of its own.
const shownMs = 20;

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString();
const date = (ago: number): string => day(ago).slice(0, 10);

/**
 * What lists are searched for: one row's number, a word that many rows contain, one that all do, one that none does,
 * and text without a trigram.
 */
const searched: Record<string, readonly string[]> = {
  '/api/oms/orders': [
    'SO-000000077',
    '00077',
    'SO-0',
    'Customer number 77',
    'nothing-like-it',
    '77',
    'zq',
    '%',
  ],
  '/api/oms/customers': ['CUST-0000077', 'number 77', 'customer', 'nothing-like-it', 'zq'],
  '/api/wms/items': ['SKU-00000077', 'number 77', 'item', 'nothing-like-it', 'zq'],
  '/api/wms/shipments': ['SHP-000000077', 'SO-000000077', '1Z00', '1Z', 'nothing-like-it', 'zq'],
  '/api/wms/inbound-receipts': ['RCPT-000000077', 'Receipt 77', 'nothing-like-it', 'zq'],
  '/api/accounting/invoices': ['INV-000000077', 'nothing-like-it', 'zq'],
  '/api/wms/print-jobs': ['LPN-000000077', 'pallet', 'nothing-like-it'],
};

const beside = [
  ...Object.entries(searched).flatMap(([path, words]) => words.map((word) => `${path}?q=${word}`)),
  '/api/oms/orders?q=00077&status=draft',
  '/api/oms/orders?q=SO-00000&sort=order_no',
  '/api/wms/inventory?sku=SKU-00000007',
  '/api/wms/inventory?location=P-0000007',
  '/api/wms/inventory?group_by=lpn',
  '/api/wms/inventory?status=allocated',
  ...[2, 10, 40, 80].flatMap((ago) => [
    `/api/wms/inventory?as_of=${day(ago)}`,
    `/api/wms/inventory?as_of=${day(ago)}&sku=SKU-00000007`,
    `/api/wms/inventory?as_of=${day(ago)}&location=P-0000007`,
  ]),
  '/api/wms/inventory/ledger?sku=SKU-00000007',
  ...[
    [80, 10],
    [20, 14],
    [3, 0],
  ].map(([from, to]) => `/api/wms/inventory/statement?from=${date(from!)}&to=${date(to!)}`),
  '/api/wms/inventory/integrity?whole_ledger=true',
  `/api/accounting/reports/aging?as_of=${date(45)}`,
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
    console.log(`${rows} ledger rows and what goes with them: ${size.rows[0]!.size} in ${seconds} s`);
    await close(platform);
    await measureReads(platform);
  } finally {
    await owner.end();
    await platform.stop();
  }
}

/** Closes the ledger and the books as the workers do, at midnight and at the ends of months. */
async function close({ database, ownerUrl, organization: { id } }: BenchPlatform): Promise<void> {
  const log = { error: console.error };
  const from = performance.now();
  await closeLedger({ database, log }, id, { proofsMax: 0 });
  const closed = performance.now();
  await closeLedger({ database, log }, id);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const proved = performance.now();
  console.log(
    `the ledger closed in ${seconds(closed - from)} s, all closings proved in ${seconds(proved - closed)} s`,
  );
  await closeBooks({ database, log }, id, { proofsMax: 0 });
  const booksClosed = performance.now();
  console.log(`the books closed in ${seconds(booksClosed - proved)} s`);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  // As autovacuum leaves them.
  await owner.query(`vacuum analyze journal_closings, journal_closing_sums, inventory_closings, inventory_closing_rows,
                       inventory_closing_movements`);
  await owner.end();
}

/** Adds the parameters that a query requires. */
function askable(path: string, organization: TestOrganization): string {
  const period = `from=${date(30)}&to=${date(1)}`;
  const needed: Record<string, string> = {
    '/api/wms/inventory/statement': `merchant_id=${organization.merchantId}&${period}`,
  };
  return needed[path] ? `${path}?${needed[path]}` : path;
}

async function measureReads(platform: BenchPlatform): Promise<void> {
  const endpoints: readonly Endpoint[] = [...tenantEndpoints, ...v1Endpoints];
  const reads = endpoints.filter((one) => isAnswered(one) && !one.path.includes('{'));
  const quick: number[] = [];
  const details = await detailsOf(platform);
  const paths = [...reads.map(({ path }) => askable(path, platform.organization)), ...details, ...beside];
  for (const path of paths) {
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

/** Leaves out files: they are as long as their content, so their time tells nothing. */
function isAnswered(endpoint: Endpoint): boolean {
  return endpoint.kind === 'query' && !endpoint.isFileAlone;
}

/** Every detail, for the first row of the list above it. */
async function detailsOf({ call }: BenchPlatform): Promise<string[]> {
  const endpoints: readonly Endpoint[] = [...tenantEndpoints, ...v1Endpoints];
  const found: string[] = [];
  for (const endpoint of endpoints) {
    const { path } = endpoint;
    if (!isAnswered(endpoint) || !path.includes('/{id}')) continue;
    const above = path.slice(0, path.indexOf('/{id}'));
    const { status, body } = await call('GET', `${above}?page_size=1`);
    const id = status === 200 ? body?.data?.[0]?.id : undefined;
    const detail = id && path.replace('{id}', id);
    if (detail && !detail.includes('{')) found.push(detail);
  }
  return found;
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
    answer = await call('GET', path.replaceAll('%', '%25').replaceAll(' ', '%20'));
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
