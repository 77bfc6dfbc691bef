/** Who asks for events by a name that does not exist is told so, instead of waiting for them for ever. */
import test from 'ava';
import { joinPlatform, type Platform } from '../helpers/join-platform.ts';
import { until } from '../helpers/wait.ts';
import { newItem, newOrder } from './orders-rig.ts';

let platform: Platform & { stop(): Promise<void> };
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

const misspelled = [
  'sales_order',
  'sales_order.relased',
  'shipment.shipped',
  'orders.*',
  'sales_order.*,wave',
];

test('a type that is no event is refused by stream, list and subscription alike', async (t) => {
  const { client } = platform;
  for (const types of misspelled) {
    for (const path of ['/api/events', '/api/events/stream']) {
      const answer = await client.get(`${path}?types=${types}`);
      t.is(answer.status, 400, `${path} ${types}: ${answer.text}`);
      t.like(answer.body.error, { details: [{ path: 'types', code: 'event_unknown' }] });
    }
  }
  const url = 'https://hooks.example.com/in';
  for (const type of misspelled.filter((name) => name.includes('.') && !name.includes(','))) {
    const { status, body, text } = await client.post('/api/tenancy/webhook-endpoints', {
      url,
      event_types: ['sales_order.*', type],
    });
    t.is(status, 400, text);
    t.is(body.error.details[0].path, 'event_types.1');
    t.true(body.error.message.includes(type), text);
  }
});

test('* is everything, wherever events are named', async (t) => {
  const { client, standard } = platform;
  await newOrder(client, [{ item: await newItem(platform, standard), qty: 1 }]);
  const eventsAt = async (query: string) => (await client.get(`/api/events?${query}`)).body.data.events;
  // An event is listed once nothing older can still commit: other files' transactions delay it.
  await until('the order is an event', async () => (await eventsAt('limit=500')).length > 0);
  const all = await eventsAt('limit=500');
  const starred = await eventsAt('limit=500&types=*');
  t.deepEqual(starred.slice(0, all.length), all);
});
