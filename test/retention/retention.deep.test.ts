/**
 * Everything a policy lets go is in a file, word for word, before it goes; what is still needed stays; nothing is lost
 * in between.
 */
import { Readable } from 'node:stream';
import test from 'ava';
import { v7 as uuidv7 } from 'uuid';
import { readPolicies } from '../../db/retention/policies.read.ts';
import { readOldRows } from '../../db/retention/old-rows.read.ts';
import { recordFile, removeRows } from '../../db/retention/removal.write.ts';
import { permissionsToKeep } from '../../domain/permissions.ts';
import { archive } from '../../workers/retention/archive.ts';
import { everyPermission } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { retentionRig, sorted, type Line, type RetentionRig } from './retention-rig.ts';

/** Sweeps until a table has none of these old rows: a transaction open elsewhere on the server holds up the stream. */
async function sweptTo(rig: RetentionRig, table: string, count: number): Promise<void> {
  await until(`${table} has ${count} rows`, async () => {
    await rig.sweep();
    return (await rig.rowsOf(table)).length === count;
  });
}

test('without a policy everything stays; with one the old goes, and its files hold word for word what went', async (t) => {
  const rig = await retentionRig(t);
  for (const words of ['one', 'two', 'three']) await rig.cancel(await rig.label(words));
  await rig.age(200);
  const young = await rig.label('young');
  const before = {
    commands: await rig.rowsOf('commands'),
    events: await rig.rowsOf('events'),
    print_jobs: await rig.rowsOf('print_jobs'),
  };
  t.is(before.commands.length, 7);
  await rig.sweep();
  t.is((await rig.rowsOf('commands')).length, 7, 'for ever is what is kept without a word');

  await rig.keep('commands', 1);
  await rig.keep('events', 1);
  await rig.keep('print_jobs', 3);
  await sweptTo(rig, 'events', 1);
  for (const [table, rows] of Object.entries(before) as [keyof typeof before, Line[]][]) {
    const left = await rig.rowsOf(table);
    t.is(left.length, 1, table);
    t.deepEqual(sorted([...(await rig.filed(table)), ...left]), sorted(rows), table);
    for (const { removed_at: removed } of await rig.fileRows(table)) t.not(removed, null);
  }
  t.is((await rig.rowsOf('print_jobs'))[0]!['id'], young);
  const policies = await readPolicies(rig.platform.database);
  t.deepEqual(
    policies.map(({ table_name: table, rows_removed: removed, problem }) => [table, removed, problem]),
    [
      ['commands', '6', null],
      ['events', '6', null],
      ['print_jobs', '6', null],
    ],
  );
});

test('what is not over stays, however old: an open command, a failure nobody saw to, a label that waits or has a reprint', async (t) => {
  const rig = await retentionRig(t);
  const { owner, standard } = rig.platform;
  const jobs = await Promise.all(['waits', 'printed', 'reprint'].map(rig.label));
  const [waits, printed, reprint] = jobs;
  await owner.query("update print_jobs set status = 'done', finished_at = now() where id = any ($1)", [
    [printed, reprint],
  ]);
  await owner.query(
    "update print_jobs set reprint_of = $1, created_at = now() + interval '190 days', finished_at = now() + interval '190 days' where id = $2",
    [printed, reprint],
  );
  const ids = (await rig.rowsOf('commands')).map(({ id }) => id as string).sort();
  await owner.query("update commands set state = 'accepted', outcome = null where id = $1", [ids[0]]);
  await owner.query("update commands set state = 'failed' where id = $1", [ids[1]]);
  await rig.age(200);
  await rig.keep('commands', 1);
  await rig.keep('print_jobs', 3);
  await rig.sweep();
  const kept = sorted(await rig.rowsOf('commands'));
  t.deepEqual(
    kept.map(({ state }) => state),
    ['accepted', 'failed'],
  );
  t.deepEqual(
    (await rig.rowsOf('print_jobs')).map(({ id }) => id as string).toSorted(),
    ([waits, printed, reprint] as string[]).toSorted(),
  );

  await rig.age(200);
  const failed = (await rig.rowsOf('commands')).find(({ state }) => state === 'failed');
  await owner.query(
    "insert into command_reruns (organization_id, failed_id, operator) values ($1, $2, '{}')",
    [standard.id, failed!['id']],
  );
  await rig.sweep();
  await rig.sweep();
  t.deepEqual(
    (await rig.rowsOf('commands')).map(({ state }) => state),
    ['accepted'],
    'an operator saw to the failed one',
  );
  t.deepEqual(
    (await rig.rowsOf('print_jobs')).map(({ id }) => id),
    [waits],
    'the reprint went, then its original',
  );
});

