/**
 * How Postgres answers every list, and the details behind it, for an organization with a long history: each statement
 * they send is run with EXPLAIN ANALYZE, and one that reads more rows of a table than a bounded count would fails,
 * whether it scanned them or used an index.
 */
import test from 'ava';
import type { Knex } from 'knex';
import type { Call, QueryEndpoint } from '../../api/http/endpoint.ts';
import { validate } from '../../api/http/validate.ts';
import { inTenant, type TenantTransaction } from '../../db/database.ts';
import { permissions, type Permission } from '../../domain/tenancy/permissions.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { bigTables, fillWithPlenty } from '../helpers/plenty.ts';
import { everyEndpoint, nameOf, operationOf, pathOf } from '../http/endpoints.ts';
import type { Schema } from '../http/generate.ts';
import { closeLedger } from '../../workers/closings/close-ledgers.ts';

const ledgerRows = 200_000;
// A count stops at 10,000; beyond it and a page nothing needs to be read.
const rowsReadMax = 11_000;

/** What reads more all the same, by endpoint or by its parameters, and why. */
const reasons: Record<string, string> = {
  'GET /api/wms/inventory': 'rows are grouped out of the balances there are: stock, not history',
  'GET /v1/wms/inventory': 'rows are grouped out of the balances there are: stock, not history',
  'GET /api/accounting/accounts': 'balances are sums by month and the lines of the months not yet summed',
  'GET /api/accounting/accounts/{id}':
    'balances are sums by month and the lines of the months not yet summed',
  'status=available': 'a count looks at entries until 10,000 are of the status',
  'status=allocated': 'a count looks at entries until 10,000 are of the status',
  'sort=updated_at': 'an index on what every step changes would cost every step',
  'sort=-updated_at': 'an index on what every step changes would cost every step',
  'sort=total': 'asked too seldom for an index that every order would pay for',
  'sort=-total': 'asked too seldom for an index that every order would pay for',
};

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async (t) => {
  t.timeout(240_000);
  platform = await startPlatform(undefined, { workers: false });
  await fillWithPlenty(platform.owner, platform.standard, ledgerRows);
});
test.after.always(() => platform?.stop());

const reads = everyEndpoint.filter((endpoint): endpoint is QueryEndpoint => endpoint.kind === 'query');
const lists = reads.filter(({ isList }) => isList);
const isHeld = (endpoint: QueryEndpoint): boolean => !Object.hasOwn(reasons, nameOf(endpoint));

interface Statement {
  sql: string;
  bindings: readonly unknown[];
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/**
 * Runs an endpoint as the API does; answers its rows, every statement it sent, and how many rows of the big tables were
 * looked at, those within functions among them.
 */
async function run(
  endpoint: QueryEndpoint,
  params: Record<string, string>,
  asked: Record<string, string>,
): Promise<{ data: any; statements: Statement[]; looked: number }> {
  const { database, standard } = platform;
  const query = endpoint.query
    ? validate<Record<string, unknown>>(endpoint.query, asked, { convert: true })
    : {};
  const statements: Statement[] = [];
  const listen = ({ sql, bindings }: Statement): void => void statements.push({ sql, bindings });
  let looked = 0;
  const granted = Object.keys(permissions) as Permission[];
  const data = await inTenant(
    database,
    { organizationId: standard.id },
    async (tx) => {
      const before = await rowsLookedAt(tx);
      tx.on('query', listen);
      const answer = await endpoint.run({
        tx,
        params,
        query,
        organizationId: standard.id,
        principal: principal(granted),
      } as unknown as Call);
      tx.off('query', listen);
      looked = (await rowsLookedAt(tx)) - before;
      return answer;
    },
    { readOnly: true },
  );
  return { data, statements, looked };
}

/** Of the big tables, by this connection so far. */
async function rowsLookedAt(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.raw<{ rows: { looked: number }[] }>(
    `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as looked
       from pg_stat_xact_user_tables where relname = any (?::text[])`,
    [[...bigTables]],
  );
  return rows[0]!.looked;
}

function principal(granted: Permission[]): object {
  const { id } = platform.standard;
  return {
    token_id: id,
    organization_id: id,
    member_id: null,
    merchant_id: null,
    name: 'reader',
    permissions: granted,
  };
}

/** The tables of which a statement reads more rows than a bounded count would, whichever way it goes through them. */
async function readWhole(tx: TenantTransaction, { sql, bindings }: Statement): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { 'QUERY PLAN': [{ Plan: Node }] }[] }>(
    `explain (analyze, timing off, format json) ${sql.replaceAll('?', '\\?').replaceAll(/\$\d+/g, '?')}`,
    inOrder(sql, bindings) as Knex.RawBinding[],
  );
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(rows[0]!['QUERY PLAN'][0].Plan)
    .filter((node) => rowsOf(node) > rowsReadMax)
    .map((node) => `${rowsOf(node)} rows of ${node['Relation Name']} by ${node['Node Type']}`);
}

