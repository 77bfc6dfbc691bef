/** How a move ends where its slot is lost, where another target is asked for meanwhile, and where an old export comes after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import knex, { type Knex } from 'knex';
import { diskStore } from '../../api/files/disk-store.ts';
import { findPlace } from '../../db/cells/places.write.ts';
import { isPublished, moveName } from '../../db/cells/replication.write.ts';
import { removeButSign } from '../../server/cells/bring-the-rest.ts';
import { exportOrganization } from '../../server/cells/export-organization.ts';
import { importOrganization } from '../../server/cells/import-organization.ts';
import type { Move, Step } from '../../server/cells/move.ts';
import { cancelMove, moveOrganization } from '../../server/cells/move-organization.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { startPlatform } from '../helpers/platform.ts';
import { testServers } from '../helpers/servers.ts';
import { until } from '../helpers/wait.ts';
import { startLogicalPostgres } from './logical-postgres.ts';

interface Scene {
  /** From cell a, where the organization is, to b. */
  move: Move;
  /** The database of one more cell. */
  another: Knex;
  /** As a standby that took over leaves a move: its slot is not there. */
  loseSlot(): Promise<void>;
}

async function sceneOf(t: ExecutionContext): Promise<Scene> {
  const servers = { ...testServers(), databaseUrl: (await startLogicalPostgres(t)).url };
  const a = await startPlatform(t, { servers, api: { cell: 'a' } });
  const connect = async (ownerUrl: string): Promise<Knex> => {
    const owner = knex({ client: 'pg', connection: ownerUrl });
    t.teardown(() => owner.destroy());
    return owner;
  };
  const empty = async (): Promise<Knex> => connect((await createTestDatabase(servers.databaseUrl)).ownerUrl);
  const [source, target, another] = [await connect(a.ownerUrl), await empty(), await empty()];
  const { id } = a.standard;
  const name = moveName(id);
  return {
    move: {
      organizationId: id,
      source,
      target,
      sourceUrl: a.ownerUrl,
      sealingKeys: () => ['present'],
      from: 'a',
      to: 'b',
      tell: () => {},
    },
    another,
    loseSlot: async () => {
      await target.raw(`alter subscription ${name} disable`);
      await until('nobody holds the slot', () =>
        source.raw('select pg_drop_replication_slot(?)', [name]).then(
          () => true,
          () => false,
        ),
      );
      await target.raw(`alter subscription ${name} enable`);
    },
  };
}

/** A move that ends before a step, as one does that is interrupted there. */
const upTo = (move: Move, last: Step): Promise<void> =>
  moveOrganization({
    ...move,
    before: (step) => {
      if (step === last) throw new Error('interrupted');
    },
  });

test('what an export of before the move has is not brought over what has left, nor over its sign', async (t) => {
  t.timeout(600_000);
  const { move } = await sceneOf(t);
  const { organizationId: id, source } = move;
  const folder = mkdtempSync(path.join(tmpdir(), 'move-ends-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const early = {
    ownerUrl: move.sourceUrl,
    files: diskStore(path.join(folder, 'files')),
    folder: path.join(folder, 'export'),
    credentialsKeys: [],
  };
  // Nothing happens between the export and the move.
  await exportOrganization(early, id);
  await moveOrganization(move);
  const refusal = { message: /older than what the organization left here when it went to b/ };
  await t.throwsAsync(importOrganization(early), refusal);
  t.true((await removeButSign(source, id)) > 0);
  await t.throwsAsync(importOrganization(early), refusal);
  t.deepEqual(await findPlace(source, id), { state: 'moved', cell: 'b' });
});

test('a move whose slot is lost is taken back, and ends; while it goes to one cell, no other is taken', async (t) => {
  t.timeout(600_000);
  const { move, another, loseSlot } = await sceneOf(t);
  const { organizationId: id, source, target } = move;
  await t.throwsAsync(upTo(move, 'freeze'), { message: 'interrupted' });
  for (const ask of [moveOrganization, cancelMove]) {
    await t.throwsAsync(ask({ ...move, target: another, to: 'c' }), { message: /moved to the cell b: run/ });
    await until('its subscription takes what is kept', async () =>
      Boolean((await source.raw('select 1 from pg_replication_slots where active')).rowCount),
    );
    await t.throwsAsync(ask({ ...move, target: another }), { message: /another database than this of b/ });
  }
  t.true(await isPublished(source, id));
  t.is(await findPlace(another, id), undefined);

  await loseSlot();
  await t.throwsAsync(moveOrganization(move), { message: /take the move back with --cancel/ });
  await cancelMove(move);
  t.is(await findPlace(target, id), undefined);
  t.deepEqual(await findPlace(source, id), { state: 'active', cell: null });

  await t.throwsAsync(upTo(move, 'clean up'), { message: 'interrupted' });
  await loseSlot();
  await moveOrganization(move);
  t.false(await isPublished(source, id));
  t.deepEqual((await target.raw('select subname from pg_subscription')).rows, []);
  t.deepEqual(await findPlace(target, id), { state: 'active', cell: null });
});