test('a subject whose past has gone goes on counting where it ended', async (t) => {
  const rig = await retentionRig(t);
  const job = await rig.label('old');
  await rig.age(200);
  await rig.keep('events', 1);
  await sweptTo(rig, 'events', 0);
  t.is((await rig.rowsOf('event_numbers')).length, 1);
  await rig.cancel(job);
  const [event] = await rig.rowsOf('events');
  t.like(event, { type: 'print_job.cancelled', subject_id: job, subject_seq: 2 });
  const other = await rig.label('new');
  t.is((await rig.rowsOf('events')).find(({ subject_id: id }) => id === other)?.['subject_seq'], 1);
});

test('events stay until they were handed on and have arrived, and those behind them stay with them', async (t) => {
  const rig = await retentionRig(t);
  const { owner, standard } = rig.platform;
  const endpoint = uuidv7();
  await owner.query(
    "insert into webhook_endpoints (organization_id, id, url, event_types, secret_sealed, created_at) values ($1, $2, 'https://example.com', '{*}', 'x', now() - interval '900 days')",
    [standard.id, endpoint],
  );
  await owner.query("insert into webhook_streams (organization_id, transaction_id) values ($1, '0')", [
    standard.id,
  ]);
  for (const words of ['one', 'two', 'three']) await rig.label(words);
  await rig.age(200);
  await rig.keep('events', 1);
  const events = (
    await owner.query(
      'select id, transaction_id, position, type, subject_type, subject_id from events where organization_id = $1 order by transaction_id, position',
      [standard.id],
    )
  ).rows;
  const passed = (at: number) =>
    owner.query('update webhook_streams set transaction_id = $2, position = $3 where organization_id = $1', [
      standard.id,
      events[at].transaction_id,
      events[at].position,
    ]);
  await rig.sweep();
  t.is((await rig.rowsOf('events')).length, 3, 'nothing was handed on');
  await passed(0);
  await sweptTo(rig, 'events', 2);
  await passed(2);
  const { subject_type: type, subject_id: id } = events[1];
  await owner.query(
    "insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, subject_type, subject_id, payload) values ($1, $2, $3, $4, 'x', $5, $6, '{}')",
    [standard.id, uuidv7(), endpoint, events[1].id, type, id],
  );
  await rig.sweep();
  t.is((await rig.rowsOf('events')).length, 2, 'one is on its way');
  await owner.query("update webhook_deliveries set status = 'delivered', ended_at = now()");
  await sweptTo(rig, 'events', 0);
});

test('two sweeps at once remove once, and so do two that know nothing of each other', async (t) => {
  const rig = await retentionRig(t);
  const { database, standard } = rig.platform;
  for (const words of ['one', 'two', 'three']) await rig.cancel(await rig.label(words));
  await rig.age(200);
  const cutoff = new Date(Date.now() - 100 * 86_400_000);
  const old = await readOldRows(database, standard.id, 'print_jobs', cutoff);
  const file = {
    organization_id: standard.id,
    table_name: 'print_jobs' as const,
    ...(await archive(
      rig.files,
      standard.id,
      'print_jobs',
      old.map(({ line }) => line),
    )),
    rows_count: old.length,
    first_at: old[0]!.at,
    last_at: old.at(-1)!.at,
  };
  await rig.keep('print_jobs', 3);
  await Promise.all([recordFile(database, file), recordFile(database, file)]);
  const keys = old.map(({ key }) => key);
  const ends = await Promise.allSettled([removeRows(database, file, keys), removeRows(database, file, keys)]);
  t.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.is((await rig.rowsOf('print_jobs')).length, 0);
  t.is((await rig.fileRows('print_jobs')).length, 1);

  await rig.keep('commands', 1);
  await Promise.all([rig.sweep(), rig.sweep(), rig.sweep()]);
  t.is((await rig.filed('commands')).length, 6);
  const [policy] = await readPolicies(database);
  t.like(policy, { table_name: 'commands', rows_removed: '6', problem: null });
});

