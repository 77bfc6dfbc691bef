/** Settings and papers are two rows of one organization, whose events are numbered in one line. */
import test from 'ava';
import { joinPlatform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';

test('papers changed while settings are being changed wait for them, and are not refused', async (t) => {
  const { client, owner, standard } = await joinPlatform(t);
  t.is((await client.patch('/api/tenancy/settings', { name: 'Before' })).status, 200);
  const other = await owner.connect();
  try {
    // What changing the settings does, up to its commit.
    await other.query('begin');
    await other.query('update organizations set name = $2 where id = $1', [standard.id, 'After']);
    await other.query(
      `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id, transaction_id)
       select organization_id, gen_random_uuid(), type, subject_type, subject_id, subject_seq + 1, data, command_id, transaction_id
         from events where organization_id = $1 and subject_type = 'organization' order by subject_seq desc limit 1`,
      [standard.id],
    );
    const papers = client.patch('/api/tenancy/paper', { bank_name: 'A bank' });
    await until('it waits', async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and (select pg_backend_pid()) <> pid
            and $1 = any (select unnest(pg_blocking_pids(pid)))`,
        [(other as any).processID],
      );
      return rows.length > 0;
    });
    await other.query('commit');
    const { status, text } = await papers;
    t.is(status, 200, text);
  } finally {
    other.release(true);
  }
});
