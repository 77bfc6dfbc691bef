/** What an organization left behind is removed in pieces: between them the events of all others are told. */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import knex from 'knex';
import { readOrganizationTables } from '../../db/cells/tables.read.ts';
import { digestOf } from '../../db/cells/rows.read.ts';
import { removeButSign } from '../../server/cells/bring-the-rest.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { until } from '../helpers/wait.ts';

const gone = '00000000-0000-4000-8000-000000000001';
const neighbour = '00000000-0000-4000-8000-000000000002';
const rowsOfGone = 50_000;
const rowsAtOnceMax = 20_000;

test("while a removal goes on, another organization's events are told", async (t) => {
  const { ownerUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const owner = knex({ client: 'pg', connection: ownerUrl });
  t.teardown(() => owner.destroy());
  for (const id of [gone, neighbour])
    await owner('organizations').insert({ id, name: id, edition: 'standard' });
  await owner('organizations').where({ id: gone }).update({ state: 'moved', cell: 'b' });
  const tell = (id: string, count: number) =>
    owner.raw(
      `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id)
       select ?, gen_random_uuid(), 'told', 'test', gen_random_uuid(), 1, '{}', gen_random_uuid() from generate_series(1, ?::int)`,
      [id, count],
    );
  await tell(gone, rowsOfGone);
  await tell(neighbour, 3);
  // What each statement removed, noted once its transaction has ended, which it puts off.
  await owner.raw(`
    create schema noted;
    create table noted.removed (rows integer not null);
    create function note() returns trigger language plpgsql as $$
    begin
      insert into noted.removed select count(*) from gone_rows having count(*) > 0;
      perform pg_sleep(1);
      return null;
    end $$;
    create trigger note after delete on events referencing old table as gone_rows for each statement execute function note();
    alter table events enable always trigger note;
  `);

  let isOver = false;
  const removing = removeButSign(owner, gone).finally(() => (isOver = true));
  await until('rows are being removed', async () => {
    const found = await owner.raw(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'delete from events%' and state = 'active'`,
    );
    return found.rows.length > 0;
  });
  const [told] = await owner('events')
    .insert({
      organization_id: neighbour,
      id: randomUUID(),
      type: 'told',
      subject_type: 'test',
      subject_id: randomUUID(),
      subject_seq: 1,
      data: '{}',
      command_id: randomUUID(),
    })
    .returning('transaction_id');
  await until('it is told', async () => {
    const found = await owner.raw('select stream_horizon(?) > ?::xid8 as is_told', [
      neighbour,
      told.transaction_id,
    ]);
    return found.rows[0].is_told as boolean;
  });
  t.false(isOver, 'before all is removed');
  t.true((await removing) >= rowsOfGone);
  const pieces = (await owner.withSchema('noted').from('removed').select('rows')).map(({ rows }) =>
    Number(rows),
  );
  t.is(
    pieces.reduce((sum, rows) => sum + rows, 0),
    rowsOfGone,
  );
  t.true(Math.max(...pieces) <= rowsAtOnceMax, pieces.join(' '));
  const { own } = await owner.transaction(readOrganizationTables);
  const events = own.find(({ name }) => name === 'events')!;
  t.is((await owner.transaction((tx) => digestOf(tx, events, neighbour))).rows, 4);
  t.is((await owner('organizations').where({ id: gone })).length, 1, 'the sign stays');
});
