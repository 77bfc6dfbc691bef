/** For how long an organization that moves may be stopped is bound: before anybody is stopped, and then. */
import test from 'ava';
import knex from 'knex';
import { findPlace } from '../../db/cells/places.write.ts';
import type { Move } from '../../server/cells/move.ts';
import { moveOrganization } from '../../server/cells/move-organization.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { startPlatform } from '../helpers/platform.ts';
import { testServers } from '../helpers/servers.ts';
import { startLogicalPostgres } from './logical-postgres.ts';

test('one whose rows are not compared in time works on where it was, and moves when run again', async (t) => {
  t.timeout(600_000);
  const servers = { ...testServers(), databaseUrl: (await startLogicalPostgres(t)).url };
  const a = await startPlatform(t, { servers, api: { cell: 'a' } });
  const { id } = a.standard;
  const [source, target] = [a.ownerUrl, (await createTestDatabase(servers.databaseUrl)).ownerUrl].map(
    (connection) => knex({ client: 'pg', connection }),
  ) as [Move['source'], Move['target']];
  t.teardown(() => Promise.all([source.destroy(), target.destroy()]));
  const told: string[] = [];
  const plan: Move = {
    organizationId: id,
    source,
    target,
    sourceUrl: a.ownerUrl,
    sealingKeys: () => ['present'],
    from: 'a',
    to: 'b',
    tell: (line) => void told.push(line),
    stoppedMsMax: 2_000,
  };
  const copied = (step: string): void => {
    if (step === 'freeze') throw new Error('copied');
  };
  await t.throwsAsync(moveOrganization({ ...plan, stoppedMsMax: 60_000, before: copied }), {
    message: 'copied',
  });
  t.true(told.some((line) => /^\d+ of \d+ tables, [1-9]\d* of about [1-9]\d* rows/.test(line)));
  t.true(told.some((line) => /^comparing takes about \d+ ms/.test(line)));

  // A table of the other cell that cannot be read, as one that takes long.
  const holder = await target.transaction();
  t.teardown(() => holder.rollback());
  await holder.raw('lock table returns in access exclusive mode');
  const steps: string[] = [];
  await t.throwsAsync(moveOrganization({ ...plan, before: (step) => void steps.push(step) }), {
    message: /takes longer than the 2 s .* --stopped-at-most/,
  });
  t.false(steps.includes('freeze'), 'nobody was stopped to find that out');
  await holder.rollback();

  const late = await target.transaction();
  t.teardown(() => late.rollback());
  let isHeld: Promise<unknown> | undefined;
  const hold = (step: string): void => {
    if (step === 'catch up')
      isHeld = Promise.resolve(late.raw('lock table returns in access exclusive mode'));
  };
  await t.throwsAsync(moveOrganization({ ...plan, stoppedMsMax: 20_000, before: hold }), {
    message: /was not over after 20 s: it works on where it was/,
  });
  await isHeld;
  t.deepEqual(await findPlace(source, id), { state: 'active', cell: null });
  t.is((await a.client.post('/api/wms/items', { sku: 'ON', name: 'It works on' })).status, 201);
  await late.rollback();

  const lead = async (): Promise<void> => void told.push('led');
  await moveOrganization({ ...plan, stoppedMsMax: 60_000, lead });
  t.deepEqual(await findPlace(target, id), { state: 'active', cell: null });
  t.regex(told[told.indexOf('led') + 1]!, /^nobody could write for \d+ ms$/, 'until it is led there');
  t.is(
    await target('items')
      .where({ organization_id: id, sku: 'ON' })
      .then((found) => found.length),
    1,
  );
});