test('a crash between file and removal loses nothing and leaves one file', async (t) => {
  const rig = await retentionRig(t);
  const { owner, database } = rig.platform;
  await rig.cancel(await rig.label('one'));
  await rig.age(200);
  const before = await rig.rowsOf('commands');
  await owner.query(`
    create function planted() returns trigger language plpgsql as $$ begin raise exception 'the lights went out'; end $$;
    create trigger planted before delete on commands for each row execute function planted()`);
  await rig.keep('commands', 1);
  await rig.sweep();
  t.is((await rig.rowsOf('commands')).length, 2);
  t.regex((await readPolicies(database))[0]!.problem!, /the lights went out/);
  t.like((await rig.fileRows('commands'))[0], { rows_count: 2, removed_at: null });
  await owner.query('drop trigger planted on commands');
  await rig.sweep();
  t.is((await rig.rowsOf('commands')).length, 0);
  t.is((await readPolicies(database))[0]!.problem, null);
  t.is((await rig.fileRows('commands')).length, 1);
  t.deepEqual(sorted(await rig.filed('commands')), sorted(before));
});

test('a row that changed since its file was written stays, and a store that gives back something else removes nothing', async (t) => {
  const rig = await retentionRig(t);
  const { owner, database, standard } = rig.platform;
  await rig.cancel(await rig.label('one'));
  await rig.age(200);
  await rig.keep('print_jobs', 3);
  const late = {
    ...rig.files,
    get: async (key: string) => {
      await owner.query(
        "update print_jobs set status = 'failed', error = 'looked at again' where organization_id = $1",
        [standard.id],
      );
      return rig.files.get(key);
    },
  };
  await rig.sweep(late);
  t.is((await rig.rowsOf('print_jobs')).length, 1);
  t.regex((await readPolicies(database))[0]!.problem!, /changed since/);
  await rig.sweep({ ...rig.files, get: async () => Readable.from([Buffer.from('rubbish')]) });
  t.is((await rig.rowsOf('print_jobs')).length, 1);
  t.regex((await readPolicies(database))[0]!.problem!, /does not give back/);
  await rig.sweep();
  t.is((await rig.rowsOf('print_jobs')).length, 0);
  t.is((await rig.filed('print_jobs')).at(-1)!['error'], 'looked at again');
});

test('no tenant can remove, and nothing young goes whoever asks', async (t) => {
  const rig = await retentionRig(t);
  const { database, standard } = rig.platform;
  await rig.cancel(await rig.label('young'));
  const [job] = await rig.rowsOf('print_jobs');
  const asked = [standard.id, [`${job!['id']}`], 'x'];
  await t.throwsAsync(database.app.raw("select retention_remove('print_jobs', ?, ?::text[], ?)", asked), {
    message: /permission denied/,
  });
  await t.throwsAsync(database.system.raw("select retention_remove('print_jobs', ?, ?::text[], ?)", asked), {
    message: /changed since/,
  });
  await t.throwsAsync(
    rig.platform.owner.query('delete from events where organization_id = $1', [standard.id]),
    {
      message: /append-only/,
    },
  );
  t.is((await rig.rowsOf('print_jobs')).length, 1);
});

test('a label text is kept once however often it is printed, in no command, and goes with the last label that says it', async (t) => {
  const rig = await retentionRig(t);
  const { owner } = rig.platform;
  for (const words of ['same', 'same', 'other']) await rig.cancel(await rig.label(words));
  t.is((await rig.rowsOf('label_texts')).length, 2);
  t.is((await owner.query("select 1 from commands where input::text like '%^XA%'")).rowCount, 0);
  const kinds = await owner.query("select distinct actor -> 'permissions' as kept from commands");
  t.deepEqual(kinds.rows, [{ kept: permissionsToKeep(everyPermission) }]);
  await rig.age(200);
  const kept = await rig.label('same');
  await rig.keep('print_jobs', 3);
  await rig.sweep();
  t.deepEqual(
    (await rig.rowsOf('print_jobs')).map(({ id }) => id),
    [kept],
  );
  t.deepEqual(
    (await rig.rowsOf('label_texts')).map(({ zpl_content: zpl }) => zpl),
    ['^XA^FDsame^FS^XZ'],
  );
  t.deepEqual(
    (await rig.filed('label_texts')).map(({ zpl_content: zpl }) => zpl),
    ['^XA^FDother^FS^XZ'],
  );
  const young = await rig.label('other');
  t.is((await rig.rowsOf('label_texts')).length, 2, 'said again, it is kept anew');
  const { body } = await rig.platform.client.get(`/api/wms/print-jobs/${young}`);
  t.is(body.data.status, 'queued');
});
