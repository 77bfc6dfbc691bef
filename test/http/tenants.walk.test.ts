/**
 * R15: another tenant's id is answered exactly like a random one, in every path, body and query of the router's own
 * list.
 */
import test from 'ava';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import {
  endsTheWalk,
  bodySchemaOf,
  everyEndpoint,
  headersOf,
  isWrite,
  nameOf,
  operationOf,
  pathOf,
} from './endpoints.ts';
import { someOf, triedAt } from './breadth.ts';
import { fitting, namesRecord, type IdOf, type Schema } from './generate.ts';
import { createRandom } from './random.ts';
import { inLanes, wired, type Wired } from './wire.ts';
import { ownIds, plantRecords } from './plant.ts';

let platform: Wired<OwnPlatform>;
/** Ids of the other organization's rows by table. */
let foreign: { table: string; id: string }[];

test.before(async () => {
  platform = wired(await startPlatform(undefined));
  await plantRecords(platform, platform.threePl);
  foreign = await idsOf(platform.threePl.id);
});
test.after.always(() => platform?.stop());

/** One id of every table that keeps rows of the organization. */
async function idsOf(organizationId: string): Promise<{ table: string; id: string }[]> {
  const { rows: tables } = await platform.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('organization_id', 'id')
      group by table_name having count(*) = 2 order by table_name`,
  );
  const found: { table: string; id: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await platform.owner.query<{ id: string }>(
      `select id from ${name} where organization_id = $1 limit 1`,
      [organizationId],
    );
    if (rows[0]) found.push({ table: name, id: rows[0].id });
  }
  return found;
}

const bodiesMax = 25;

/**
 * An answer without the parts that differ each time; keys sorted, since a stored outcome comes back in its own order.
 */
function shapeOf(answer: { status: number; text: string; body: unknown }, ids: readonly string[]): string {
  const text = answer.body === undefined ? answer.text : JSON.stringify(ordered(answer.body));
  const words = ids.reduce((left, id) => left.replaceAll(id, 'ID'), text);
  return `${answer.status} ${words.replaceAll(/"request_id":"[^"]*"/g, '')}`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, ordered(inner)]));
}

test('R15: every path answers a foreign id as it answers a random one', async (t) => {
  t.true(foreign.length > 8, 'the other organization has rows to ask for');
  const withIds = someOf(everyEndpoint.filter(({ path }) => path.includes('{')));
  const problems: string[] = [];
  const notFound = new Set<string>();
  await inLanes(withIds, 8, async (endpoint) => {
    const askWith = (body: string | undefined) => async (id: string) => {
      const path = pathOf(endpoint, () => id, createRandom(15));
      const request = { headers: headersOf(endpoint, platform.standard), ...(body ? { body } : {}) };
      const answer = await platform.wire.send(endpoint.method, path, request);
      return { answer, shape: shapeOf(answer, [id]) };
    };
    const unknownId = createRandom(15).uuid();
    let ask = askWith(undefined);
    let unknown = await ask(unknownId);
    // A body that passes its own checks takes the request as far as the id.
    for (let seed = 1; isWrite(endpoint) && seed <= bodiesMax && unknown.answer.status !== 404; seed += 1) {
      ask = askWith(
        JSON.stringify(fitting(bodySchemaOf(endpoint), createRandom(seed), ownIds(platform.standard))),
      );
      unknown = await ask(unknownId);
    }
    if (unknown.answer.status === 404) notFound.add(nameOf(endpoint));
    const isRead = !isWrite(endpoint) && endpoint.kind !== 'stream';
    const isByOtherWords = !(operationOf(endpoint)['parameters'] as Schema[]).some(
      (one) => one['in'] === 'path' && one['schema'].format === 'uuid',
    );
    if (isRead && !isByOtherWords && unknown.answer.status !== 404)
      problems.push(`${nameOf(endpoint)} answers a random id ${unknown.shape.slice(0, 160)}`);
    for (const { table, id } of triedAt(withIds.indexOf(endpoint), foreign)) {
      const { shape } = await ask(id);
      if (shape !== unknown.shape)
        problems.push(
          `${nameOf(endpoint)} tells a foreign ${table} id from a random one: ${shape.slice(0, 200)} / ${unknown.shape.slice(0, 200)}`,
        );
    }
  });
  t.deepEqual(problems.slice(0, 20), []);
  t.log(`${notFound.size} of ${withIds.length} endpoints were asked all the way to their 404`);
});

test('R15: every body and query answers foreign ids as it answers random ones', async (t) => {
  const byTable = new Map(foreign.map(({ table, id }) => [table, id]));
  const problems: string[] = [];
  // One at a time: what one write adds must not make two answers differ.
  await inLanes(someOf(everyEndpoint), 1, async (endpoint) => {
    if (endpoint.kind === 'stream' || endsTheWalk(endpoint)) return;
    const random = createRandom(151);
    const asked: string[] = [];
    const randomOf = new Map<string, string>();
    const foreignOf: IdOf = (field) => byTable.get(tableOf(field, byTable)) ?? foreign[0]!.id;
    const unknownOf: IdOf = (field) => {
      if (!randomOf.has(field)) randomOf.set(field, random.uuid());
      asked.push(randomOf.get(field)!);
      return randomOf.get(field);
    };
    const ask = async (idOf: IdOf) => {
      const seeded = createRandom(152);
      const path = pathOf(endpoint, () => '00000000-0000-4000-8000-000000000015', createRandom(15));
      const request = { headers: headersOf(endpoint, platform.standard) };
      if (!isWrite(endpoint)) return platform.wire.send('GET', `${path}?${queryOf(endpoint, idOf)}`, request);
      const body = JSON.stringify(fitting(bodySchemaOf(endpoint), seeded, idOf));
      return platform.wire.send(endpoint.method, path, { ...request, body });
    };
    const unknown = await ask(unknownOf);
    if (asked.length === 0) return;
    const other = await ask(foreignOf);
    const known = [...asked, ...foreign.map(({ id }) => id)];
    // A record created by a body without checked references is named by its own new id.
    if (unknown.status < 300 && other.status < 300) return;
    if (shapeOf(other, known) !== shapeOf(unknown, known)) {
      problems.push(
        `${nameOf(endpoint)}: ${shapeOf(other, known).slice(0, 250)} / ${shapeOf(unknown, known).slice(0, 250)}`,
      );
    }
  });
  t.deepEqual(problems.slice(0, 20), []);
});

function queryOf(endpoint: (typeof everyEndpoint)[number], idOf: IdOf): string {
  const parameters = (operationOf(endpoint)['parameters'] as Schema[]).filter(
    ({ in: place, schema, description }) => place === 'query' && namesRecord({ ...schema, description }),
  );
  const fieldOf = (name: string): string => /^filter\[(.*)\]$/.exec(name)?.[1] ?? name;
  return parameters.map(({ name }) => `${encodeURIComponent(name)}=${idOf(fieldOf(name))}`).join('&');
}

/** `warehouse_id` refers to a row of `warehouses`. */
function tableOf(field: string, tables: ReadonlyMap<string, unknown>): string {
  const noun = field.replace(/_ids?$/, '');
  return (
    [`${noun}s`, `${noun}es`, noun.replace(/y$/, 'ies'), `inbound_${noun}s`, `sales_${noun}s`].find((name) =>
      tables.has(name),
    ) ?? ''
  );
}

test('R15: no list shows a row of another organization', async (t) => {
  const lists = everyEndpoint.filter(
    (endpoint) => endpoint.kind === 'query' && endpoint.isList && !endpoint.path.includes('{'),
  );
  const shared = new Set(['vendor_directory']);
  const hidden = new Set(foreign.filter(({ table }) => !shared.has(table)).map(({ id }) => id));
  const problems = await inLanes(lists, 8, async (endpoint) => {
    const { text } = await platform.wire.send('GET', `${endpoint.path}?page_size=200`, {
      headers: headersOf(endpoint, platform.standard),
    });
    const leaked = [...hidden].filter((id) => text.includes(id));
    return leaked.length > 0 ? `${nameOf(endpoint)} shows ${leaked.join()}` : undefined;
  });
  t.deepEqual(problems.filter(Boolean), []);
});

test('every tenant table is under forced row security and led by its organization', async (t) => {
  const { rows } = await platform.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')`,
  );
  t.deepEqual(rows, []);
  const { rows: keys } = await platform.owner.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where n.nspname = 'public' and i.indisprimary and a.attname <> 'organization_id'
        and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id')`,
  );
  t.deepEqual(keys, [], 'their primary keys are led by something else');
});

test('without an organization the application sees no row of any tenant table', async (t) => {
  const { rows } = await platform.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')
        and has_table_privilege('platform_app', c.oid, 'select')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')`,
  );
  t.true(rows.length > 10);
  for (const { name } of rows) t.is((await platform.database.app(name).limit(1)).length, 0, name);
});
