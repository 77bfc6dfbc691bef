/** Events are handed to endpoints in the order they happened in, those of one transaction included, and as many as asked for. */
import test from 'ava';
import { handOn } from '../../db/webhooks/deliveries.write.ts';
import { type OwnPlatform, startPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  // Nobody else hands on.
  platform = await startPlatform(undefined, { workers: false });
});
test.after.always(() => platform?.stop());

/** Plants events of one transaction at these places of the stream. */
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

test('of one transaction nine comes before ten, and a turn hands on just what it may', async (t) => {
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
  // Nothing is handed on beside a transaction that is open anywhere on the server.
  const turn = (limit: number) =>
    until('a turn', async () => (await handOn(database, standard.id, limit)) || null);
  t.is(await turn(2), 2);
  t.deepEqual(await handedOn(), inOrder.slice(0, 2));
  t.is(await turn(100), 3);
  t.deepEqual(await handedOn(), inOrder);
  t.is(await handOn(database, standard.id, 100), 0);
});
