/**
 * Every list of the router, page after page by cursor: the same rows as by page number, whatever is created meanwhile.
 */
import test from 'ava';
import type { QueryEndpoint } from '../../api/http/endpoint.ts';
import { createClient } from '../helpers/client.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { everyEndpoint, headersOf, nameOf, operationOf, pathOf } from '../http/endpoints.ts';
import type { Schema } from '../http/generate.ts';
import { plantRecords } from '../http/plant.ts';
import { inLanes, wired, type Wired, type WireAnswer } from '../http/wire.ts';
import { plant } from '../inventory/planted.ts';

let platform: Wired<Platform>;
test.before(async () => {
  platform = wired(await joinPlatform());
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  await plant(platform, house, threePl.merchantId, 'A-01');
  await plant(platform, house, threePl.secondMerchantId!, 'A-02');
  await plantRecords(platform, threePl);
  await plantRecords(platform, { ...threePl, accessToken: house.accessToken });
});
test.after.always(() => platform?.stop());

const lists = everyEndpoint.filter(
  (endpoint): endpoint is QueryEndpoint => endpoint.kind === 'query' && endpoint.isList,
);

function ask(endpoint: QueryEndpoint, path: string): Promise<WireAnswer> {
  return platform.wire.send('GET', path, { headers: headersOf(endpoint, platform.threePl) });
}

/** Where the Link header says the list continues. */
function nextOf({ headers }: WireAnswer): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
}

/** The parameters of a list that change its order or its rows. */
function waysOf(endpoint: QueryEndpoint): string[] {
  // All commands of the set-up are more than a whole page.
  if (endpoint.path === '/api/audit') return ['&command=oms.create_order', '&actor=nobody'];
  const parameters: Schema[] = operationOf(endpoint)['parameters'];
  const ways = parameters
    .filter(({ in: place, name }) => place === 'query' && ['sort', 'group_by', 'status'].includes(name))
    .flatMap(({ name, schema }) => ((schema.enum ?? []) as string[]).map((value) => `&${name}=${value}`));
  return ['', ...ways];
}

/** A subject for lists under a path with an id: the first row of the parent list. */
async function pathsOf(endpoint: QueryEndpoint): Promise<string[]> {
  if (!endpoint.path.includes('{')) return [endpoint.path];
  const above = lists.find(({ path }) => path === endpoint.path.slice(0, endpoint.path.indexOf('/{')));
  if (!above) return [];
  const { body } = await ask(above, `${above.path}?page_size=20`);
  return (body.data as { id?: string }[])
    .filter(({ id }) => id !== undefined)
    .map(({ id }) => pathOf(endpoint, () => id));
}

test.serial('every list in every order is by cursor what it is by number', async (t) => {
  t.timeout(240_000);
  const several = new Set<string>();
  const problems: string[] = [];
  await inLanes(lists, 6, async (endpoint) => {
    for (const path of await pathsOf(endpoint)) {
      for (const way of waysOf(endpoint)) {
        const whole = await ask(endpoint, `${path}?page_size=200${way}`);
        if (whole.status !== 200) continue;
        const rows = whole.body.data as unknown[];
        if (nextOf(whole) !== undefined) problems.push(`${nameOf(endpoint)}${way}: more behind a whole page`);
        const walked: unknown[] = [];
        let next: string | undefined = `${path}?page_size=1${way}`;
        for (let page = 1; next !== undefined && page <= rows.length + 1; page += 1) {
          const answer = await ask(endpoint, next);
          const facts = answer.body.meta ?? answer.body;
          if (answer.status !== 200 || facts.page !== page || facts.total !== rows.length)
            problems.push(
              `${nameOf(endpoint)}${way}, page ${page}: ${answer.status} ${JSON.stringify(answer.body.error ?? facts)}`,
            );
          if (answer.status !== 200) break;
          walked.push(...(answer.body.data as unknown[]));
          next = nextOf(answer);
          const cursor = next && new URL(next, platform.url).searchParams.get('cursor');
          if (answer.body.meta && (answer.body.meta.next_cursor ?? undefined) !== cursor)
            problems.push(`${nameOf(endpoint)}${way}: next_cursor is not what Link says`);
        }
        if (idsOf(walked) !== idsOf(rows))
          problems.push(`${nameOf(endpoint)} ${path}${way}:\n${idsOf(walked)}\n${idsOf(rows)}`);
        if (rows.length > 1) several.add(nameOf(endpoint));
      }
    }
  });
  t.deepEqual(problems, []);
  t.true(several.size > 35, `${several.size} of ${lists.length} lists had several rows`);
});

/** Rows in their order, by columns that do not change over time. */
function idsOf(rows: readonly unknown[]): string {
  return (rows as { id?: string }[])
    .map((row) => row.id ?? JSON.stringify(row).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, ''))
    .join(' ');
}

test.serial('rows made in front of a reader move nothing behind its cursor', async (t) => {
  const client = createClient(platform.url, platform.standard);
  const make = async (sku: string): Promise<void> => {
    t.is((await client.post('/api/wms/items', { sku, name: sku })).status, 201);
  };
  for (const sku of ['KEY-3', 'KEY-5', 'KEY-7']) await make(sku);
  const first = await client.get('/api/wms/items?q=KEY-&page_size=2');
  await make('KEY-1');
  const second = await client.get(`/api/wms/items?q=KEY-&page_size=2&cursor=${first.body.meta.next_cursor}`);
  t.deepEqual(
    second.body.data.map(({ sku }: { sku: string }) => sku),
    ['KEY-7'],
  );
  t.like(second.body.meta, { page: 2, total: 4, total_is_exact: true, next_cursor: null });
  const byNumber = await client.get('/api/wms/items?q=KEY-&page_size=2&page=2');
  t.is(byNumber.body.data[0].sku, 'KEY-5', 'by number the row shows twice');
});

