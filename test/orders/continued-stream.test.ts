/**
 * A stream whose first events were written by a server that had counted more transactions than this one, as after rows
 * were brought here from there: readers go on behind their place, and nothing is skipped or told twice.
 */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { openEvents } from '../helpers/event-reader.ts';
import { until } from '../helpers/wait.ts';
import { newItem, newOrder } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const farAhead = 1_000_000_000_000n;

test.serial(
  'events follow those of a server whose numbers were higher, for old readers and new ones',
  async (t) => {
    const { client, standard, owner } = platform;
    await owner.query('update organizations set stream_base = $2 where id = $1', [standard.id, farAhead]);
    const item = await newItem(platform, standard);
    const fresh = await openEvents(platform.url, client);
    t.teardown(() => fresh.hangUp());
    const old = await openEvents(platform.url, client, { headers: { 'last-event-id': `${farAhead}-1` } });
    t.teardown(() => old.hangUp());
    const order = await newOrder(client, [{ item, qty: 1 }]);
    const isTold = ({ events }: typeof fresh): boolean =>
      events.some(({ data }) => data.subject?.id === order.id);
    await until('both are told', () => isTold(fresh) && isTold(old));
    const toldOf = ({ events }: typeof fresh) => events.filter(({ data }) => data.subject?.id === order.id);
    t.is(new Set(toldOf(old).map(({ id }) => id)).size, toldOf(old).length, 'each once');
    const { rows } = await owner.query<{ ahead: boolean }>(
      'select bool_and(transaction_id > $2::text::xid8) as ahead from events where organization_id = $1 and subject_id = $3',
      [standard.id, String(farAhead), order.id],
    );
    t.true(rows[0]!.ahead);
  },
);
