/**
 * The part of R35 in which a store that lies, loses and delays is told by itself which of its orders were cancelled, while
 * workers are killed: each once, and the proof of agreement says so.
 */
import { startLyingStore, type Mood } from '../../channels/lying-store.ts';
import { token } from '../../channels/order-store.ts';
import type { Client } from '../../helpers/client.ts';
import type { Random } from '../../http/random.ts';
import { inLanes } from '../../http/wire.ts';
import { pause } from '../program.ts';
import type { Rig } from '../rig.ts';

const lies: readonly Mood[] = ['refuses', 'takes and fails', 'takes and hangs up', 'loses', 'takes late'];
const lanes = 4;
const kills = 4;
const lyingMs = 10_000;
const toldWithinMs = 120_000;

export type ToldStore = Awaited<ReturnType<typeof startLyingStore>>;

/** The store, and what its connection needs to reach it. */
export async function openToldStore(): Promise<{ store: ToldStore; settings: object }> {
  const store = await startLyingStore();
  return { store, settings: { api_url: store.url, credentials: { access_token: token } } };
}

export async function toldUnderFire(
  { owner, workers }: Rig,
  client: Client,
  store: ToldStore,
  { random, count }: { random: Random; count: number },
): Promise<{ figures: Record<string, number>; problems: string[] }> {
  const { rows: orders } = await owner.query<{ order_id: string; external_id: string }>(
    `select distinct order_id, external_id from inbound_events
      where order_id is not null and status = 'processed' order by external_id limit $1`,
    [count],
  );
  let lied = 0;
  store.mood = () => {
    if (random.chance(0.5)) return 'honest';
    lied += 1;
    return random.pick(lies);
  };
  const cancelling = inLanes(orders, lanes, async ({ order_id: id }) => {
    const answer = await client.patch(`/api/oms/orders/${id}`, { action: 'cancel' });
    if (answer.status >= 300) throw new Error(answer.text);
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await random.pick(workers).crash();
    await pause(500);
  }
  await cancelling;
  const began = Date.now();
  for (;;) {
    const passed = Date.now() - began;
    if (passed > lyingMs) store.mood = () => 'honest';
    const { rows } = await owner.query<{ told: number }>(
      `select count(*)::int as told from channel_pushes where kind = 'cancellation' and sent_version = version`,
    );
    if (rows[0]!.told === orders.length || passed > toldWithinMs) break;
    // As if a minute had passed since what is a second old: the store takes nothing later than that.
    await owner.query(
      `update channel_pushes
          set next_try_at = now(), unknown_since = case when unknown_since < now() - interval '1 second'
                                                        then now() - interval '2 minutes' else unknown_since end
        where sent_version < version and claim is null`,
    );
    await pause(1_000);
  }
  const differing = await client.get('/api/integration/agreement/orders?differs=true');
  const disagreeing: string[] = [];
  await inLanes(orders, lanes, async ({ order_id: id, external_id: external }) => {
    const { body } = await client.get(`/api/integration/agreement/orders?order_id=${id}`);
    if (body.data?.length === 0 || !body.data?.every(({ agrees }: any) => agrees)) disagreeing.push(external);
  });
  const wrong = orders.filter(
    ({ external_id: id }) => store.cancelled.filter((one) => one === id).length !== 1,
  );
  return {
    figures: { cancelled: orders.length, lies: lied, told_store_ms: Date.now() - began },
    problems: [
      ...wrong
        .slice(0, 5)
        .map(({ external_id: id }) => `the cancellation of ${id} did not reach its store exactly once`),
      ...(store.cancelled.length === orders.length
        ? []
        : [`the store cancelled ${store.cancelled.length} times`]),
      ...disagreeing.slice(0, 5).map((id) => `the page of ${id} does not show it to agree`),
      ...(differing.body.data?.length === 0 ? [] : [`the store is not shown to agree: ${differing.text}`]),
    ],
  };
}
