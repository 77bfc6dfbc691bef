/**
 * Competitors under one roof: one merchant's token walks the router's own list, every read and every write, and no
 * answer contains an id, name or number of another merchant.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { isWholeWalk } from '../helpers/environment.ts';
import { everyPermission, joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { newItem } from '../orders/orders-rig.ts';
import { plant, subjects } from '../inventory/planted.ts';
import type { Endpoint } from '../../api/http/endpoint.ts';
import { someOf, triedAt } from './breadth.ts';
import { bodySchemaOf, endsTheWalk, everyEndpoint, headersOf, isWrite, nameOf, pathOf } from './endpoints.ts';
import { fitting, type IdOf } from './generate.ts';
import { ownIds, plantRecords } from './plant.ts';
import { createRandom } from './random.ts';
import { inLanes, wired, type Wired } from './wire.ts';

let platform: Wired<Platform>;
test.before(async () => {
  platform = wired(await joinPlatform());
  rivals = await plantRivals();
});
test.after.always(() => platform?.stop());

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// Words shared by all: states, types, units of the catalog.
const isWordOfOurs = /^[a-z_]+$/;
// In `npm test` either three: in each of them there are ids of the rival and own ones.
const seeds = [
  [1, 2, 3],
  [4, 5, 6],
];

/** Every text of six letters or more in one merchant's rows, by table, without those that also occur in another's. */
async function wordsOf(merchantId: string): Promise<Map<string, Set<string>>> {
  const { owner, threePl } = platform;
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('organization_id', 'merchant_id')
      group by table_name having count(*) = 2`,
  );
  const own = new Map<string, Set<string>>();
  // Locations belong to the operator, whoever owns the goods in them, and so does what is written on them.
  const { rows: places } = await owner.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(l) as row from locations l where organization_id = $1',
    [threePl.id],
  );
  const others = new Set(
    places.flatMap(({ row }) => Object.values(row)).filter((value) => typeof value === 'string'),
  );
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(x) as row from ${name} x where organization_id = $1`,
      [threePl.id],
    );
    for (const { row } of rows) {
      const isOwn = row['merchant_id'] === merchantId;
      if (isOwn && !own.has(name)) own.set(name, new Set());
      for (const value of Object.values(row).flat())
        if (typeof value === 'string' && value.length > 5 && !isWordOfOurs.test(value))
          (isOwn ? own.get(name)! : others).add(value);
    }
  }
  for (const words of own.values()) for (const word of others) words.delete(word);
  return own;
}

/** What the walks ask with, and what must not appear in any answer. */
interface Rivals {
  accessToken: string;
  rivalToken: string;
  own: Record<string, string>;
  /** Ids of the rival's rows: those planted by name, and a few from each table. */
  ids: ReadonlySet<string>;
  words: Map<string, Set<string>>;
  secrets: readonly string[];
}

let rivals: Rivals;

async function plantRivals(): Promise<Rivals> {
  const { threePl, owner } = platform;
  const secondId = threePl.secondMerchantId!;
  const house = await platform.clientWith(threePl, everyPermission);
  const first = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const second = await platform.clientWith(threePl, everyPermission, { merchantId: secondId });
  const own = await plant(platform, house, threePl.merchantId, 'A-01');
  const foreign = await plant(platform, house, secondId, 'A-02');
  const plain = await newItem(platform, threePl, { merchant_id: secondId, sku: 'PLAIN' });
  const asSecond = { ...threePl, merchantId: secondId, items: { ...threePl.items, PLAIN: plain } };
  await plantRecords(platform, asSecond);
  await plantRecords(platform, { ...asSecond, accessToken: second.accessToken });
  const commands = await owner.query<{ id: string }>(
    `select id from commands where actor ->> 'merchant_id' = $1 limit 3`,
    [secondId],
  );
  const words = await wordsOf(secondId);
  // A vendor's shared identity belongs to nobody: a match by name is proposed to whoever enters the name.
  const shared = new Set(
    (await owner.query<{ id: string }>('select id from vendor_directory')).rows.map(({ id }) => id),
  );
  const ids = new Set([...Object.values(foreign), ...commands.rows.map(({ id }) => id)]);
  for (const some of words.values()) {
    for (const id of [...some].filter((word) => uuidPattern.test(word)).slice(0, 3)) ids.add(id);
  }
  return {
    accessToken: first.accessToken,
    rivalToken: second.accessToken,
    own,
    ids,
    words,
    secrets: [...new Set(['LPN-A-02', ...ids, ...[...words.values()].flatMap((some) => [...some])])].filter(
      (word) => !shared.has(word),
    ),
  };
}

