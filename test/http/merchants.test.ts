/**
 * Competitors under one roof: a token of one merchant walks every read of the router's own list, and no id, name or number
 * of another merchant is in any answer.
 */
import test from 'ava';
import { everyPermission, startPlatform, type Platform } from '../helpers/platform.ts';
import { newItem } from '../oms/orders-rig.ts';
import { plant } from '../wms/planted.ts';
import { everyEndpoint, headersOf, isWrite, nameOf, pathOf } from './endpoints.ts';
import { plantRecords } from './plant.ts';
import { createRandom } from './random.ts';
import { inLanes, openWire } from './wire.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const reads = everyEndpoint.filter((endpoint) => !isWrite(endpoint) && endpoint.kind !== 'stream');

/** Every text of six letters or more in the rows of one merchant, by table; what another's rows say as well left out. */
async function wordsOf(merchantId: string): Promise<Map<string, Set<string>>> {
  const { owner, threePl } = platform;
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('organization_id', 'merchant_id')
      group by table_name having count(*) = 2`,
  );
  const own = new Map<string, Set<string>>();
  // Shelves are the house's, whoever's goods lie there.
  const others = new Set(Object.values(threePl.locations));
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(x) as row from ${name} x where organization_id = $1`,
      [threePl.id],
    );
    for (const { row } of rows) {
      const isOwn = row['merchant_id'] === merchantId;
      if (isOwn && !own.has(name)) own.set(name, new Set());
      for (const value of Object.values(row).flat())
        if (typeof value === 'string' && value.length > 5) (isOwn ? own.get(name)! : others).add(value);
    }
  }
  for (const words of own.values()) for (const word of others) words.delete(word);
  return own;
}

test('no read of a merchant’s token shows an id, a name or a number of another merchant', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const secondId = threePl.secondMerchantId!;
  const [first, second] = [
    await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId }),
    await platform.clientWith(threePl, everyPermission, { merchantId: secondId }),
  ];
  const own = await plant(platform, house, threePl.merchantId, 'A-01');
  const foreign = await plant(platform, house, secondId, 'A-02');
  const plain = await newItem(platform, threePl, { merchant_id: secondId, sku: 'PLAIN' });
  const asSecond = { ...threePl, merchantId: secondId, items: { ...threePl.items, PLAIN: plain } };
  await plantRecords(platform, asSecond);
  await plantRecords(platform, { ...asSecond, accessToken: second.accessToken });
  const words = await wordsOf(secondId);
  t.true(words.size > 20, `rows of the other merchant are in ${words.size} tables`);
  const secrets = [...new Set([...words.values(), Object.values(foreign)].flatMap((some) => [...some]))];

  const wire = openWire(platform.url);
  t.teardown(() => wire.close());
  const identity = { accessToken: first.accessToken, organizationId: threePl.id };
  const problems: string[] = [];
  const ask = async (endpoint: (typeof reads)[number], path: string) => {
    const answer = await wire.send('GET', path, { headers: headersOf(endpoint, identity) });
    const leaked = answer.status < 400 ? secrets.filter((word) => answer.text.includes(word)) : [];
    if (leaked.length > 0)
      problems.push(`${path} (${nameOf(endpoint)}) shows ${leaked.slice(0, 5).join(', ')}`);
    return answer;
  };
  const commands = await platform.owner.query<{ id: string }>(
    `select id from commands where actor ->> 'merchant_id' = $1 limit 3`,
    [secondId],
  );
  // A few ids of each table, and those planted by name.
  const ids = new Set([...Object.values(foreign), ...commands.rows.map(({ id }) => id)]);
  for (const some of words.values()) {
    for (const id of [...some].filter((word) => uuidPattern.test(word)).slice(0, 3)) ids.add(id);
  }

  await inLanes(reads, 8, async (endpoint) => {
    const filled = (id: string) => pathOf(endpoint, () => id, createRandom(3));
    if (!endpoint.path.includes('{')) {
      for (const query of ['', '?page_size=200', '?page_size=200&group_by=lpn', `?merchant_id=${secondId}`])
        await ask(endpoint, endpoint.path + query);
      return;
    }
    for (const id of Object.values(own)) await ask(endpoint, filled(id));
    if (!/\{(id|orderId)\}/.test(endpoint.path)) return;
    for (const id of ids) {
      const { status } = await ask(endpoint, filled(id));
      if (status < 400)
        problems.push(`${nameOf(endpoint)} answers ${status} for ${id} of the other merchant`);
    }
  });
  t.deepEqual(problems, []);

  const shown = new Set<string>();
  for (const endpoint of reads.filter(({ path }) => !path.includes('{'))) {
    const headers = headersOf(endpoint, { ...identity, accessToken: second.accessToken });
    const { text } = await wire.send('GET', `${endpoint.path}?page_size=200`, { headers });
    for (const [table, some] of words) if ([...some].some((word) => text.includes(word))) shown.add(table);
  }
  t.true(shown.size > 15, `to itself it shows what is kept of it in ${shown.size} tables`);
});

test('what the house keeps for all is not written by a merchant’s token', async (t) => {
  const { threePl } = platform;
  const house = await platform.clientWith(threePl, everyPermission);
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const { warehouseId: warehouse } = threePl;
  const colleague = await merchant.post('/api/tenancy/tokens', {
    name: 'mine',
    permissions: [],
    merchant_id: threePl.merchantId,
    member_id: threePl.memberId,
  });
  t.like(colleague.body.error, { code: 'UNKNOWN_REFERENCE', details: { path: 'member_id' } });
  const writes: ['post' | 'patch', string, object][] = [
    ['post', '/api/wms/warehouses', { code: 'MINE', name: 'Mine' }],
    ['patch', `/api/wms/warehouses/${warehouse}`, { name: 'Mine' }],
    ['post', '/api/wms/locations', { warehouse_id: warehouse, code: 'MINE', type: 'storage' }],
    ['patch', `/api/wms/locations/${threePl.locations['A-01']}`, { is_active: false }],
    ['post', '/api/wms/carriers', { code: 'MINE', name: 'Mine' }],
    ['patch', `/api/wms/carriers/${threePl.carrierId}`, { name: 'Mine' }],
    ['post', '/api/wms/reason-codes', { code: 'mine' }],
    ['post', '/api/wms/merchants', { code: 'MINE', name: 'Mine' }],
    ['post', '/api/wms/imports/locations', { csv: `warehouse,code,type\nW1,MINE,storage\n` }],
    ['post', '/api/wms/hubs/enrollment-keys', { name: 'mine' }],
    ['patch', '/api/tenancy/settings', { safety_stock: 1000 }],
    ['post', '/api/tenancy/members', { name: 'Mine', email: 'mine@example.test' }],
  ];
  for (const [method, path, body] of writes) {
    const { status, text } = await merchant[method](path, body);
    t.is(status, 403, `${method} ${path}: ${text}`);
  }
  t.is((await merchant.patch(`/api/tenancy/members/${threePl.memberId}`, { name: 'Mine' })).status, 404);
  t.is((await house.patch(`/api/wms/warehouses/${warehouse}`, { name: 'Ours' })).status, 200);
});