/** How many rows a node took from its table, returned or discarded. */
function rowsOf(node: Node): number {
  if (!(bigTables as readonly (string | undefined)[]).includes(node['Relation Name'])) return 0;
  const [filtered = 0, rechecked = 0] = [
    node['Rows Removed by Filter'],
    node['Rows Removed by Index Recheck'],
  ];
  return Math.round((node['Actual Rows'] + filtered + rechecked) * node['Actual Loops']);
}

/** Bindings in the order the text names them. */
function inOrder(sql: string, bindings: readonly unknown[]): unknown[] {
  return [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => bindings[Number(number) - 1]);
}

async function explained(statements: readonly Statement[]): Promise<string[]> {
  const found: string[] = [];
  const selects = statements.filter(
    ({ sql }) => /^\s*(select|with)\b/.test(sql) && !sql.includes('set_config('),
  );
  for (const statement of selects) {
    const tables = await inTenant(
      platform.database,
      { organizationId: platform.standard.id },
      (tx) => readWhole(tx, statement),
      { readOnly: true },
    );
    if (tables.length > 0)
      found.push(`${tables.join(', ')}: ${statement.sql.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  }
  return found;
}

/** The list without parameters, in each of its orders, with each status, and after a row. */
function waysOf(endpoint: QueryEndpoint): Record<string, string>[] {
  const parameters: Schema[] = operationOf(endpoint)['parameters'];
  const named = parameters.filter(
    ({ in: place, name }) => place === 'query' && ['sort', 'status', 'filter[status]'].includes(name),
  );
  const ways = [
    {},
    ...named.flatMap(({ name, schema }) =>
      ((schema.enum ?? []) as string[]).map((value) => ({ [name]: value })),
    ),
  ];
  return ways.filter(
    (way) => !Object.entries(way).some(([name, value]) => Object.hasOwn(reasons, `${name}=${value}`)),
  );
}

test.serial(
  'no list looks at more rows than it counts, in any order, at its beginning or in its middle',
  async (t) => {
    t.timeout(240_000);
    const problems: string[] = [];
    let plans = 0;
    for (const endpoint of lists.filter(isHeld).filter(({ path }) => !path.includes('{'))) {
      for (const way of waysOf(endpoint)) {
        const first = await run(endpoint, {}, { ...way, page_size: '50' });
        const statements = [...first.statements];
        const { next } = first.data;
        if (next) statements.push(...(await behind(endpoint, { ...way, page_size: '50' }, next)));
        plans += statements.length;
        for (const problem of await explained(statements))
          problems.push(`${nameOf(endpoint)} ${JSON.stringify(way)} reads ${problem}`);
      }
    }
    t.deepEqual([...new Set(problems)], []);
    t.true(plans > 300, `${plans} statements were explained`);
  },
);

/** The statements of the page after a position. */
async function behind(
  endpoint: QueryEndpoint,
  asked: Record<string, string>,
  next: object,
): Promise<Statement[]> {
  const at: QueryEndpoint = {
    ...endpoint,
    run: (call) => endpoint.run({ ...call, query: { ...call.query, page: next } }),
  };
  return (await run(at, {}, asked)).statements;
}

/** Words that few rows have, or none; without a trigram; and of documents that are found by another's number. */
const words: Record<string, readonly string[]> = {
  'GET /api/wms/items': ['SKU-00000077', 'number 777', 'nothing-like-it', 'zq'],
  'GET /api/oms/customers': ['CUST-0000077', 'number 777', 'nothing-like-it', 'zq'],
  'GET /api/oms/orders': ['SO-000000777', 'Customer number 777', 'nothing-like-it', 'zq'],
  'GET /api/wms/shipments': ['SHP-000000777', 'SO-000000777', 'nothing-like-it', 'zq'],
  'GET /api/wms/inbound-receipts': ['RCPT-000000777', 'nothing-like-it', 'zq'],
  'GET /api/accounting/invoices': ['INV-000000777', 'nothing-like-it', 'zq'],
  'GET /api/wms/print-jobs': [
    'LPN-000000777',
    '00000000-0000-7000-8000-000000000777',
    'nothing-like-it',
    'zq',
  ],
};

// Twice what a table of this platform has that is no larger for being searched: items, customers, invoices.
const rowsOfWordMax = 4_500;

/** The first and last day of the month before this one, as a statement is usually asked for. */
function lastMonth(): { from: string; to: string } {
  const now = new Date();
  const day = (months: number, date: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date)).toISOString().slice(0, 10);
  return { from: day(-1, 1), to: day(0, 0) };
}

test.serial('reports over the ledger start from its closings', async (t) => {
  t.timeout(240_000);
  const log = { error: (): void => t.fail() };
  // The closings of ninety days are more than one run makes.
  for (let time = 0; time < 2; time += 1)
    await closeLedger({ database: platform.database, log }, platform.standard.id, { proofsMax: 0 });
  const asked: [string, Record<string, string>][] = [
    ['GET /api/wms/inventory/statement', { merchant_id: platform.standard.merchantId, ...lastMonth() }],
    ['GET /api/wms/inventory/integrity', {}],
    ['GET /api/wms/inventory', { as_of: `${lastMonth().to}T00:00:00Z`, sku: 'SKU-00000007' }],
  ];
  for (const [named, query] of asked) {
    const endpoint = reads.find((one) => nameOf(one) === named)!;
    const { looked } = await run(endpoint, {}, query);
    t.true(looked <= rowsReadMax, `${named} looks at ${looked} rows`);
  }
});

test.serial('a word that few rows have is found without looking at the others', async (t) => {
  t.timeout(240_000);
  const problems: string[] = [];
  for (const [named, texts] of Object.entries(words)) {
    const endpoint = lists.find((one) => nameOf(one) === named)!;
    for (const q of texts) {
      const { looked } = await run(endpoint, {}, { q, page_size: '50' });
      if (looked > rowsOfWordMax) problems.push(`${named} ?q=${q} looks at ${looked} rows`);
    }
  }
  t.deepEqual(problems, []);
});

test.serial('no detail, and no list under one, looks at more rows than a list counts', async (t) => {
  t.timeout(240_000);
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const endpoint of reads.filter(isHeld).filter(({ path }) => path.includes('{id}'))) {
    const above = lists.find(({ path }) => path === endpoint.path.slice(0, endpoint.path.indexOf('/{id}')));
    if (!above) continue;
    const { data } = await run(above, {}, { page_size: '3' });
    for (const { id } of data.rows as { id?: string }[]) {
      if (id === undefined || pathOf(endpoint, () => id).includes('{')) continue;
      // What cannot be shown (a proof without a load) is refused before it reads much.
      const read = await run(endpoint, { id }, {}).catch(() => undefined);
      if (!read) continue;
      seen.add(nameOf(endpoint));
      for (const problem of await explained(read.statements))
        problems.push(`${nameOf(endpoint)} reads ${problem}`);
    }
  }
  t.deepEqual([...new Set(problems)], []);
  t.true(seen.size > 12, [...seen].join(', '));
});
