/**
 * How Postgres answers every list, and the details behind it, for an organization with a long history: each statement
 * they send is run with EXPLAIN ANALYZE, and one that reads more rows of a table than a bounded count would fails,
 * whether it scanned them or used an index.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { QueryEndpoint } from '../../api/http/endpoint.ts';
import { closingDue } from '../../db/closings/closings.read.ts';
import { inTenant } from '../../db/database.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { fillWithPlenty } from '../helpers/plenty.ts';
import { everyEndpoint, nameOf, pathOf } from '../http/endpoints.ts';
import { closeLedger } from '../../workers/closings/close-ledgers.ts';
import { explained, rowsLookedAt, rowsReadMax, run, type Statement } from './rows-read.ts';
import { reasons, waysOf } from './ways.ts';

const ledgerRows = 200_000;
const openInvoices = ledgerRows / 100;

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

test.serial(
  'no list looks at more rows than it counts, in any order and by any filter, at its beginning or in its middle',
  async (t) => {
    t.timeout(240_000);
    const problems: string[] = [];
    let plans = 0;
    for (const endpoint of lists.filter(isHeld).filter(({ path }) => !path.includes('{'))) {
      for (const way of waysOf(endpoint)) {
        const first = await asked(endpoint, { ...way, page_size: '50' });
        if (!first) continue;
        const statements = [...first.statements];
        const { next } = first.data;
        if (next) statements.push(...(await behind(endpoint, { ...way, page_size: '50' }, next)));
        plans += statements.length;
        for (const problem of await explained(platform, statements))
          problems.push(`${nameOf(endpoint)} ${JSON.stringify(way)} reads ${problem}`);
      }
    }
    t.deepEqual([...new Set(problems)], []);
    t.true(plans > 800, `${plans} statements were explained`);
  },
);

/** Undefined if the list refuses what it is asked: a value with a form of its own, one of two that go together. */
async function asked(endpoint: QueryEndpoint, query: Record<string, string>) {
  try {
    return await run(platform, endpoint, {}, query);
  } catch (fault) {
    if (fault instanceof Refusal) return undefined;
    throw fault;
  }
}

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
  return (await run(platform, at, {}, asked)).statements;
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

test.serial('what few entries of the ledger have is found without reading the others', async (t) => {
  const endpoint = reads.find((one) => nameOf(one) === 'GET /api/wms/inventory/ledger')!;
  const { data } = await run(platform, endpoint, {}, { page_size: '1' });
  const few = {
    location_id: data.rows[0].location_id,
    merchant_id: randomUUID(),
    warehouse_id: randomUUID(),
    lpn: 'LPN-000000077',
    lot_no: 'of nobody',
    reason_code: 'of nobody',
  };
  for (const [field, value] of Object.entries(few)) {
    const { looked } = await run(platform, endpoint, {}, { [field]: value, page_size: '50' });
    t.true(looked <= rowsReadMax, `with ${field} it looks at ${looked} rows`);
  }
});

test.serial(
  'a small warehouse among large ones shows its stock and its ledger without reading theirs',
  async (t) => {
    const { owner, standard } = platform;
    const warehouse = randomUUID();
    await owner.query(
      `insert into warehouses (organization_id, id, code, name, time_zone) values ($1, $2, 'SMALL', 'Small', 'UTC')`,
      [standard.id, warehouse],
    );
    await owner.query(
      `with place as (insert into locations (organization_id, id, warehouse_id, code, type)
                    values ($1, uuid7(), $2, 'S-01', 'storage') returning id),
          any_entry as (select * from inventory_ledger where organization_id = $1 limit 1)
     insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no,
                                   warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, actor, occurred_at)
     select $1, uuid7(), uuid7(), 1, e.item_id, p.id, 'available', '', $2, e.merchant_id, 7, 'receive', 'test', 'plenty',
            now() - interval '100 days'
       from any_entry e, place p`,
      [standard.id, warehouse],
    );
    const tables = ['inventory_ledger', 'inventory_balances', 'items', 'inventory_closing_rows'];
    for (const path of ['/api/wms/inventory', '/v1/wms/inventory', '/api/wms/inventory/ledger']) {
      const endpoint = reads.find((one) => nameOf(one) === `GET ${path}`)!;
      const field = path.startsWith('/v1') ? 'filter[warehouse_id]' : 'warehouse_id';
      for (const [id, rows] of [
        [warehouse, 1],
        [randomUUID(), 0],
      ] as const) {
        const { data, looked } = await run(platform, endpoint, {}, { [field]: id }, tables);
        t.is(data.rows.length, rows, path);
        t.true(looked <= 20, `${path} of a warehouse with ${rows} keys looks at ${looked} rows`);
      }
    }
  },
);

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
    const { looked } = await run(platform, endpoint, {}, query);
    // A statement counts its lines besides, up to 10,000.
    t.true(looked <= 2 * rowsReadMax, `${named} looks at ${looked} rows`);
  }
  const integrity = reads.find((one) => nameOf(one) === 'GET /api/wms/inventory/integrity')!;
  const { looked, data } = await run(platform, integrity, {}, {}, [
    'inventory_balances',
    'inventory_closing_rows',
  ]);
  t.not(data.closing, null);
  t.is(
    looked,
    data.keys_checked,
    'integrity reads each balance once, and of the closing what its rows come to',
  );
});

