/**
 * R38: labels bought, by account and by the rules, taken back and put on manifests while the workers, Redis and the carrier
 * are killed, a worker stands still for longer than its claims, and the carrier answers late, wrongly or never. Where it
 * deduplicates or can be asked, what was sold there is bought here and nothing else, to the cent, what was taken back
 * there is voided here, and each label is on the one manifest it is on there; what can do neither is never sold twice,
 * and is settled by a person who looks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decimal, sum } from '../../../domain/decimal.ts';
import { createClient, type Client } from '../../helpers/client.ts';
import { createRandom } from '../../http/random.ts';
import { inLanes } from '../../http/wire.ts';
import { buy, lanes, makeShipments, openAccounts, openRules, type Account } from '../label-load.ts';
import { closeDay, decide, readFar, readManifests, takeBack } from '../label-day.ts';
import { pause, Program } from '../program.ts';
import { portKept } from '../port-kept.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

const msMax = 270_000;
// Longer than what was lost has to settle, and longer than a claim holds.
const [shortMs, longMs] = [3_000, 100_000];

interface Row {
  id: string;
  state: string;
  far_side: string;
  attempts: number;
  last_error: string | null;
  amount: string | null;
  manifest_id: string | null;
  is_manifested: boolean;
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
  } catch (fault) {
    if (carrier.isRunning) throw fault;
    throw new Error(`The carrier is not there: ${carrier.lastWords()}`, { cause: fault });
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
  await openRules(client, accounts);
  const shipments = await makeShipments(client, rig, sized(chaos, 2_000, 24));
  let isOver = false;
  let kills = 0;
  const faults = [
    // Whoever was killed asks no more, so what it had claimed may be asked for at once.
    async () => {
      await Promise.all(rig.workers.map((worker) => worker.kill()));
      for (const table of ['label_purchases', 'manifests'])
        await rig.owner.query(`update ${table} set claimed_until = now() where claimed_until > now()`);
      await Promise.all(rig.workers.map((worker) => worker.start()));
    },
    () => carrier.crash(),
    async () => {
      const revive = await rig.killRedis();
      await pause(300);
      await revive();
    },
  ];
  const killsMax = sized(chaos, 60, 4);
  const burning = (async () => {
    while (!isOver && kills < killsMax) {
      await pause(1_500);
      await random.pick(faults)();
      if (kills === 1) await standStill(rig, chaos.size === 0 ? shortMs : longMs);
      kills += 1;
      await takeBack(client, rig);
      await closeDay(client, rig, accounts);
    }
  })();
  const buying = inLanes(shipments, lanes, (shipment_id) => {
    const of = random.pick([...accounts, undefined]);
    const by = of && { account_id: of.id, service_code: of.service_code };
    return buy(client, { shipment_id, ...by, weight_kg: 1, print: false });
  });
  try {
    // Whichever of the two fails first is the reason: left alone, the other's end would be nobody's, and end the process.
    await Promise.all([buying, burning]);
  } finally {
    isOver = true;
    await Promise.allSettled([buying, burning]);
  }
  const run = await untilSettled(client, rig, { url, accounts });
  return judge(rig, url, { ...run, kills, wanted: shipments.length });
}

/** One worker, in the midst of what it is asking; the other claims what is its own. */
async function standStill({ workers }: Rig, ms: number): Promise<void> {
  workers[0]!.signal('SIGSTOP');
  await pause(ms);
  workers[0]!.signal('SIGCONT');
}

const readRows = async ({ owner }: Rig): Promise<Row[]> =>
  (
    await owner.query<Row>(
      `select p.id, p.state, coalesce(a.far_side, 'chosen by nobody') as far_side, p.attempts, p.last_error, p.amount, p.manifest_id, p.manifested_at is not null as is_manifested,
              p.state in ('bought', 'refused', 'voided')
              or (p.state in ('unknown', 'void_unknown') and p.next_try_at is null) as is_at_rest
         from label_purchases p left join carrier_accounts a on a.id = p.account_id`,
    )
  ).rows;

/** After many tries in vain the next is minutes away, since the far side may be; this one is back. */
const hurry = async ({ owner }: Rig): Promise<void> => {
  for (const table of ['label_purchases', 'manifests'])
    await owner.query(
      `update ${table} set next_try_at = now() + interval '5 seconds'
        where id in (select id from ${table} where next_try_at > now() + interval '10 seconds' for update skip locked)`,
    );
};

interface Settled {
  isSettled: boolean;
  /** Sold twice before a person had decided anything. */
  twiceAlone: number;
  decided: number;
}