/** Its own records to ask an endpoint for: the one that its path names, and of the others as many as the tier tries. */
function ownTried({ path }: Endpoint, turn: number): ReadonlySet<string> {
  const { own } = rivals;
  const subject = own[subjects[/([^/]+)\/\{/.exec(path)?.[1] ?? ''] ?? ''];
  return new Set([...(subject ? [subject] : []), ...triedAt(turn, Object.values(own))]);
}

/** Sends a request of the first merchant; no word of its rival that it did not send itself may come back. */
async function ask(
  endpoint: Endpoint,
  path: string,
  body?: object,
): Promise<{ status: number; leak?: string }> {
  const sent = body ? JSON.stringify(body) : '';
  // Codes and container numbers come back in upper case.
  const said = sent.toLowerCase();
  const request = {
    headers: headersOf(endpoint, { ...platform.threePl, accessToken: rivals.accessToken }),
    ...(body ? { body: sent } : {}),
  };
  const { status, text } = await platform.wire.send(endpoint.method, path, request);
  const leaked = rivals.secrets.filter(
    (word) => text.includes(word) && !path.includes(word) && !said.includes(word.toLowerCase()),
  );
  const what = `${status} to ${nameOf(endpoint)} ${path} ${sent} shows ${leaked.slice(0, 5).join(', ')}`;
  return leaked.length > 0 ? { status, leak: what } : { status };
}

test.serial(
  'no read of a merchant’s token shows an id, a name or a number of another merchant',
  async (t) => {
    const { words, ids } = rivals;
    t.true(words.size > 20, `rows of the other merchant are in ${words.size} tables`);
    const problems: string[] = [];
    const reads = someOf(
      everyEndpoint.filter((endpoint) => !isWrite(endpoint) && endpoint.kind !== 'stream'),
    );
    await inLanes(reads, 8, async (endpoint) => {
      const look = async (path: string) => {
        const { status, leak } = await ask(endpoint, path);
        if (leak) problems.push(leak);
        return status;
      };
      const filled = (id: string) => pathOf(endpoint, () => id, createRandom(3));
      if (!endpoint.path.includes('{')) {
        const ofRival = `?merchant_id=${platform.threePl.secondMerchantId}`;
        for (const query of ['', '?page_size=200', '?page_size=200&group_by=lpn', ofRival])
          await look(endpoint.path + query);
        return;
      }
      for (const id of ownTried(endpoint, reads.indexOf(endpoint))) await look(filled(id));
      if (!endpoint.path.includes('{id}')) return;
      for (const id of triedAt(reads.indexOf(endpoint), [...ids])) {
        if ((await look(filled(id))) < 400)
          problems.push(`${nameOf(endpoint)} finds ${id} of the other merchant`);
      }
    });
    t.deepEqual(problems, []);

    const shown = new Set<string>();
    for (const endpoint of reads.filter(({ path }) => !path.includes('{'))) {
      const headers = headersOf(endpoint, { ...platform.threePl, accessToken: rivals.rivalToken });
      const { text } = await platform.wire.send('GET', `${endpoint.path}?page_size=200`, { headers });
      for (const [table, some] of words) if ([...some].some((word) => text.includes(word))) shown.add(table);
    }
    t.true(
      shown.size > (isWholeWalk() ? 15 : 3),
      `to itself it shows what is kept of it in ${shown.size} tables`,
    );
  },
);

test.serial(
  'no answer to a write of a merchant’s token tells of another merchant, whatever it is sent',
  async (t) => {
    const { own, ids } = rivals;
    const { threePl } = platform;
    const problems: string[] = [];
    const writes = someOf(everyEndpoint.filter((endpoint) => isWrite(endpoint) && !endsTheWalk(endpoint)));
    const foreign = [...ids];
    await inLanes(writes, 4, async (endpoint) => {
      for (const seed of triedAt(writes.indexOf(endpoint), seeds, 1).flat()) {
        const random = createRandom(seed);
        const itsOwn = ownIds(threePl);
        // Every other body names ids of the rival where it can; the rest is its own, so that it gets far.
        const idOf: IdOf = (field) =>
          seed % 2 === 0 && random.chance(0.5)
            ? random.pick(foreign)
            : (itsOwn(field) ?? own[field.replace(/_ids?$/, '')]);
        const path = pathOf(
          endpoint,
          () => random.pick(seed % 3 === 0 ? Object.values(own) : foreign),
          random,
        );
        const { status, leak } = await ask(
          endpoint,
          path,
          fitting(bodySchemaOf(endpoint), random, idOf) as object,
        );
        if (leak) problems.push(leak);
        if (status >= 500) problems.push(`${nameOf(endpoint)} answers ${status}`);
      }
    });
    t.deepEqual(problems, []);
  },
);

test.serial('what the operator keeps for all is not written by a merchant’s token', async (t) => {
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
  const drayage = { container_no: 'MSKU9070323', pickup: 'Pier 400', delivery: 'Main' };
  const order = await merchant.post('/v1/drayage/orders', drayage);
  t.is(order.status, 201, order.text);
  const writes: ['post' | 'patch', string, object][] = [
    ['post', '/api/wms/warehouses', { code: 'MINE', name: 'Mine' }],
    ['patch', `/api/wms/warehouses/${warehouse}`, { name: 'Mine' }],
    ['post', '/api/wms/locations', { warehouse_id: warehouse, code: 'MINE', type: 'storage' }],
    ['patch', `/api/wms/locations/${threePl.locations['A-01']}`, { is_active: false }],
    ['post', '/api/wms/carriers', { code: 'MINE', name: 'Mine' }],
    ['patch', `/api/wms/carriers/${threePl.carrierId}`, { name: 'Mine' }],
    ['post', '/api/wms/reason-codes', { code: 'mine' }],
    ['post', '/api/wms/merchants', { code: 'MINE', name: 'Mine' }],
    ['patch', `/api/wms/merchants/${threePl.merchantId}`, { reverse_charge: true }],
    ['patch', `/api/drayage/orders/${order.body.id}/terms`, { demurrage_rate: 0 }],
    ['post', '/v1/drayage/orders', { ...drayage, demurrage_free_days: 365 }],
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

test.serial('no write of the books is a merchant’s, whatever its token names', async (t) => {
  const { threePl } = platform;
  const merchant = await platform.clientWith(threePl, everyPermission, { merchantId: threePl.merchantId });
  const writes = everyEndpoint.filter(
    ({ path, kind }) => path.startsWith('/api/accounting/') && (kind === 'command' || kind === 'actions'),
  );
  t.true(writes.length >= 20, 'the walk has something to walk');
  for (const endpoint of writes) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, () => randomUUID());
    const bodies =
      endpoint.kind === 'actions' ? Object.keys(endpoint.actions).map((action) => ({ action })) : [{}];
    for (const body of bodies) {
      const { status, text } = await platform.wire.send(endpoint.method, path, {
        headers: {
          ...headersOf(endpoint, { ...threePl, accessToken: merchant.accessToken }),
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      t.is(status, 403, `${endpoint.method} ${path} ${JSON.stringify(body)}: ${text}`);
    }
  }
});
