/** An installation whose organizations have stored much is upgraded, and nobody's uploads stop. */
import test from 'ava';
import knex from 'knex';
import { down, up } from '../../db/migrations/0975_stored_files.ts';
import { createTestDatabase } from '../helpers/database.ts';

test('an organization that has more than is usual may have twice as much, others what is usual', async (t) => {
  const { ownerUrl, drop } = await createTestDatabase();
  t.teardown(drop);
  const owner = knex({ client: 'pg', connection: ownerUrl, pool: { min: 1, max: 1 } });
  t.teardown(() => owner.destroy());
  const [much, little] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  for (const id of [much, little]) await owner('organizations').insert({ id, name: id, edition: 'standard' });
  await owner('organization_quotas').insert({ organization_id: much, streams: 7 });
  await down(owner);
  // 60 GB, of orders that are not there.
  const store = (id: string, count: number) =>
    owner.raw(
      `insert into pod_files (organization_id, id, order_id, filename, content_type, size_bytes, sha256, uploaded_by)
       select ?::uuid, uuid7(), uuid7(), n || '.png', 'image/png', 10000000, encode(sha256(n::text::bytea), 'hex'), 'a test'
         from generate_series(1, ?::integer) n`,
      [id, count],
    );
  await owner.raw("set session_replication_role = 'replica'");
  await store(much!, 6_000);
  await store(little!, 3);
  await owner.raw("set session_replication_role = 'origin'");
  await owner.transaction(up);
  const quotas = await owner('organization_quotas').select('organization_id', 'streams', 'stored_megabytes');
  t.deepEqual(quotas, [{ organization_id: much, streams: 7, stored_megabytes: 120_000 }]);
  const totals = await owner('stored_totals').select('files', 'bytes').orderBy('files');
  t.deepEqual(totals, [
    { files: 3, bytes: '30000000' },
    { files: 6_000, bytes: '60000000000' },
  ]);
});
