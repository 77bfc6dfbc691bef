/**
 * Labels under fire: real hubs, API and workers as real processes, all killed with SIGKILL at random moments, plus
 * random cancels. Afterwards the labels from the virtual printers are counted and compared with what the platform says.
 */
import { randomUUID } from 'node:crypto';
import { ChaosHub } from '../hub/chaos-hub.ts';
import { createClient } from '../../helpers/client.ts';
import { createRandom, type Random } from '../../http/random.ts';
import { boundHub, tcpPrinter } from '../../printing/print-rig.ts';
import { pause } from '../program.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, stopAll, type Chaos, type Result } from '../scenario.ts';

const settleMsMax = 180_000;
const cancelEvery = 12;

interface Desk {
  hub: ChaosHub;
  deviceIds: string[];
}

export async function printingUnderFire(chaos: Chaos): Promise<Result> {
  const hubs = sized(chaos, 10, 3);
  const jobs = sized(chaos, 1_000, 60);
  const kills = sized(chaos, 60, 8);
  const stops: (() => unknown)[] = [];
  const scene = { teardown: (stop: () => unknown) => void stops.unshift(stop) };
  const rig = await startRig(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {});
  scene.teardown(() => rig.stop());
  try {
    const paper = new Map<string, number>();
    const desks: Desk[] = [];
    for (let at = 0; at < hubs; at += 1) desks.push(await openDesk(scene, rig, paper, at));
    const random = createRandom(chaos.seed);
    const ids = new Map<string, string>();
    const posting = postJobs(rig, desks, jobs, random, ids);
    const killed = await killAtRandom(rig, desks, kills, createRandom(chaos.seed + 1));
    await posting;
    await settled(rig);
    return await judge(rig, ids, paper, { hubs, jobs, ...killed });
  } finally {
    await stopAll(stops);
  }
}

/** A hub process with two printers of different speeds. */
async function openDesk(
  scene: { teardown(stop: () => unknown): void },
  rig: Rig,
  paper: Map<string, number>,
  at: number,
): Promise<Desk> {
  const printers = [await tcpPrinter(scene, `fast-${at}`, 3), await tcpPrinter(scene, `slow-${at}`, 25)];
  for (const { printer } of printers) {
    printer.on('label', ({ raw, copies }) => {
      const name = nameOf(raw.toString());
      paper.set(name, (paper.get(name) ?? 0) + copies);
    });
  }
  const client = createClient(rig.url, rig.organization);
  const { dataDir, deviceIds, stop } = await boundHub(scene, rig, client, printers, { name: `desk-${at}` });
  await stop();
  const hub = new ChaosHub(dataDir);
  scene.teardown(() => hub.stop());
  await hub.start();
  return { hub, deviceIds };
}

const filler = '^FX filler, so that a kill can fall into the middle of a label'.repeat(20);

async function postJobs(
  rig: Rig,
  desks: readonly Desk[],
  jobs: number,
  random: Random,
  ids: Map<string, string>,
): Promise<void> {
  const devices = desks.flatMap(({ deviceIds }) => deviceIds);
  for (let at = 0; at < jobs; at += 1) {
    const name = `job-${at}`;
    // One in this many names no printer: the default of the only warehouse takes it.
    const device = at % 10 === 0 ? {} : { device_id: random.pick(devices) };
    const body = { label_kind: 'carton', zpl_content: `^XA^FO20,20^FD${name}^FS${filler}^XZ`, ...device };
    const { data } = await stubborn(rig, 'POST', '/api/wms/print-jobs', body);
    ids.set(data.id, name);
    if (random.chance(1 / cancelEvery))
      await stubborn(rig, 'PATCH', `/api/wms/print-jobs/${data.id}`, { action: 'cancel' });
    await pause(random.whole(20));
  }
}

/** Repeats until it is answered, as a handheld does; the key makes that safe. A 409 is an answer. */
async function stubborn(rig: Rig, method: string, path: string, body: object): Promise<any> {
  const key = randomUUID();
  for (;;) {
    try {
      const response = await fetch(rig.url + path, {
        method,
        headers: {
          authorization: `Bearer ${rig.organization.accessToken}`,
          'x-organization-id': rig.organization.id,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (response.status < 500 && response.status !== 202) return answer;
    } catch {
      // The API is down for the moment.
    }
    await pause(100);
  }
}

async function killAtRandom(
  rig: Rig,
  desks: readonly Desk[],
  kills: number,
  random: Random,
): Promise<{ hub_kills: number; api_kills: number; worker_kills: number }> {
  const counts = { hub_kills: 0, api_kills: 0, worker_kills: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(100 + random.whole(500));
    const dice = random.next();
    if (dice < 0.7) {
      const { hub } = random.pick(desks);
      counts.hub_kills += 1;
      await hub.kill();
      await hub.start();
    } else if (dice < 0.9) {
      counts.api_kills += 1;
      await rig.api.crash();
    } else {
      counts.worker_kills += 1;
      await rig.workers[0]!.crash();
    }
  }
  return counts;
}

/** Until no job is waiting or printing any more; hubs that were cut off reconnect by themselves. */
async function settled(rig: Rig): Promise<void> {
  const deadline = Date.now() + settleMsMax;
  for (;;) {
    const { rows } = await rig.owner.query(
      "select count(*)::int as open from print_jobs where status in ('queued', 'printing')",
    );
    if (rows[0].open === 0 || Date.now() > deadline) return;
    await pause(200);
  }
}

async function judge(
  rig: Rig,
  ids: ReadonlyMap<string, string>,
  paper: ReadonlyMap<string, number>,
  figures: Result['figures'],
): Promise<Result> {
  const { rows } = await rig.owner.query('select id, status, error, claim_id from print_jobs');
  const problems: string[] = [];
  const counts: Record<string, number> = { done: 0, failed: 0, cancelled: 0, queued: 0, printing: 0 };
  if (rows.length !== ids.size) problems.push(`${ids.size} jobs were accepted and ${rows.length} are there`);
  for (const { id, status, error, claim_id: claimId } of rows) {
    const name = ids.get(id) ?? id;
    const printed = paper.get(name) ?? 0;
    counts[status] = (counts[status] ?? 0) + 1;
    if (printed > 1) problems.push(`${name} was printed ${printed} times`);
    if (status === 'done' && printed === 0) problems.push(`${name} is done and was never printed`);
    if (status === 'cancelled' && (printed > 0 || claimId))
      problems.push(`${name} was cancelled and printed`);
    if (status === 'failed' && printed > 0 && !/may have printed/.test(error)) {
      problems.push(`${name} was printed and failed without saying so: ${error}`);
    }
    if (status === 'queued' || status === 'printing') problems.push(`${name} is stuck in ${status}`);
  }
  return { figures: { ...figures, ...counts }, problems };
}

function nameOf(zpl: string): string {
  return /\^FD(job-\d+)\^FS/.exec(zpl)?.[1] ?? '';
}