test.serial('what is due to be closed is found without reading what lies before', async (t) => {
  const { database, standard } = platform;
  const looked = await inTenant(database, { organizationId: standard.id }, async (tx) => {
    const before = await rowsLookedAt(tx);
    await closingDue(tx, { entriesMin: 100 });
    return (await rowsLookedAt(tx)) - before;
  });
  t.true(looked <= rowsReadMax, `it looks at ${looked} rows`);
});

test.serial(
  'aging reads the open documents, and of the paid ones those that were paid after its day',
  async (t) => {
    t.timeout(240_000);
    const endpoint = reads.find((one) => nameOf(one) === 'GET /api/accounting/reports/aging')!;
    const { looked, data } = await run(platform, endpoint, {}, {});
    t.is(data.parties[0].documents, openInvoices);
    t.true(looked <= openInvoices * 1.1, `aging looks at ${looked} rows`);
    const past = await run(
      platform,
      endpoint,
      {},
      { as_of: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) },
    );
    // Of what was paid since: the document, and what was applied to it.
    const open: number = past.data.parties[0].documents;
    t.true(past.looked <= 2 * open, `aging 30 days ago looks at ${past.looked} rows for ${open} documents`);
  },
);

/** Words that all rows have. */
const commonWords: Record<string, string> = {
  'GET /api/oms/orders': 'SO-0',
  'GET /api/wms/shipments': '1Z',
  'GET /api/wms/print-jobs': 'pallet',
};

// A look along the list ends after 20,000 rows; the index of words would go through all that have the word besides.
const rowsAheadMax = 21_000;

test.serial('a word that all rows have is looked for along the list alone', async (t) => {
  t.timeout(240_000);
  for (const [named, q] of Object.entries(commonWords)) {
    const endpoint = lists.find((one) => nameOf(one) === named)!;
    const { looked, data } = await run(platform, endpoint, {}, { q, page_size: '50' });
    t.deepEqual([data.rows.length, data.total, data.total_is_exact], [50, 10_000, false]);
    t.true(looked <= rowsAheadMax, `${named} ?q=${q} looks at ${looked} rows`);
  }
});

test.serial('a word that few rows have is found without looking at the others', async (t) => {
  t.timeout(240_000);
  const problems: string[] = [];
  for (const [named, texts] of Object.entries(words)) {
    const endpoint = lists.find((one) => nameOf(one) === named)!;
    for (const q of texts) {
      const { looked } = await run(platform, endpoint, {}, { q, page_size: '50' });
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
    const { data } = await run(platform, above, {}, { page_size: '3' });
    for (const { id } of data.rows as { id?: string }[]) {
      if (id === undefined || pathOf(endpoint, () => id).includes('{')) continue;
      // What cannot be shown (a proof without a load) is refused before it reads much.
      const read = await run(platform, endpoint, { id }, {}).catch(() => undefined);
      if (!read) continue;
      seen.add(nameOf(endpoint));
      for (const problem of await explained(platform, read.statements))
        problems.push(`${nameOf(endpoint)} reads ${problem}`);
    }
  }
  t.deepEqual([...new Set(problems)], []);
  t.true(seen.size > 12, [...seen].join(', '));
});

// The last one, since it changes the accounts.
test.serial('lines beside cash are found by the entries that move cash, if those are few', async (t) => {
  const { owner, standard } = platform;
  // All lines are on the first two accounts, bank and cash. Now one is on the third, and that alone is a bank account.
  await owner.query(
    `set session_replication_role = replica;
     update accounts set subtype = case code when '1100' then 'bank' else 'receivable' end
      where organization_id = '${standard.id}' and code <= '1100';
     update journal_lines set account_id = (select id from accounts where organization_id = '${standard.id}' and code = '1100')
      where organization_id = '${standard.id}' and line_no = 1
        and entry_id = (select max(id::text)::uuid from journal_entries where organization_id = '${standard.id}');
     reset session_replication_role`,
  );
  const endpoint = reads.find((one) => nameOf(one) === 'GET /api/accounting/journal-lines')!;
  const { data, looked } = await run(platform, endpoint, {}, { beside_cash: 'true' });
  t.deepEqual(
    data.rows.map((line: { line_no: number }) => line.line_no),
    [2],
  );
  t.true(looked <= 100, `it looks at ${looked} rows`);
});
