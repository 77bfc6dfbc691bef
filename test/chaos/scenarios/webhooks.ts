/**
 * R35: webhooks come in and events go out while workers, the API, Redis and the receiver are killed. In: each order
 * once. Out: each event at least once, verified by the standard's own library, and never out of order within a subject;
 * and a store that lies hears once what became of its orders.
 */
import { Webhook } from 'standardwebhooks';
import { webhookSignature } from '../../../domain/integration/webhook-signature.ts';
import { createClient, type Client } from '../../helpers/client.ts';
import { createRandom } from '../../http/random.ts';
import { inLanes } from '../../http/wire.ts';
import { anotherOrder, connect, publish, secret, shop } from '../../integration/storefront-rig.ts';
import { checkHouse, drained } from '../checker.ts';
import { pause } from '../program.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';
import { openToldStore, toldUnderFire, type ToldStore } from './told-store.ts';
import { openListener, type Listener } from './webhook-listener.ts';

const lanes = 16;
const patienceMs = 120_000;
// A killed worker's claims expire after a minute.
const deliveredWithinMs = 180_000;

export async function webhooksUnderFire(chaos: Chaos): Promise<Result> {
  const rig = await startRig({
    workers: 2,
    redis: true,
    ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
  });
  const listener = await openListener(chaos.seed + 3);
  const { store, settings } = await openToldStore();
  try {
    const client = createClient(rig.url, rig.organization);
    await connect(client, settings);
    await publish(client, [{ action: 'create_order' }, { action: 'hold', with: { reason: 'MANUAL' } }]);
    const made = await client.post('/api/tenancy/webhook-endpoints', {
      url: listener.url,
      event_types: ['sales_order.*'],
    });
    if (made.status !== 201) throw new Error(made.text);
    const { id: endpointId, secret: signing } = made.body.data as { id: string; secret: string };
    listener.verifier = new Webhook(signing);
    const result = await underFire(chaos, rig, listener, client, endpointId);
    return await andItsStore(chaos, rig, client, store, result);
  } finally {
    await rig.stop();
    await listener.stop();
    store.close();
  }
}

async function andItsStore(
  chaos: Chaos,
  rig: Rig,
  client: Client,
  store: ToldStore,
  result: Result,
): Promise<Result> {
  const random = createRandom(chaos.seed + 7);
  const told = await toldUnderFire(rig, client, store, { random, count: sized(chaos, 200, 20) });
  return {
    figures: { ...result.figures, ...told.figures },
    problems: [...result.problems, ...told.problems],
  };
}

async function underFire(
  chaos: Chaos,
  rig: Rig,
  listener: Listener,
  client: Client,
  endpointId: string,
): Promise<Result> {
  const random = createRandom(chaos.seed);
  const count = sized(chaos, 2_000, 60);
  const faults = sized(chaos, 20, 4);
  const ids = Array.from({ length: count }, (_, at) => String(820_982_911_946_300_000n + BigInt(at)));
  const load = { done: 0, sends: 0, isOver: false };
  const sending = inLanes(ids, lanes, async (id) => {
    // Some storefronts send twice, and most resend what they got no answer for.
    await sendUntilKept(rig, id, load);
    if (random.chance(0.2)) await sendUntilKept(rig, id, load);
    load.done += 1;
  }).finally(() => (load.isOver = true));
  const kills: (() => Promise<void>)[] = [
    () => random.pick(rig.workers).crash(),
    async () => {
      await listener.kill();
      await pause(300);
      await listener.revive();
    },
    async () => {
      const revive = await rig.killRedis();
      await pause(300);
      await revive();
    },
    () => rig.workers[0]!.crash(),
    () => rig.api.crash(),
  ];
  // Accepting is quick and processing is not: the faults are spread over what has been processed.
  let rounds = 0;
  for (let worked = 0; rounds < faults && !(load.isOver && worked === count);) {
    worked = await workedOn(rig);
    if (worked < (count * rounds) / faults) {
      await pause(10);
      continue;
    }
    await kills[rounds % kills.length]!();
    rounds += 1;
  }
  await sending;
  const started = Date.now();
  const drainMs = await drained(rig.owner, patienceMs);
  listener.isFaulty = false;
  const undelivered = await delivered(rig, client, endpointId);
  const problems = [
    ...(rounds < faults / 2 ? [`only ${rounds} of ${faults} faults fell into the load`] : []),
    ...(drainMs === undefined ? ['operations were still open after the time to drain'] : []),
    ...(await checkInbound(rig, ids)),
    ...(await checkOutbound(rig, listener, undelivered)),
    ...(await checkHouse(rig.owner)),
  ];
  return {
    figures: {
      webhooks: count,
      sends: load.sends,
      faults: rounds,
      drain_ms: drainMs ?? '-',
      told_ms: Date.now() - started,
      heard: listener.heard,
      refused: listener.refused,
    },
    problems,
  };
}

