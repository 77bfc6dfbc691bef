/** A store that tells an organization of its orders, and a subscriber that is told of them. */
import type pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { webhookSignature } from '../../domain/integration/webhook-signature.ts';
import type { Client } from '../helpers/client.ts';
import { anotherOrder, connect, publish, secret } from '../integration/storefront-rig.ts';
import { patienceMs } from './persistent-client.ts';
import { pause } from './program.ts';
import { openListener } from './scenarios/webhook-listener.ts';
import type { Scene, Tenant } from './two-cells.ts';

export interface Store {
  sendOne(): Promise<void>;
  judge(): Promise<{ figures: Record<string, number>; problems: string[] }>;
}

// A killed worker's claims expire after a minute.
const toldWithinMs = 180_000;

export async function openStore(scene: Scene, tenant: Tenant, client: Client, seed: number): Promise<Store> {
  const listener = await openListener(seed);
  listener.isFaulty = false;
  scene.teardown(() => listener.stop());
  await connect(client, { store_domain: tenant.store });
  await publish(client, [{ action: 'create_order' }]);
  const made = await client.post('/api/tenancy/webhook-endpoints', {
    url: listener.url,
    // Those of an order's shipments are its own.
    event_types: ['sales_order.*', 'wms_shipment.*'],
  });
  if (made.status !== 201) throw new Error(made.text);
  listener.verifier = new Webhook(made.body.data.secret as string);
  const ids: string[] = [];
  return {
    sendOne: async () => {
      const id = String(820_982_911_946_300_000n + BigInt(ids.length));
      ids.push(id);
      await sendUntilKept(tenant, id);
    },
    judge: async () => {
      const { owner, organization } = tenant;
      await workedOn(owner, organization.id, ids.length);
      const unheard = await toldAll(owner, organization.id, listener.accepted);
      return {
        figures: { webhooks: ids.length, told: listener.accepted.size },
        problems: [
          ...(await checkKept(owner, organization.id, ids)),
          ...(unheard > 0 ? [`${unheard} events were never told`] : []),
          ...listener.problems.slice(0, 5),
        ],
      };
    },
  };
}

/** As a store does: again until it is answered with success. */
async function sendUntilKept({ url, store }: Tenant, id: string): Promise<void> {
  const body = anotherOrder(id, id.slice(-6));
  const headers = {
    'content-type': 'application/json',
    'x-storefront-topic': 'orders/create',
    'x-storefront-shop-domain': store,
    'x-storefront-hmac-sha256': webhookSignature(secret, Buffer.from(body)),
  };
  const deadline = Date.now() + patienceMs;
  let last = 'nothing';
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/api/integration/webhooks/storefront`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    last = answer ? `${answer.status} ${await answer.text().catch(() => '')}` : 'nothing';
    if (answer?.status === 200) return;
    if (answer && answer.status < 500 && answer.status !== 421)
      throw new Error(`a webhook was answered ${last}`);
    await pause(100);
  }
  throw new Error(`the webhook of ${id} was not kept in ${patienceMs} ms, at last ${last}`);
}

async function workedOn(owner: pg.Pool, organizationId: string, count: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let done = 0; done < count && Date.now() < deadline; await pause(200)) {
    const { rows } = await owner.query<{ done: number }>(
      "select count(*)::int as done from inbound_events where organization_id = $1 and status = 'processed'",
      [organizationId],
    );
    done = rows[0]!.done;
  }
}

/** How many events of orders nobody has been told in the end; the retry clock is turned forward meanwhile. */
async function toldAll(owner: pg.Pool, organizationId: string, told: ReadonlySet<string>): Promise<number> {
  const deadline = Date.now() + toldWithinMs;
  for (;;) {
    const { rows } = await owner.query<{ id: string }>(
      "select id from events where organization_id = $1 and subject_type = 'sales_order'",
      [organizationId],
    );
    const untold = rows.filter(({ id }) => !told.has(id)).length;
    if (untold === 0 || Date.now() > deadline) return untold;
    await owner.query(
      "update webhook_deliveries set next_try_at = now() where organization_id = $1 and status = 'pending'",
      [organizationId],
    );
    await pause(500);
  }
}

async function checkKept(owner: pg.Pool, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; firsts: number; done: number; orders: number }>(
    `select i.id, count(*) filter (where e.status <> 'duplicate')::int as firsts,
            count(*) filter (where e.status = 'processed' and e.order_id is not null)::int as done,
            (select count(*)::int from sales_orders o
              where o.organization_id = $2 and o.channel_order_no = right(i.id, 6)) as orders
       from unnest($1::text[]) i (id)
       left join inbound_events e on e.external_id = i.id and e.organization_id = $2
      group by i.id`,
    [ids, organizationId],
  );
  return rows
    .filter(({ firsts, done, orders }) => firsts !== 1 || done !== 1 || orders !== 1)
    .slice(0, 5)
    .map(
      ({ id, firsts, done, orders }) =>
        `webhook ${id}: ${firsts} events, ${done} processed, ${orders} orders`,
    );
}
