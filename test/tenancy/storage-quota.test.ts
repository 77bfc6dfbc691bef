/** What an organization may store of uploaded files: refused with the figures, exact while uploads race. */
import test from 'ava';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { assign, ok, onOrder, pixel } from '../transport/transport-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const picture = (mark: number, bytes: number) => ({
  filename: `${mark}.png`,
  content: Buffer.concat([pixel, Buffer.alloc(bytes - pixel.length, mark)]).toString('base64'),
});

async function orders(count: number): Promise<string[]> {
  const { client, standard } = platform;
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await ok(client.post('/v1/tms/orders', {}));
      await ok(assign(client, standard, id));
      return id as string;
    }),
  );
}

const stored = async (): Promise<{ files: number; bytes: number }> =>
  (await ok(platform.client.get('/api/tenancy/settings'))).stored;

test.serial(
  'of two uploads that race at the limit one is stored, the other is told the figures',
  async (t) => {
    const { client, standard, owner, database } = platform;
    const [first, ...racing] = await orders(3);
    await ok(onOrder(client, first!, 'pod', { pod_files: [picture(1, 1_000)] }));
    t.deepEqual(await stored(), { files: 1, bytes: 1_000 });
    await setQuotas(database, standard.id, { stored_megabytes: 1 });
    const holder = await owner.connect();
    await holder.query('begin');
    await holder.query('select from stored_totals where organization_id = $1 for update', [standard.id]);
    const sent = racing.map((id, at) =>
      onOrder(client, id, 'pod', { pod_files: [picture(2 + at, 600_000)] }),
    );
    try {
      await until('both uploads wait for the total', async () => {
        const { rows } = await owner.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into stored_totals%'",
        );
        return rows.length >= 2;
      });
    } finally {
      await holder.query('commit');
      holder.release();
    }
    const answers = (await Promise.all(sent)).toSorted((one, other) => one.status - other.status);
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 409],
    );
    t.like(answers[1]!.body.error, {
      code: 'STORAGE_FULL',
      details: {
        quota: 'stored_megabytes',
        stored_bytes: 601_000,
        stored_bytes_max: 1_000_000,
        sent_bytes: 600_000,
      },
    });
    t.deepEqual(await stored(), { files: 2, bytes: 601_000 });
  },
);

test.serial(
  'what is stored already takes no room, and a form of files fits whole or not at all',
  async (t) => {
    const { client, standard, database } = platform;
    const [one, other] = await orders(2);
    await setQuotas(database, standard.id, { stored_megabytes: null });
    await ok(onOrder(client, one!, 'pod', { pod_files: [picture(9, 300_000), picture(9, 300_000)] }));
    const before = await stored();
    await setQuotas(database, standard.id, { stored_megabytes: 0 });
    t.is((await ok(onOrder(client, other!, 'pod', { pod_files: [picture(9, 300_000)] }))).pod_count, 1);
    const both = { pod_files: [picture(9, 300_000), picture(10, 2_000)] };
    t.is((await onOrder(client, other!, 'pod', both)).body.error.code, 'STORAGE_FULL');
    t.deepEqual(await stored(), before);
  },
);