async function workedOn({ owner }: Rig): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "select count(*)::int as count from inbound_events where status = 'processed'",
  );
  return rows[0]!.count;
}

async function sendUntilKept(rig: Rig, id: string, load: { sends: number }): Promise<void> {
  const body = anotherOrder(id, id.slice(-6));
  const headers = {
    'content-type': 'application/json',
    'x-storefront-topic': 'orders/create',
    'x-storefront-shop-domain': shop,
    'x-storefront-hmac-sha256': webhookSignature(secret, Buffer.from(body)),
  };
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    load.sends += 1;
    const answer = await fetch(`${rig.url}/api/integration/webhooks/storefront`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    if (answer && answer.status < 500) throw new Error(`a webhook was answered ${answer.status}`);
    await pause(100);
  }
  throw new Error(`the webhook of ${id} was not kept in ${patienceMs} ms`);
}

/** Waits until nothing is pending, with the retry clock turned forward. Returns how many are left. */
async function delivered(rig: Rig, client: Client, endpointId: string): Promise<number> {
  const deadline = Date.now() + deliveredWithinMs;
  for (;;) {
    const { rows } = await rig.owner.query<{ open: number; unread: number }>(
      `select (select count(*)::int from webhook_deliveries where status = 'pending') as open,
              (select count(*)::int from events e where e.type like 'sales_order.%' and not exists (
                 select 1 from webhook_deliveries d where d.event_id = e.id)) as unread`,
    );
    const left = rows[0]!.open + rows[0]!.unread;
    if (left === 0 || Date.now() > deadline) return left;
    await rig.owner.query("update webhook_deliveries set next_try_at = now() where status = 'pending'");
    await client.patch(`/api/tenancy/webhook-endpoints/${endpointId}`, { status: 'active' });
    await pause(1_000);
  }
}

async function checkInbound(rig: Rig, ids: readonly string[]): Promise<string[]> {
  const { rows } = await rig.owner.query<{ id: string; firsts: number; done: number; orders: number }>(
    `select i.id, count(*) filter (where e.status <> 'duplicate')::int as firsts,
            count(*) filter (where e.status = 'processed' and e.order_id is not null)::int as done,
            (select count(*)::int from sales_orders o
              where o.channel_order_no = right(i.id, 6)) as orders
       from unnest($1::text[]) i (id) left join inbound_events e on e.external_id = i.id
      group by i.id`,
    [ids],
  );
  const wrong = rows.filter(({ firsts, done, orders }) => firsts !== 1 || done !== 1 || orders !== 1);
  return wrong
    .slice(0, 5)
    .map(
      ({ id, firsts, done, orders }) =>
        `webhook ${id}: ${firsts} events, ${done} processed, ${orders} orders`,
    );
}

async function checkOutbound(rig: Rig, listener: Listener, undelivered: number): Promise<string[]> {
  const { rows } = await rig.owner.query<{ id: string }>(
    "select id from events where type like 'sales_order.%'",
  );
  const unheard = rows.filter(({ id }) => !listener.accepted.has(id));
  return [
    ...(undelivered > 0 ? [`${undelivered} events were not delivered`] : []),
    ...(unheard.length > 0 ? [`${unheard.length} of ${rows.length} events were never heard`] : []),
    ...listener.problems.slice(0, 5),
  ];
}
