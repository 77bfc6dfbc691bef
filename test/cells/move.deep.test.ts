/**
 * An organization moves from one cell to another while it works, by a program that is killed before each of its steps and
 * run again. Nothing is lost or doubled, a repeated key gives the same answer on either side, a stream goes on behind its
 * place, and at no moment do both cells serve it.
 */
import test from 'ava';
import { pino } from 'pino';
import { findPlace } from '../../db/cells/places.write.ts';
import { digestOf } from '../../db/cells/rows.read.ts';
import { readOrganizationTables } from '../../db/cells/tables.read.ts';
import { steps } from '../../server/cells/move.ts';
import { moveAlone, moveOrganization } from '../../server/cells/move-organization.ts';
import { withOwner } from '../../db/cells/whole-database.ts';
import { publicName } from '../../domain/tenancy/named-secret.ts';
import { createClient, type Answer, type Client } from '../helpers/client.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { startPlatform } from '../helpers/platform.ts';
import { fillWithPlenty } from '../helpers/plenty.ts';
import { freshItem, rowsOf } from '../helpers/shelf.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { startLogicalPostgres } from './logical-postgres.ts';
import { administer, move, moveOf, ownersOf } from './move-rig.ts';

/**
 * Reads in a cell all the time, so that it is known there, and says which requests were answered that began once it worked
 * elsewhere.
 */
