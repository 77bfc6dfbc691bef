/**
 * What an organization does all day, by careful clients behind one address: goods are received and counted up, orders
 * shipped, labels printed, a store's webhooks come in and events go out, a stream is read. And whether all of it is there
 * once, wherever the organization is by then.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createClient } from '../helpers/client.ts';
import type { TestOrganization } from '../helpers/organization.ts';
import { checkReceiving } from './checker.ts';
import { openDesk, type LabelDesk } from './label-desk.ts';
import { newTally, postUntilCertain, send, type Tally } from './persistent-client.ts';
import { startReader } from './persistent-reader.ts';
import { pause } from './program.ts';
import { prepareReceipts, startLoad, type Place } from './receiving-load.ts';
import { openStore } from './store-load.ts';
import type { Scene, Tenant } from './two-cells.ts';

export interface TenantLoad {
  /** Begins nothing more. */
  end(): Promise<void>;
  /** How long each of its counts took that began in that time, in ms. */
  latencies(from: number, to: number): number[];
  /** Sends again what was answered before, and compares. Sentences; empty if all answers are the same. */
  askAgain(times: number): Promise<string[]>;
  judge(): Promise<{ figures: Record<string, number>; problems: string[] }>;
}

const operationsMax = 500_000;
const lanes = { full: { receiving: 3, shipping: 2 }, small: { receiving: 1, shipping: 1 } };
const restMs = 20;

export async function startTenantLoad(
  scene: Scene,
  tenant: Tenant,
  { seed, size }: { seed: number; size: keyof typeof lanes },
): Promise<TenantLoad> {
  const { organization, url } = tenant;
  const place: Place = { url, urls: [url], organization };
  const tally = newTally();
  const client = createClient(url, organization);
  const counting = countUp(place, tally);
  // So that orders find goods whatever is received meanwhile.
  await counting.one(1_000_000);
  const reader = await startReader({
    urls: place.urls,
    organization,
    get owner() {
      return tenant.owner;
    },
  });
  const receiving = startLoad(place, await prepareReceipts(place, 4), {
    operations: operationsMax,
    lanes: lanes[size].receiving,
    seed,
  });
  const store = await openStore(scene, tenant, client, seed);
  const desk: LabelDesk = await openDesk(scene, place, client);
  const shipping = { shipped: 0, problems: [] as string[] };
  let isOver = false;
  const loops = [
    () => counting.one(1),
    ...Array.from({ length: lanes[size].shipping }, () => () => shipOne(place, tally, shipping)),
    () => store.sendOne(),
    () => desk.printOne(tally),
  ].map(async (one) => {
    while (!isOver) {
      await one();
      await pause(restMs);
    }
  });
  const running = Promise.all(loops);
  // Whoever waits for the end hears of a loop that gave up.
  running.catch(() => {});
  return {
    end: async () => {
      isOver = true;
      receiving.enough();
      await Promise.all([running, receiving.finished]);
    },
    latencies: counting.latencies,
    askAgain: counting.askAgain,
    judge: async () => {
      const { owner } = tenant;
      const read = await reader.judge();
      const received = await checkReceiving(
        owner,
        { ...receiving, tally: { ...receiving.tally, serverErrors: [] } },
        0,
        organization.id,
      );
      const errors = [...tally.serverErrors, ...receiving.tally.serverErrors].filter(isOurFault);
      const [stored, printed] = [await store.judge(), await desk.judge(owner)];
      return {
        figures: {
          received: receiving.done,
          lost: received.lost,
          doubled: received.doubled,
          counted: counting.done(),
          shipped: shipping.shipped,
          retried: tally.retried + receiving.tally.retried,
          unserved: tally.unserved + receiving.tally.unserved,
          heard: read.heard,
          resumed: read.resumed,
          ...stored.figures,
          ...printed.figures,
        },
        problems: [
          ...errors.slice(0, 5),
          ...received.problems,
          ...read.problems,
          ...shipping.problems.slice(0, 5),
          ...(await checkCounts(owner, organization, counting.done())),
          ...(await checkShipped(owner, organization, shipping.shipped)),
          ...stored.problems,
          ...printed.problems,
        ],
      };
    },
  };
}

/** That a server went away within a request is told by the proxy as 502 and 504, and the key makes repeating safe. */
const isOurFault = (told: string): boolean => !/^50[24] /.test(told);

