import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { drive, newItem, newOrder, putStock } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

interface Received {
  id: string;
  event: string;
  data: any;
}

/** Follows the stream until `until` is true of what arrived, then disconnects. */
async function follow(
  query: string,
  headers: Record<string, string>,
  until: (received: Received[]) => boolean,
  opened: () => void = () => {},
): Promise<Received[]> {
  const { accessToken, organizationId } = platform.client;
  const hangUp = new AbortController();
  const response = await fetch(`${platform.url}/api/events/stream${query}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'x-organization-id': organizationId, ...headers },
    signal: hangUp.signal,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const received: Received[] = [];
  let text = '';
  try {
    for await (const chunk of response.body!.pipeThrough(
      new TextDecoderStream() as never,
    ) as unknown as AsyncIterable<string>) {
      text += chunk;
      if (text.includes(': open')) opened();
      const parts = text.split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const field = (name: string) =>
          part
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        if (field('data'))
          received.push({ id: field('id')!, event: field('event')!, data: JSON.parse(field('data')!) });
      }
      if (until(received)) break;
    }
  } finally {
    hangUp.abort();
  }
  return received;
}

test('the stream tells each step once, in order, and goes on after Last-Event-ID', async (t) => {
  const { client, standard } = platform;
  const item = await newItem(platform, standard);
  await putStock(platform, standard, [{ item, qty: 5 }]);
  const order = await newOrder(client, [{ item, qty: 1 }]);
  let opened = (): void => {};
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const following = follow(`?subject_id=${order.id}`, {}, (all) => all.length >= 3, opened);
  await isOpen;
  await drive(client, order.id, 'submit', 'approve', 'push-to-wms');
  const first = await following;
  t.deepEqual(
    first.slice(0, 3).map(({ event }) => event),
    ['sales_order.submitted', 'sales_order.confirmed', 'sales_order.released'],
  );
  t.deepEqual(
    first.map(({ data }) => data.sequence),
    first.map((_, index) => index + 2),
  );
  t.is(first[0]!.data.data.previous_status, 'draft');

  const after = await follow(
    `?subject_id=${order.id}`,
    { 'last-event-id': first[1]!.id },
    (all) => all.length >= 2,
  );
  t.deepEqual(
    after.slice(0, 2).map(({ event }) => event),
    ['sales_order.released', 'wms_shipment.commit'],
  );
  const only = await follow(
    '?types=wms_shipment.*',
    { 'last-event-id': first[0]!.id },
    (all) => all.length >= 1,
  );
  t.is(only[0]!.event, 'wms_shipment.commit');
});

test('a transaction that commits late is not skipped', async (t) => {
  const { standard, owner } = platform;
  const write = `insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id)
                 values ($1, gen_random_uuid(), $2, 'sales_order', gen_random_uuid(), 1, '{}', gen_random_uuid())`;
  let opened = (): void => {};
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const following = follow(
    '?types=sales_order.held,sales_order.hold_released',
    {},
    (all) => all.length >= 2,
    opened,
  );
  await isOpen;
  const late = await owner.connect();
  try {
    await late.query('begin');
    await late.query(write, [standard.id, 'sales_order.held']);
    await owner.query(write, [standard.id, 'sales_order.hold_released']);
    await late.query('commit');
  } finally {
    late.release();
  }
  t.deepEqual((await following).map(({ event }) => event).sort(), [
    'sales_order.held',
    'sales_order.hold_released',
  ]);
});

test('the stream refuses a broken position and a token that may see nothing', async (t) => {
  const error = await t.throwsAsync(follow('', { 'last-event-id': 'nonsense' }, () => true));
  t.regex(error!.message, /^400 /);
  const none = await platform.clientWith(platform.standard, ['ops.view']);
  t.is((await none.get('/api/events/stream')).status, 403);
});
