/**
 * Events are handed to endpoints in the order they happened, those of one transaction included, and as many as
 * requested.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import type pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import { beforeAll } from '../../db/tenancy/editions.read.ts';
import { claimDeliveries, firstPlace } from '../../db/webhooks/deliveries.write.ts';
import { handOn, streamsWithNews } from '../../db/webhooks/hand-on.write.ts';
import { everyPermission } from '../helpers/join-platform.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  // Nobody else hands events on.
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

/** Plants events of one transaction at these positions of the stream. */
async function plantEvents(organizationId: string, positions: readonly number[]): Promise<void> {
  await platform.owner.query(
    `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id, position)
     overriding system value
     select $1, uuid7(), 'webhook_endpoint.disabled', 'webhook_endpoint', uuid7(), 1,
            jsonb_build_object('endpoint_id', uuid7(), 'reason', 'place ' || place), uuid7(), place
       from unnest($2::bigint[]) place`,
    [organizationId, positions],
  );
}

/** An event of a record, from whoever holds the transaction. */
async function happen(
  client: pg.ClientBase,
  organizationId: string,
  subjectId: string,
  sequence: number,
): Promise<void> {
  await client.query(
    `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id)
     values ($1, uuid7(), 'webhook_endpoint.disabled', 'webhook_endpoint', $2, $3,
             jsonb_build_object('endpoint_id', $2::uuid, 'reason', 'change ' || $3::integer), uuid7())`,
    [organizationId, subjectId, sequence],
  );
}

for (const limit of [1, 100]) {
  test.serial(
    `who began first and waited for a record comes behind who changed it meanwhile, ${limit} a turn`,
    async (t) => {
      const { client, database, owner, standard } = platform;
      const made = await client.post('/api/tenancy/webhook-endpoints', {
        url: 'http://127.0.0.1:9/hooks',
        event_types: ['webhook_endpoint.disabled'],
      });
      const connections = await Promise.all(
        [1, 2, 3].map(async () => {
          const connection = await owner.connect();
          await connection.query('begin');
          return connection;
        }),
      );
      t.teardown(() => connections.forEach((connection) => connection.release(true)));
      // From here on each has its number in the stream; the record is changed in commit order.
      for (const connection of connections) await connection.query('select pg_current_xact_id()');
      const subject = randomUUID();
      const [first, second, third] = connections as [pg.PoolClient, pg.PoolClient, pg.PoolClient];
      for (const [sequence, connection] of [third, second, first].entries()) {
        await happen(connection, standard.id, subject, sequence + 1);
        await connection.query('commit');
      }
      let turns = 0;
      const { rows } = await until('all are handed on', async () => {
        turns += Math.min(1, (await handOn(database, standard.id, limit)).count);
        const handed = await owner.query<{ reason: string }>(
          `select payload -> 'data' ->> 'reason' as reason from webhook_deliveries
          where endpoint_id = $1 and subject_id = $2 order by sequence`,
          [made.body.data.id, subject],
        );
        return handed.rows.length === 3 && (turns >= 3 || limit > 1) ? handed : null;
      });
      t.deepEqual(
        rows.map(({ reason }) => reason),
        ['change 1', 'change 2', 'change 3'],
      );
    },
  );
}

test.serial('of one transaction nine comes before ten, and a turn hands on just what it may', async (t) => {
  const { client, owner, database, standard } = platform;
  const made = await client.post('/api/tenancy/webhook-endpoints', {
    url: 'http://127.0.0.1:9/hooks',
    event_types: ['webhook_endpoint.disabled'],
  });
  t.is(made.status, 201, made.text);
  await plantEvents(standard.id, [100_011, 100_009, 99_999, 100_000, 100_010]);

  const handedOn = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ reason: string }>(
      `select payload -> 'data' ->> 'reason' as reason from webhook_deliveries where endpoint_id = $1 order by sequence`,
      [made.body.data.id],
    );
    return rows.map(({ reason }) => reason);
  };
  const inOrder = [99_999, 100_000, 100_009, 100_010, 100_011].map((place) => `place ${place}`);
  // Nothing is handed on while a transaction is open anywhere on the server.
  const turn = (limit: number) =>
    until('a turn', async () => (await handOn(database, standard.id, limit)).count || null);
  t.is(await turn(2), 2);
  t.deepEqual(await handedOn(), inOrder.slice(0, 2));
  t.is(await turn(100), 3);
  t.deepEqual(await handedOn(), inOrder);
  t.is((await handOn(database, standard.id, 100)).count, 0);
});