interface Counted {
  key: string;
  body: object;
  answer: unknown;
  beganAt: number;
  ms: number;
}

const adjustPath = '/api/wms/inventory/adjust';

/** One after another, each under a key of its own whose answer is kept. */
function countUp(
  place: Place,
  tally: Tally,
): {
  one(qty: number): Promise<void>;
  done(): number;
} & Pick<TenantLoad, 'latencies' | 'askAgain'> {
  const { organization, urls } = place;
  const counted: Counted[] = [];
  return {
    done: () => counted.length,
    one: async (qty) => {
      const body = {
        merchant_id: organization.merchantId,
        item_id: organization.items['PLAIN'],
        warehouse_id: organization.warehouseId,
        location_id: organization.locations['A-05'],
        reason_code: 'found',
        qty_delta: qty,
      };
      const [key, beganAt] = [randomUUID(), Date.now()];
      const answer = await postUntilCertain(urls, organization, adjustPath, key, body, tally);
      if (answer.status !== 200)
        throw new Error(`a count was answered ${answer.status} ${JSON.stringify(answer.body)}`);
      counted.push({ key, body, answer: answer.body, beganAt, ms: Date.now() - beganAt });
    },
    latencies: (from, to) =>
      counted.filter(({ beganAt }) => beganAt >= from && beganAt < to).map(({ ms }) => ms),
    askAgain: async (times) => {
      const wrong: string[] = [];
      const every = Math.max(1, Math.floor(counted.length / times));
      for (let at = 0; at < counted.length; at += every) {
        const { key, body, answer } = counted[at]!;
        const again = await postUntilCertain(urls, organization, adjustPath, key, body, tally);
        if (JSON.stringify(again.body) !== JSON.stringify(answer))
          wrong.push(`a repeated key was answered otherwise: ${JSON.stringify(again.body)}`);
      }
      return wrong;
    },
  };
}

/** An order from draft to its goods' leaving. */
async function shipOne(
  { urls, organization }: Place,
  tally: Tally,
  told: { shipped: number; problems: string[] },
): Promise<void> {
  const step = (path: string, body: object, method: 'POST' | 'PATCH' = 'PATCH') =>
    postUntilCertain(urls, organization, path, randomUUID(), body, tally, method);
  const line = { product_id: organization.items['PLAIN'], qty: 1, price: 9.5 };
  const draft = await step('/api/oms/orders', { lines: [line] }, 'POST');
  const order = `/api/oms/orders/${draft.body?.data?.id}`;
  await step(order, { action: 'submit' });
  await step(order, { action: 'approve' });
  const pushed = await step(`${order}/push-to-wms`, {}, 'POST');
  const shipment = pushed.body?.data?.wms_shipments?.[0]?.id;
  const left = await step(`/api/wms/shipments/${shipment}`, { action: 'ship' });
  if (left.status === 200) told.shipped += 1;
  else told.problems.push(`an order was not shipped: ${left.status} ${JSON.stringify(left.body)}`);
}

async function checkCounts(owner: pg.Pool, { id }: TestOrganization, counts: number): Promise<string[]> {
  const { rows } = await owner.query<{ many: number }>(
    `select count(*)::int as many from inventory_ledger where organization_id = $1 and transaction_type = 'adjust'`,
    [id],
  );
  return rows[0]!.many === counts ? [] : [`${counts} counts were answered and ${rows[0]!.many} are there`];
}

async function checkShipped(owner: pg.Pool, { id }: TestOrganization, shipped: number): Promise<string[]> {
  const { rows } = await owner.query<{ left: number; units: number }>(
    `select (select count(*)::int from wms_shipments where organization_id = $1 and status = 'shipped') as left,
            (select -coalesce(sum(qty_delta), 0)::int from inventory_ledger
              where organization_id = $1 and transaction_type = 'ship') as units`,
    [id],
  );
  const { left, units } = rows[0]!;
  return left === shipped && units === shipped
    ? []
    : [`${shipped} orders were answered as shipped, ${left} are, with ${units} units`];
}

/** What the API answers to a read, for whoever only wants to know whether it is served. */
export async function statusOf(url: string, organization: TestOrganization): Promise<number> {
  return (await send(url, organization, 'GET', '/api/tenancy/settings')).status;
}