test.serial(
  'a cursor that is none, of another list or of another sort is refused by its field',
  async (t) => {
    const client = await platform.clientWith(platform.threePl, everyPermission);
    const pathOfList = '/api/wms/items?page_size=1';
    const { next_cursor: cursor } = (await client.get(pathOfList)).body.meta;
    const [list, order, page, over, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const written = (...value: unknown[]): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const refused = async (path: string, code: string, field = 'cursor'): Promise<void> => {
      const { status, body } = await client.get(path);
      t.is(status, 400, path);
      t.like(body.error, { code: 'VALIDATION_FAILED', details: [{ path: field, code }] }, path);
    };
    for (const nonsense of [
      'x',
      '%00',
      'bnVsbA',
      `${cursor}!`,
      `${cursor}=`,
      written(),
      written(list, order),
    ])
      await refused(`${pathOfList}&cursor=${nonsense}`, 'format');
    for (const wrong of [0, 1, -2, 2.5, '2', null])
      await refused(`${pathOfList}&cursor=${written(list, order, wrong, over, ...key)}`, 'format');
    await refused(`${pathOfList}&cursor=${written(list, order, page, over, 'SKU', 'no id')}`, 'format');
    await refused(`${pathOfList}&cursor=${written(list, order, page, over, { sku: 1 }, 'x')}`, 'format');
    await refused(`${pathOfList}&cursor=${written(list, order, page, over, ...key, 'more')}`, 'other_list');
    await refused(`${pathOfList}&cursor=${'A'.repeat(4_004)}`, 'too_long');
    await refused(`${pathOfList}&cursor=${cursor}&page=2`, 'not_allowed', 'page');
    await refused(`/api/wms/locations?page_size=1&cursor=${cursor}`, 'other_list');
    const { headers } = await ask(
      lists.find(({ path }) => path === '/v1/wms/receipts')!,
      '/v1/wms/receipts?page_size=1&sort=receipt_no',
    );
    const sorted = new URL(nextOf({ headers } as WireAnswer)!, platform.url).searchParams.get('cursor');
    const other = await client.get(`/v1/wms/receipts?page_size=1&sort=-receipt_no&cursor=${sorted}`);
    t.like(other.body.error, {
      code: 'VALIDATION_FAILED',
      details: [{ path: 'cursor', code: 'other_list' }],
    });
    const same = await client.get(`/v1/wms/receipts?page_size=1&sort=receipt_no&cursor=${sorted}`);
    t.is(same.status, 200);
  },
);

test.serial('a total is exact up to 10,000, and says so beyond; pages and cursors go on', async (t) => {
  const { standard, owner } = platform;
  const client = createClient(platform.url, standard);
  await owner.query(
    `insert into items (organization_id, id, merchant_id, sku, name)
     select $1, gen_random_uuid(), $2, 'MANY-' || lpad(n::text, 6, '0'), 'One of many'
       from generate_series(1, 10050) n`,
    [standard.id, standard.merchantId],
  );
  const first = await client.get('/api/wms/items?q=MANY-&page_size=200');
  t.like(first.body.meta, { total: 10_000, total_is_exact: false });
  const last = await client.get('/api/wms/items?q=MANY-&page_size=200&page=51');
  t.is(last.body.data.length, 50, 'rows behind the counted ones are shown');
  t.is(last.body.meta.next_cursor, null);
  const counted = await client.get('/api/wms/items?q=MANY-0000&page_size=1');
  t.like(counted.body.meta, { total: 99, total_is_exact: true });
  await owner.query(
    `insert into vendor_directory (id, name) select md5('many' || n)::uuid, 'Many ' || n from generate_series(1, 10001) n`,
  );
  await owner.query(
    `insert into vendors (organization_id, id, directory_id, code, name)
     select $1, gen_random_uuid(), md5('many' || n)::uuid, 'MANY-' || n, 'Many ' || n from generate_series(1, 10001) n`,
    [standard.id],
  );
  const many = await client.get('/v1/purchase/vendors?filter[q]=MANY-&page_size=1');
  t.like(many.body, { page: 1, page_size: 1, total: 10_000, total_is_exact: false });
});

test('total=exact is taken by every list, and asks for the same rows', async (t) => {
  const problems: string[] = [];
  const whole = lists.filter(({ path }) => !path.includes('{'));
  // Fewer at once than the exports an organization may have.
  await inLanes(whole, 3, async (endpoint) => {
    const [usual, exact] = await Promise.all(
      ['page_size=5', 'page_size=5&total=exact'].map((query) => ask(endpoint, `${endpoint.path}?${query}`)),
    );
    if (usual!.status !== exact!.status)
      return void problems.push(`${nameOf(endpoint)}: ${exact!.text.slice(0, 200)}`);
    if (usual!.status !== 200) return;
    const idsOf = ({ body }: WireAnswer): unknown => (body.data as { id?: string }[]).map(({ id }) => id);
    const totalOf = ({ body }: WireAnswer): unknown => body.total ?? body.meta.total;
    if (JSON.stringify(idsOf(usual!)) !== JSON.stringify(idsOf(exact!))) problems.push(nameOf(endpoint));
    if (totalOf(usual!) !== totalOf(exact!)) problems.push(`${nameOf(endpoint)} counts otherwise`);
    const next = nextOf(exact!);
    if (next && !next.includes('total=exact'))
      problems.push(`${nameOf(endpoint)} forgets it on the next page`);
  });
  t.deepEqual(problems, []);
  const wrong = await ask(lists[0]!, `${lists[0]!.path}?total=about`);
  t.is(wrong.status, 400);
});