test.serial(
  'while a transaction stays open, the streams behind it are not read without a pause',
  async (t) => {
    const { owner, standard, database } = platform;
    const open = await owner.connect();
    t.teardown(() => open.release(true));
    await open.query('begin; select pg_current_xact_id()');
    // One more than are looked at in a turn.
    const { rows: made } = await owner.query<{ id: string }>(
      `insert into organizations select (json_populate_record(o, json_build_object('id', uuid7()))).*
       from organizations o cross join generate_series(1, 101) where o.id = $1 returning id`,
      [standard.id],
    );
    for (const { id } of made) {
      await owner.query(
        'insert into webhook_streams (organization_id, transaction_id) values ($1, stream_horizon($1))',
        [id],
      );
      await happen(owner as never, id, randomUUID(), 1);
    }
    t.is(
      (await streamsWithNews(database, beforeAll, 100)).filter(({ is_ready: isReady }) => isReady).length,
      0,
    );
    const looks = async (): Promise<number> => {
      const { rows } = await owner.query<{ scans: number }>(
        `select coalesce(seq_scan + idx_scan, 0)::integer as scans from pg_stat_user_tables where relname = 'webhook_streams'`,
      );
      return rows[0]!.scans;
    };
    const workers = await platform.startWorkers();
    t.teardown(() => workers.stop());
    await pause(2_000);
    const before = await looks();
    await pause(4_000);
    const more = (await looks()) - before;
    t.true(more < 100, `${more} looks in four seconds`);
  },
);

test.serial('streams that may be read come before those that have to wait', async (t) => {
  const { owner, database, standard, threePl } = platform;
  await owner.query('delete from webhook_streams');
  const open = await owner.connect();
  t.teardown(() => open.release(true));
  for (const { id } of [standard, threePl])
    await owner.query("insert into webhook_streams (organization_id, transaction_id) values ($1, '0')", [id]);
  await happen(owner as never, threePl.id, randomUUID(), 1);
  // Other files' transactions hold the same server's horizon back.
  await until('what happened may be read', async () =>
    (await streamsWithNews(database, beforeAll, 2)).some(
      ({ organization_id: id, is_ready }) => id === threePl.id && is_ready,
    ),
  );
  await open.query('begin; select pg_current_xact_id()');
  await owner.query(
    'update webhook_streams set transaction_id = stream_horizon(organization_id) where organization_id = $1',
    [standard.id],
  );
  await happen(owner as never, standard.id, randomUUID(), 1);
  // Behind the other as it lies in the table.
  await owner.query('update webhook_streams set position = position where organization_id = $1', [
    threePl.id,
  ]);
  t.deepEqual(await streamsWithNews(database, beforeAll, 1), [
    { organization_id: threePl.id, is_ready: true },
  ]);
});

test.serial('a look at the streams goes on behind the last one, and around', async (t) => {
  const { owner, database, standard, threePl } = platform;
  await owner.query('delete from webhook_streams');
  for (const { id } of [standard, threePl]) {
    await owner.query("insert into webhook_streams (organization_id, transaction_id) values ($1, '0')", [id]);
    await happen(owner as never, id, randomUUID(), 1);
  }
  const [first, second] = [standard.id, threePl.id].toSorted() as [string, string];
  const next = async (after: string) =>
    (await streamsWithNews(database, after, 1)).map(({ organization_id: id }) => id);
  await until('what happened may be read', async () =>
    (await streamsWithNews(database, beforeAll, 2)).every(({ is_ready: isReady }) => isReady),
  );
  t.deepEqual(await next(beforeAll), [first]);
  t.deepEqual(await next(first), [second]);
  t.deepEqual(await next(second), [first]);
});

