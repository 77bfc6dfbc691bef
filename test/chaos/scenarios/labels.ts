/**
 * R38: labels bought while the workers, Redis and the carrier are killed, and the carrier answers late, wrongly or never.
 * Where it deduplicates or can be asked, what was sold there is bought here and nothing else, to the cent; what can do
 * neither is never sold twice, and is settled by a person who looks.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decimal, sum } from '../../../domain/decimal.ts';
import { createClient, type Client } from '../../helpers/client.ts';
import { createRandom } from '../../http/random.ts';
import { inLanes } from '../../http/wire.ts';
import { token, type Sold } from '../../parcels/far-carrier.ts';
import { pause, Program } from '../program.ts';
import { portKept } from '../port-kept.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

const msMax = 270_000;
const lanes = 8;

interface Row {
  id: string;
  state: string;
  far_side: string;
  amount: string | null;
  is_at_rest: boolean;
}

export async function labelsUnderFire(chaos: Chaos): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'warehouse-carrier-'));
  const port = await portKept();
  const carrier = new Program({
    file: 'test/chaos/outside/carrier-main.js',
    env: { JOURNAL: path.join(folder, 'sold'), PORT: String(port), SEED: String(chaos.seed) },
    logFile: path.join(folder, 'carrier.log'),
  });
  const rig = await startRig({
    workers: 2,
    redis: true,
    ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
  });
  try {
    await carrier.start();
    return await underFire(chaos, rig, carrier, `http://127.0.0.1:${port}`);
  } finally {
    if (carrier.isRunning) await carrier.stop();
    await rig.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underFire(chaos: Chaos, rig: Rig, carrier: Program, url: string): Promise<Result> {
  const random = createRandom(chaos.seed);
  const client = createClient(rig.url, rig.organization);
  const accounts = await openAccounts(client, rig, url);
  const shipments = await makeShipments(client, rig, sized(chaos, 2_000, 45));
  let isOver = false;
  let kills = 0;
  const faults = [
    // Whoever was killed asks no more, so what it had claimed may be asked for at once.
    async () => {
      await Promise.all(rig.workers.map((worker) => worker.crash()));
      await rig.owner.query('update label_purchases set claimed_until = least(claimed_until, now())');
    },
    () => carrier.crash(),
    async () => {
      const revive = await rig.killRedis();
      await pause(300);
      await revive();
    },
  ];
  const burning = (async () => {
    while (!isOver && kills < sized(chaos, 60, 6)) {
      await pause(1_500);
      await random.pick(faults)();
      kills += 1;
    }
  })();
  const buying = inLanes(shipments, lanes, (shipmentId) =>
    buy(client, {
      shipment_id: shipmentId,
      account_id: random.pick(accounts),
      service_code: 'GROUND',
      weight_kg: 1,
      print: false,
    }),
  );
  try {
    // Whichever of the two fails first is the reason: left alone, the other's end would be nobody's, and end the process.
    await Promise.all([buying, burning]);
  } finally {
    isOver = true;
    await Promise.allSettled([buying, burning]);
  }
  const run = await untilSettled(client, rig, url);
  return judge(rig, url, { ...run, kills, wanted: shipments.length });
}

async function openAccounts(client: Client, { organization }: Rig, url: string): Promise<string[]> {
  await client.patch(`/api/wms/warehouses/${organization.warehouseId}`, {
    address: { address: '1 Dock Rd', city: 'Columbus', country: 'US' },
  });
  const ids: string[] = [];
  for (const [far_side, below] of [
    ['answers', 'plain'],
    ['deduplicates', 'keyed'],
    ['neither', 'plain'],
  ]) {
    const made = await client.post('/api/tms/carrier-accounts', {
      adapter: 'generic',
      name: far_side,
      far_side,
      api_url: `${url}/generic/${below}`,
      credentials: { token },
      settle_after_seconds: 2,
    });
    if (made.status !== 201) throw new Error(made.text);
    ids.push(made.body.data.id);
  }
  return ids;
}

async function makeShipments(client: Client, { organization }: Rig, count: number): Promise<string[]> {
  const { warehouseId: warehouse_id, items, locations } = organization;
  const item_id = items['PLAIN']!;
  const stocked = await client.post('/api/wms/inventory/adjust', {
    warehouse_id,
    item_id,
    location_id: locations['A-01'],
    qty_delta: count,
    reason_code: 'found',
  });
  if (stocked.status >= 300) throw new Error(stocked.text);
  const ids: string[] = [];
  await inLanes(Array.from({ length: count }), lanes, async () => {
    const body = {
      warehouse_id,
      lines: [{ item_id, qty: 1 }],
      ship_to: { name: 'Ann', address: '1 Main St', city: 'Dayton', country: 'US' },
    };
    const headers = { 'idempotency-key': randomUUID() };
    const make = () => client.post('/api/wms/shipments', body, { headers });
    let made = await make();
    // A busy machine takes longer than a request waits.
    for (; made.status === 202; made = await make()) await pause(200);
    if (made.status !== 201) throw new Error(made.text);
    ids.push(made.body.data.id);
  });
  return ids;
}

interface Buying {
  shipment_id: string;
  account_id: string;
  service_code: string;
  weight_kg: number;
  print: boolean;
}

/** Repeated until it is answered, as a careful client does; a refusal is an answer. */
async function buy(client: Client, body: Buying): Promise<void> {
  const headers = { prefer: 'respond-async', 'idempotency-key': `buy ${body.shipment_id}` };
  const deadline = Date.now() + msMax;
  for (;;) {
    const answer = await client.post('/api/tms/labels', body, { headers }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    if (Date.now() > deadline) throw new Error(`A label could not be asked for: ${answer?.text}`);
    await pause(100);
  }
}

const readRows = async ({ owner }: Rig): Promise<Row[]> =>
  (
    await owner.query<Row>(
      `select p.id, p.state, a.far_side, p.amount,
              p.state in ('bought', 'refused') or (p.state = 'unknown' and p.next_try_at is null) as is_at_rest
         from label_purchases p join carrier_accounts a on a.id = p.account_id`,
    )
  ).rows;

/** On a connection of its own: one that was kept may have been closed by now. */
async function readSold(url: string): Promise<{ sold: Sold[]; underWay: number }> {
  const answer = await fetch(`${url}/sold`, { headers: { connection: 'close' } });
  return (await answer.json()) as { sold: Sold[]; underWay: number };
}

/** After many tries in vain the next is minutes away, since the far side may be; this one is back. */
const hurry = ({ owner }: Rig): Promise<unknown> =>
  owner.query(
    `update label_purchases set next_try_at = now() + interval '5 seconds' where next_try_at > now() + interval '10 seconds'`,
  );

interface Settled {
  isSettled: boolean;
  /** Sold twice before a person had decided anything. */
  twiceAlone: number;
  decided: number;
}

/** Has a person look at the carrier, and decide, once only what waits for one is left. */
async function untilSettled(client: Client, rig: Rig, url: string): Promise<Settled> {
  const run: Settled = { isSettled: false, twiceAlone: 0, decided: 0 };
  let [deadline, fewest] = [Date.now() + msMax, Infinity];
  while (Date.now() < deadline) {
    await pause(250);
    const rows = await readRows(rig);
    const { sold, underWay } = await readSold(url);
    const left = rows.filter(({ state }) => state !== 'bought' && state !== 'refused').length;
    // As long as it goes on it is waited for: how fast is none of its business.
    if (left < fewest) [deadline, fewest] = [Date.now() + msMax, left];
    await hurry(rig);
    if (underWay > 0 || rows.some(({ is_at_rest: isAtRest }) => !isAtRest)) continue;
    const open = rows.filter(({ state }) => state === 'unknown');
    if (open.length === 0) return { ...run, isSettled: true };
    if (run.decided === 0)
      run.twiceAlone = sold.length - new Set(sold.map(({ reference }) => reference)).size;
    for (const { id } of open) {
      const found = sold.find(({ reference }) => reference === id);
      const answer = await client.patch(
        `/api/tms/labels/${id}`,
        found
          ? {
              action: 'adopt',
              reason: 'It is on their page.',
              tracking_no: found.tracking_no,
              amount: Number(found.amount),
              currency: 'USD',
            }
          : { action: 'retry', reason: 'They do not have it.' },
      );
      if (answer.status !== 200) throw new Error(answer.text);
      run.decided += 1;
    }
  }
  return run;
}

async function judge(
  rig: Rig,
  url: string,
  { isSettled, twiceAlone, decided, kills, wanted }: Settled & { kills: number; wanted: number },
): Promise<Result> {
  const problems: string[] = [];
  const rows = await readRows(rig);
  const { sold } = await readSold(url);
  if (!isSettled) problems.push(`Not everything was settled: nothing more was within ${msMax} ms.`);
  if (rows.length !== wanted) problems.push(`${wanted} labels were asked for, and ${rows.length} are there.`);
  if (twiceAlone > 0) problems.push(`${twiceAlone} were sold twice, and no person had decided.`);
  for (const { id, state, far_side: side } of rows) {
    const times = sold.filter(({ reference }) => reference === id).length;
    if (times !== (state === 'bought' ? 1 : 0))
      problems.push(`A label (${side}) is ${state} here and was sold ${times} times there.`);
  }
  const there = sum(sold.map(({ amount }) => decimal(amount)));
  const here = sum(rows.map(({ amount }) => decimal(amount ?? 0)));
  if (!there.eq(here)) problems.push(`${there.toFixed(2)} were asked there, ${here.toFixed(2)} are here.`);
  const bought = rows.filter(({ state }) => state === 'bought').length;
  const figures = {
    labels: rows.length,
    bought,
    kills,
    'decided by a person': decided,
    amount: here.toFixed(2),
  };
  return { figures, problems: problems.slice(0, 20) };
}