/** A label that nobody will do anything with any more: refused, voided, or gone with its day. */
const isEnded = ({ state, is_manifested: isManifested }: Row): boolean =>
  state === 'refused' || state === 'voided' || (state === 'bought' && isManifested);

/** Has a person look at the carrier, and decide, once only what waits for one is left; then what is left goes its way. */
async function untilSettled(
  client: Client,
  rig: Rig,
  { url, accounts }: { url: string; accounts: readonly Account[] },
): Promise<Settled> {
  const run: Settled = { isSettled: false, twiceAlone: 0, decided: 0 };
  const seen = new Set<string>();
  const end = Date.now() + 3 * msMax;
  let deadline = Date.now() + msMax;
  while (Date.now() < Math.min(deadline, end)) {
    await pause(250);
    const [rows, manifests, far] = [await readRows(rig), await readManifests(rig), await readFar(url)];
    const all = [...rows, ...manifests];
    const before = seen.size;
    for (const { id, state } of all) seen.add(`${id} ${state}`);
    // As long as something comes to be what it has not been, it is waited for: how fast is none of its business.
    if (seen.size > before) deadline = Date.now() + msMax;
    await hurry(rig);
    if (far.underWay > 0 || all.some(({ is_at_rest: isAtRest }) => !isAtRest)) continue;
    const isOpen = all.some(({ state }) => /unknown/.test(state));
    if (!isOpen && rows.every(isEnded)) return { ...run, isSettled: true };
    if (run.decided === 0)
      run.twiceAlone = far.sold.length - new Set(far.sold.map(({ reference }) => reference)).size;
    const decided = await decide(client, { rows, manifests, far });
    run.decided += decided;
    // What is decided may go the same way once more.
    if (decided > 0) seen.clear();
    await takeBack(client, rig);
    await closeDay(client, rig, accounts);
  }
  return run;
}

const unsettled = async (rig: Rig, rows: readonly Row[]): Promise<string[]> =>
  [
    ...rows.filter((row) => !isEnded(row)),
    ...(await readManifests(rig)).filter(
      ({ is_at_rest: isAtRest, state }) => !isAtRest || /unknown/.test(state),
    ),
  ].map(
    ({ id, far_side: side, state, attempts, last_error: error }) =>
      `${id} (${side}) is ${state} after ${attempts} tries: ${error}`,
  );

async function judge(
  rig: Rig,
  url: string,
  { isSettled, twiceAlone, decided, kills, wanted }: Settled & { kills: number; wanted: number },
): Promise<Result> {
  const problems: string[] = [];
  const rows = await readRows(rig);
  const { sold, taken } = await readFar(url);
  if (!isSettled) problems.push(`Not everything was settled: nothing more was within ${msMax} ms.`);
  if (!isSettled) problems.push(...(await unsettled(rig, rows)));
  if (rows.length !== wanted) problems.push(`${wanted} labels were asked for, and ${rows.length} are there.`);
  if (twiceAlone > 0) problems.push(`${twiceAlone} were sold twice, and no person had decided.`);
  for (const { id, state, far_side: side, is_manifested: isManifested } of rows) {
    const there = sold.filter(({ reference }) => reference === id);
    const times = there.length;
    if (times !== (state === 'refused' ? 0 : 1))
      problems.push(`A label (${side}) is ${state} here and was sold ${times} times there.`);
    const isVoided = there.some((one) => one.isVoided);
    if (isVoided !== (state === 'voided'))
      problems.push(`A label (${side}) is ${state} here and ${isVoided ? '' : 'not '}taken back there.`);
    const days = new Set(taken.flatMap(({ reference, labels }) => (labels.includes(id) ? reference : [])));
    if (days.size !== (isManifested ? 1 : 0))
      problems.push(
        `A label (${side}) is ${isManifested ? '' : 'not '}manifested here, and on ${days.size} manifests there.`,
      );
  }
  const there = sum(sold.map(({ amount }) => decimal(amount)));
  const here = sum(rows.map(({ amount }) => decimal(amount ?? 0)));
  if (!there.eq(here)) problems.push(`${there.toFixed(2)} were asked there, ${here.toFixed(2)} are here.`);
  const count = (state: string): number => rows.filter((one) => one.state === state).length;
  if (count('voided') === 0 || rows.every(({ is_manifested: isManifested }) => !isManifested))
    problems.push('Nothing was taken back, or no day was closed.');
  const figures = {
    labels: rows.length,
    bought: count('bought'),
    voided: count('voided'),
    manifests: new Set(rows.flatMap(({ manifest_id: id }) => id ?? [])).size,
    kills,
    'decided by a person': decided,
    amount: here.toFixed(2),
  };
  return { figures, problems: problems.slice(0, 20) };
}