function startReading(client: Client) {
  const stale: string[] = [];
  let isElsewhere = false;
  let isOver = false;
  let [answered, sentAway] = [0, 0];
  const reading = (async () => {
    while (!isOver) {
      const wasElsewhere = isElsewhere;
      const { status, text } = await client.get('/api/tenancy/settings');
      if (status === 200) answered += 1;
      if (status === 421) sentAway += 1;
      if (status === 200 && wasElsewhere) stale.push(text);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  return {
    elsewhere: () => void (isElsewhere = true),
    end: async () => {
      isOver = true;
      await reading;
      return { stale, answered, sentAway };
    },
  };
}

/** Adds one to a shelf again and again, each under a key of its own that is repeated until it is answered. */
function startWork(clients: Client[], shelf: Awaited<ReturnType<typeof freshItem>>) {
  const answered = new Map<string, Answer>();
  let isOver = false;
  let at = 0;
  const one = async (key: string): Promise<void> => {
    for (;;) {
      const answer = await clients[at]!.post(
        '/api/wms/inventory/adjust',
        { ...shelf, reason_code: 'found', qty_delta: 1 },
        { headers: { 'idempotency-key': key } },
      );
      if (answer.status === 421 || answer.status === 401) at = (at + 1) % clients.length;
      else if (answer.status !== 503 && answer.status !== 202) return void answered.set(key, answer);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const working = (async () => {
    for (let number = 0; !isOver; number += 1) await one(`key-${number}`);
  })();
  return {
    answered,
    end: async () => {
      isOver = true;
      await working;
    },
  };
}

test('an organization moves while it works, however often the mover is killed', async (t) => {
  t.timeout(600_000);
  const servers = { ...testServers(), databaseUrl: (await startLogicalPostgres(t)).url };
  const log = pino({ level: 'error' });
  const a = await startPlatform(t, { servers, api: { cell: 'a', log } });
  const b = await startPlatform(t, { servers, api: { cell: 'b', log } });
  const { id } = a.standard;
  const { source, target } = ownersOf(t, a, b);
  await fillWithPlenty(a.owner, a.standard, 500);
  await b.owner.query('alter table events alter column position restart with 7');
  const shelf = await freshItem(a);
  const clients = [a, b].map(({ url }) => createClient(url, a.standard));
  const [inA, inB] = clients as [Client, Client];
  const stream = await openEvents(a.url, inA);
  const work = startWork(clients, shelf);
  await until('it works', () => work.answered.size > 5);

  let isWatching = true;
  const both: string[] = [];
  const watching = (async () => {
    while (isWatching) {
      const places = await Promise.all([findPlace(source, id), findPlace(target, id)]);
      if (places.every((place) => place?.state === 'active')) both.push(JSON.stringify(places));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();

  const plan = moveOf(id, a, { source, target });
  await withOwner(
    a.ownerUrl,
    async (owner) => {
      await owner.raw('select 1');
      const { code, said } = await move(id, a, b, '');
      t.is(code, 1, said);
      t.regex(said, /Somebody else moves this organization now/);
    },
    moveAlone(id),
  );
  const secretless = await administer('move-organization', id, a, b);
  t.is(secretless.code, 1);
  t.regex(secretless.said, /the PLATFORM_SECRET of this cell/);
  for (const step of steps) {
    const { code, said } = await move(id, a, b, step);
    t.is(code, null, `killed before ${step}: ${said}`);
  }
  const early = await administer('remove-organization', id, a, b);
  t.is(early.code, 1, 'what it has here stays until the move has come to its end');
  t.regex(early.said, /does not work there yet/);
  const done = await move(id, a, b, '');
  t.is(done.code, 0, done.said);
  const before = work.answered.size;
  await until('it works there', () => work.answered.size > before + 5);
  await work.end();
  isWatching = false;
  await watching;
  t.deepEqual(both, []);

  const others = [...work.answered.values()].filter(({ status }) => status !== 200);
  t.deepEqual(
    others.map(({ text }) => text),
    [],
  );
  t.is(Number((await rowsOf(inB, shelf.item_id))[0].qty), work.answered.size, 'none lost, none doubled');
  for (const key of ['key-0', 'key-3']) {
    const again = await inB.post(
      '/api/wms/inventory/adjust',
      { ...shelf, reason_code: 'found', qty_delta: 1 },
      { headers: { 'idempotency-key': key } },
    );
    t.deepEqual(again.body, work.answered.get(key)!.body, 'the answer it had in the other cell');
  }
  const left = await inA.get('/api/oms/orders');
  t.is(left.status, 421);

  await stream.ended;
  const told = stream.events.filter(({ id: place }) => place !== undefined);
  t.is(stream.events.at(-1)?.data.reason, 'moved');
  const onward = await openEvents(b.url, inB, { headers: { 'last-event-id': told.at(-1)!.id! } });
  t.teardown(() => onward.hangUp());
  await until('the stream has told of everything', () => {
    const seen = [...told, ...onward.events].filter(({ data }) => data.type === 'inventory.adjusted');
    return seen.length >= work.answered.size;
  });
  const seen = [...told, ...onward.events].map(({ data }) => data.id);
  t.is(new Set(seen).size, seen.length, 'each once');

  const led = await administer('move-organization', id, a, b, [
    '--then',
    'echo led $LEAD_TO $ORGANIZATION_KEYS',
  ]);
  t.is(led.code, 0, led.said);
  t.true(led.said.includes(`led b ${id} ${publicName(id)}`), led.said);
  const removed = await administer('remove-organization', id, a, b);
  t.is(removed.code, 0, removed.said);
  t.regex(removed.said, /^\d{3,} rows removed/m);
  const tables = (await source.transaction(readOrganizationTables)).own;
  for (const table of tables.filter(({ name }) => name !== 'organizations'))
    t.is((await source.transaction((tx) => digestOf(tx, table, id))).rows, 0, table.name);
  const forgotten = await inA.get('/api/oms/orders');
  t.is(forgotten.status, 421);
  t.is(forgotten.body.error.details, undefined, 'nobody can prove to belong there any more');

  const reading = startReading(inB);
  const back = { source: target, target: source, sourceUrl: b.ownerUrl, from: 'b', to: 'a' };
  await moveOrganization({
    ...plan,
    ...back,
    lead: async () => {
      reading.elsewhere();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    },
  });
  t.is(Number((await rowsOf(inA, shelf.item_id))[0].qty), work.answered.size);
  await until('who still comes is sent away', async () => (await inB.get('/api/oms/orders')).status === 421);
  const read = await reading.end();
  t.true(read.answered > 100 && read.sentAway > 0);
  t.deepEqual(read.stale, [], 'nothing is read where it has been once it works elsewhere');
});
