/** An organization is moved back although its move was not run to its end: the copying it left still leads here. */
import test from 'ava';
import knex from 'knex';
import { findPlace } from '../../db/cells/places.write.ts';
import { isPublished } from '../../db/cells/replication.write.ts';
import type { Move } from '../../server/cells/move.ts';
import { cancelMove, moveOrganization } from '../../server/cells/move-organization.ts';
import { createClient } from '../helpers/client.ts';
import { startPlatform } from '../helpers/platform.ts';
import { adjust, freshItem, rowsOf } from '../helpers/shelf.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { startLogicalPostgres } from './logical-postgres.ts';

test('what an unfinished move still copies takes nothing away when it is moved back', async (t) => {
  t.timeout(400_000);
  const servers = { ...testServers(), databaseUrl: (await startLogicalPostgres(t)).url };
  const a = await startPlatform(t, { servers, api: { cell: 'a' } });
  const b = await startPlatform(t, { servers, api: { cell: 'b' } });
  const { id } = a.standard;
  const [source, target] = [a, b].map(({ ownerUrl }) => knex({ client: 'pg', connection: ownerUrl })) as [
    knex.Knex,
    knex.Knex,
  ];
  t.teardown(() => Promise.all([source.destroy(), target.destroy()]));
  const shelf = await freshItem(a);
  const [inA, inB] = [a, b].map(({ url }) => createClient(url, a.standard)) as [
    typeof a.client,
    typeof a.client,
  ];
  t.is((await adjust(inA, shelf, { qty_delta: 4 })).status, 200);
  const told: string[] = [];
  const there: Move = {
    organizationId: id,
    source,
    target,
    sourceUrl: a.ownerUrl,
    sealingKeys: () => ['present', 'previous'],
    from: 'a',
    to: 'b',
    tell: (line) => void told.push(line),
    lead: () => Promise.reject(new Error('the proxy cannot be told')),
  };
  await a.owner.query(
    `insert into flows (organization_id, id, name, connector, definition, webhook_secret_sealed)
     values ($1, gen_random_uuid(), 'sealed', 'storefront', '{}', 'previous.sealed')`,
    [id],
  );
  await t.throwsAsync(moveOrganization(there), { message: /run `npm run admin -- reseal` in this cell/ });
  t.is(await findPlace(target, id), undefined);
  await a.owner.query("update flows set webhook_secret_sealed = 'lost.sealed' where organization_id = $1", [
    id,
  ]);
  await t.throwsAsync(moveOrganization(there), { message: 'the proxy cannot be told' });
  t.is(told.filter((line) => line.includes('neither PLATFORM_SECRET')).length, 1);
  t.deepEqual(await findPlace(target, id), { state: 'active', cell: null });
  t.true(await isPublished(source, id));
  await until('it works there', async () => (await adjust(inB, shelf, { qty_delta: 3 })).status === 200);

  const back: Move = {
    ...there,
    source: target,
    target: source,
    sourceUrl: b.ownerUrl,
    from: 'b',
    to: 'a',
    lead: () => Promise.resolve(),
  };
  await cancelMove(back);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  t.is(Number((await rowsOf(inB, shelf.item_id))[0]?.qty), 7, 'what it left here is gone, and nothing there');
  await moveOrganization(back);
  t.is(Number((await rowsOf(inA, shelf.item_id))[0]?.qty), 7);
  t.is((await adjust(inA, shelf, { qty_delta: 1 })).status, 200);

  // As if it had gone from there to a third cell, and came from that: the sign of an earlier move keeps nobody out.
  await b.owner.query("update organizations set cell = 'c' where id = $1", [id]);
  await moveOrganization({ ...there, lead: () => Promise.resolve() });
  t.is(Number((await rowsOf(inB, shelf.item_id))[0]?.qty), 8);
});
