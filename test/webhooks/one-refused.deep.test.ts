/** What a subscriber refuses holds back its own subject and nothing else; an endpoint that fails as a whole is paused. */
import { createServer, type AddressInfo } from 'node:net';
import test from 'ava';
import { startPlatform, type OwnPlatform } from '../helpers/platform.ts';
import { until } from '../helpers/wait.ts';
import { startReceiver } from './receiver.ts';

let platform: OwnPlatform & { stop(): Promise<void> };
test.before(async () => {
  platform = await startPlatform(undefined);
});
test.after.always(() => platform?.stop());

const endpoints = '/api/tenancy/webhook-endpoints';

async function subscribe(url: string): Promise<string> {
  const made = await platform.client.post(endpoints, { url, event_types: ['sales_order.created'] });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data.id;
}

const shown = async (id: string): Promise<any> => (await platform.client.get(`${endpoints}/${id}`)).body.data;

const deliveriesOf = async (id: string, more = ''): Promise<any[]> =>
  (await platform.client.get(`/api/tenancy/webhook-deliveries?endpoint_id=${id}&page_size=200${more}`)).body
    .data;

async function order(): Promise<string> {
  const lines = [{ product_id: platform.standard.items['PLAIN'], qty: 1, price: 1 }];
  return (await platform.client.post('/api/oms/orders', { lines })).body.data.id;
}

async function listener(t: { teardown(fn: () => Promise<void>): void }) {
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  return receiver;
}

async function isOff(t: { teardown(fn: () => Promise<void>): void }, id: string): Promise<void> {
  t.teardown(async () => {
    await platform.client.patch(`${endpoints}/${id}`, { status: 'disabled' });
  });
}

test.serial('an order whose event is refused for ever keeps no other order’s waiting', async (t) => {
  const receiver = await listener(t);
  const id = await subscribe(receiver.url);
  await isOff(t, id);
  let bad = '';
  receiver.answer = ({ subject }) => (subject.id === bad || bad === '' ? 500 : 204);
  bad = await order();
  await until('it was refused', () => receiver.heard.length > 0);
  await until('the refusal is recorded', async () => (await deliveriesOf(id))[0]?.attempts > 0);
  const others = await Promise.all(Array.from({ length: 20 }, order));
  await until('the others were heard', () =>
    others.every((one) => receiver.heard.some(({ event }) => event.subject.id === one)),
  );
  t.true(receiver.heard.filter(({ event }) => event.subject.id === bad).length <= 2, 'before its third try');
  t.like(await shown(id), { paused_since: null, paused_until: null, pause_reason: null });
});

test.serial('a subscriber that fails every third request gets the others meanwhile', async (t) => {
  const receiver = await listener(t);
  const id = await subscribe(receiver.url);
  await isOff(t, id);
  let asked = 0;
  receiver.answer = () => ((asked += 1) % 3 === 0 ? 500 : 204);
  await Promise.all(Array.from({ length: 60 }, order));
  await until('each was tried', async () => {
    const all = await deliveriesOf(id);
    return all.length === 60 && all.every(({ attempts }) => attempts > 0);
  });
  const pending = await deliveriesOf(id, '&status=pending');
  t.true(pending.length <= 20, `${pending.length} wait for their second try`);
});

test.serial('asked to wait, the endpoint waits as long as it was asked to, and says so', async (t) => {
  const receiver = await listener(t);
  const id = await subscribe(receiver.url);
  await isOff(t, id);
  receiver.answer = () => 429;
  receiver.headers = { 'retry-after': '3000' };
  await order();
  const paused = await until('it is paused', async () => {
    const found = await shown(id);
    return found.paused_until !== null && found;
  });
  t.is(paused.pause_reason, 'asked_to_wait');
  t.is(Date.parse(paused.paused_until) - Date.parse(paused.paused_since), 3_000_000);
  receiver.answer = () => 204;
  await order();
  await until('the second waits too', async () => (await deliveriesOf(id)).length === 2);
  const refusedAt = (await deliveriesOf(id)).find(({ attempts }) => attempts === 1)!.next_try_at;
  t.true(Date.parse(refusedAt) >= Date.parse(paused.paused_until));
  t.is(receiver.heard.length, 1);
  await platform.client.patch(`${endpoints}/${id}`, { status: 'active' });
  await until('both arrive', () => receiver.heard.length === 3);
  await until('it is no longer paused', async () => (await shown(id)).failing_since === null);
  t.like(await shown(id), { paused_since: null, paused_until: null, pause_reason: null });
});

test.serial('an endpoint nobody reaches is paused at once; one that refuses all, after eight', async (t) => {
  const closed = createServer();
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve);
  });
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => {
    closed.close(resolve);
  });
  const away = await subscribe(`http://127.0.0.1:${port}/`);
  await isOff(t, away);
  await order();
  const unreachable = await until('it is paused', async () => {
    const found = await shown(away);
    return found.paused_until !== null && found;
  });
  t.is(unreachable.pause_reason, 'unreachable');

  const receiver = await listener(t);
  receiver.answer = () => 500;
  const id = await subscribe(receiver.url);
  await isOff(t, id);
  for (let count = 1; count <= 7; count += 1) await order();
  await until('seven were refused', async () => {
    const all = await deliveriesOf(id);
    return all.length === 7 && all.every(({ attempts }) => attempts > 0);
  });
  t.is((await shown(id)).pause_reason, null);
  await order();
  const failing = await until('it is paused', async () => {
    const found = await shown(id);
    return found.paused_until !== null && found;
  });
  t.is(failing.pause_reason, 'failing');
  receiver.answer = () => 204;
  await until('it is tried again and works', async () => (await shown(id)).failing_since === null);
  t.like(await shown(id), { paused_since: null, paused_until: null, pause_reason: null });
});

test.serial(
  'what a subscriber took is recorded again when it cannot be at first, and not sent again',
  async (t) => {
    const receiver = await listener(t);
    const id = await subscribe(receiver.url);
    await isOff(t, id);
    // A sequence counts what is rolled back too.
    await platform.owner.query(`
    create sequence faults;
    grant usage on sequence faults to public;
    create function fail_thrice() returns trigger language plpgsql as $$
      begin
        if nextval('faults') <= 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
    create trigger fail_thrice before update on webhook_deliveries for each row
      when (new.status = 'delivered') execute function fail_thrice();
  `);
    const made = await order();
    await until('it is recorded', async () => (await deliveriesOf(id, '&status=delivered')).length === 1);
    t.is(receiver.heard.filter(({ event }) => event.subject.id === made).length, 1);
  },
);