test.serial('the more endpoints hear of an event, the fewer events go at once', async (t) => {
  const { owner, database, standard } = platform;
  await owner.query(
    'update webhook_streams set transaction_id = stream_place(organization_id), position = 0',
  );
  const { rows } = await owner.query<{ count: number }>(
    `update webhook_endpoints set status = 'disabled' where organization_id = $1 returning id`,
    [standard.id],
  );
  t.true(rows.length > 0);
  await owner.query(
    `insert into webhook_endpoints (organization_id, id, url, event_types, secret_sealed)
     select $1, uuid7(), 'http://127.0.0.1:9/hooks', '{*}', '' from generate_series(1, 50)`,
    [standard.id],
  );
  await plantEvents(
    standard.id,
    Array.from({ length: 150 }, (_, at) => 1_000_000 + at),
  );
  const first = await until('a turn', async () => {
    const handed = await handOn(database, standard.id, 500);
    return handed.count > 0 && handed;
  });
  t.deepEqual(first, { count: 100, isMore: true });
  t.deepEqual(await handOn(database, standard.id, 500), { count: 50, isMore: false });
});

test.serial('events that cannot be handed on keep back nobody behind them', async (t) => {
  const { owner, standard, threePl } = platform;
  const [failing, behind] = [standard.id, threePl.id].toSorted() as [string, string];
  await owner.query(`
    create function refuse_deliveries() returns trigger language plpgsql as $$
      begin raise exception 'no room' using errcode = '57014'; end $$;
    create trigger refuse_deliveries before insert on webhook_deliveries for each row
      when (new.organization_id = '${failing}') execute function refuse_deliveries();
  `);
  t.teardown(() =>
    owner.query('drop trigger refuse_deliveries on webhook_deliveries; drop function refuse_deliveries'),
  );
  for (const id of [failing, behind]) {
    await owner.query(
      `insert into webhook_endpoints (organization_id, id, url, event_types, secret_sealed)
       values ($1, uuid7(), 'http://127.0.0.1:9/hooks', '{*}', '')`,
      [id],
    );
    await happen(owner as never, id, randomUUID(), 1);
  }
  const workers = await platform.startWorkers();
  t.teardown(() => workers.stop());
  const deliveries = async (id: string): Promise<number> => {
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::integer as count from webhook_deliveries where organization_id = $1',
      [id],
    );
    return rows[0]!.count;
  };
  const before = await deliveries(failing);
  await until('the one behind is served', async () => (await deliveries(behind)) > 0);
  t.is(await deliveries(failing), before);
});

test.serial('a delivery that was tried since it was looked at is not claimed', async (t) => {
  const { owner, threePl, appUrl, systemUrl } = platform;
  const client = await platform.clientWith(threePl, everyPermission);
  const body = { url: 'http://127.0.0.1:9/hooks', event_types: ['webhook_endpoint.disabled'] };
  const id: string = (await client.post('/api/tenancy/webhook-endpoints', body)).body.data.id;
  await owner.query(
    `insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, subject_type, subject_id, payload)
     values ($1, uuid7(), $2, uuid7(), 'webhook_endpoint.disabled', 'webhook_endpoint', uuid7(), '{}')`,
    [threePl.id, id],
  );
  const single = openDatabase({ appUrl, systemUrl, poolMax: 1, applicationName: 'test' });
  t.teardown(() => single.close());
  const gate = await owner.connect();
  t.teardown(() => gate.release(true));
  await gate.query('select pg_advisory_lock(4410772)');
  const claim = claimDeliveries(single, firstPlace, { free: 99, ofOneMax: 99, underWay: new Map() }, 60);
  // On the one connection there is, its turn comes between the look and the claim.
  const between = single.system.raw('select pg_advisory_lock(4410772)').then(() => undefined);
  await until('it has looked', async () => {
    const waiting = await owner.query("select 1 from pg_stat_activity where wait_event = 'advisory'");
    return waiting.rowCount! > 0;
  });
  // Another process claims it, and is refused.
  await owner.query(
    "update webhook_deliveries set attempts = 1, next_try_at = now() + interval '1 hour' where endpoint_id = $1",
    [id],
  );
  await gate.query('select pg_advisory_unlock(4410772)');
  const { claimed } = await claim;
  await between;
  t.false(claimed.some(({ endpoint_id: of }) => of === id));
});
