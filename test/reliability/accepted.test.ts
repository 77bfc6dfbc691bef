/**
 * What 202 promises: the operation is on disk, whatever led to that answer, and its result is visible to those who may
 * see it.
 */
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { isCommandKept } from '../../db/engine/commands.read.ts';
import { acceptCommands } from '../../db/engine/commands.write.ts';
import { batchAccepts } from '../../queues/engine/accept-batches.ts';
import type { AcceptedCommand } from '../../queues/engine/accepted-command.ts';
import { commandStore } from '../../server/api/command-store.ts';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

test('an operation whose wait ran out is on disk before it is answered with 202', async (t) => {
  const { database, owner, standard } = platform;
  for (let round = 0; round < 20; round += 1) {
    const id = randomUUID();
    // Already finished, so that no worker adds to the log in between.
    const command = {
      id,
      organization_id: standard.id,
      name: 'test.none',
      queue: 'inventory',
      input: {},
      actor: {},
    };
    await acceptCommands(database, [command], false);
    const { rows: written } = await owner.query('select pg_current_wal_insert_lsn() as lsn');
    t.true(await isCommandKept(database, standard.id, id));
    const { rows } = await owner.query('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_on_disk', [
      written[0].lsn,
    ]);
    t.true(rows[0].is_on_disk, `round ${round}`);
    await owner.query("update commands set state = 'failed', finished_at = now() where id = $1", [id]);
  }
  t.false(await isCommandKept(database, standard.id, randomUUID()));
});

test('a command that cannot be stored is refused alone, whoever shares its statement', async (t) => {
  const { database, owner, standard, threePl } = platform;
  const producer = { dispatch: async () => true };
  const accept = batchAccepts(commandStore(database), producer);
  const commandOf = (organizationId: string, input: object) =>
    ({
      id: randomUUID(),
      organization_id: organizationId,
      name: 'test.none',
      queue: 'inventory',
      input,
      actor: {},
    }) as unknown as AcceptedCommand;
  const commands = [
    commandOf(threePl.id, {}),
    commandOf(standard.id, { text: 'a\0b' }),
    commandOf(standard.id, { text: 'a\uD800b' }),
    commandOf(threePl.id, {}),
    commandOf(standard.id, {}),
  ];
  const ends = await Promise.allSettled(
    commands.map((one) => accept({ commands: [one], isDurable: true, isDispatched: false })),
  );
  t.deepEqual(
    ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'accepted')),
    ['accepted', 'VALIDATION_FAILED', 'VALIDATION_FAILED', 'accepted', 'accepted'],
  );
  const { rows } = await owner.query(
    "update commands set state = 'failed', finished_at = now() where id = any($1) returning id",
    [commands.map(({ id }) => id)],
  );
  t.is(rows.length, 3);
});

test('the result of an operation is hidden from a token that may see nothing of its kind', async (t) => {
  const { client, standard, clientWith } = platform;
  const { body } = await client.post(
    '/api/wms/inventory/adjust',
    {
      warehouse_id: standard.warehouseId,
      item_id: standard.items['PLAIN'],
      location_id: standard.locations['A-01'],
      qty_delta: 5,
      reason_code: 'found',
    },
    { headers: { prefer: 'respond-async' } },
  );
  const id = body.data.operation_id as string;
  const shown = async (granted: Parameters<typeof clientWith>[1]) => {
    const reader = await clientWith(standard, granted);
    return [
      (await reader.get(`/api/operations/${id}`)).body.data,
      (await reader.get(`/v1/operations/${id}`)).body,
    ];
  };
  while ((await client.get(`/api/operations/${id}`)).body.data.state === 'accepted');
  t.truthy((await client.get(`/api/operations/${id}`)).body.data.result, 'who asked sees it');
  for (const operation of await shown(['wms.inventory_adjust'])) t.truthy(operation.result);
  for (const operation of await shown(['accounting.view'])) {
    t.is(operation.state, 'done');
    t.is(operation.result, undefined);
  }
});

test('the books are not locked beyond today', async (t) => {
  const { client, owner, standard } = platform;
  const { rows } = await owner.query(
    "select to_char((now() at time zone time_zone)::date + 1, 'YYYY-MM-DD') as tomorrow from organizations where id = $1",
    [standard.id],
  );
  for (const day of [rows[0].tomorrow, '2226-01-31']) {
    const refused = await client.patch('/api/tenancy/settings', { lock_date: day });
    t.is(refused.status, 400, refused.text);
    t.is(refused.body.error.details[0].code, 'in_future');
  }
  t.is((await client.patch('/api/tenancy/settings', { lock_date: '2026-01-31' })).status, 200);
});
