/** R31: raw hostile bytes, and the heaviest bodies allowed, against an API in a process of its own. */
import { sendRawBytes } from '../../reliability/raw-bytes.ts';
import { checkHouse } from '../checker.ts';
import { blockedMs, blockedTooLong } from './heavy-bodies.ts';
import { startRig, type Rig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

/** Bytes over sockets, half of them upgrades: the process stays up, nothing is answered 5xx, memory stays flat. */
export async function hostileBytes(chaos: Chaos): Promise<Result> {
  const rig = await startRig({
    workers: 0,
    redis: false,
    ...(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {}),
  });
  try {
    const { pid } = rig.api;
    const memory: number[] = [];
    const { organization, url } = rig;
    const attack = (seed: number) =>
      sendRawBytes({
        target: {
          port: Number(new URL(url).port),
          headers: [
            `Authorization: Bearer ${organization.accessToken}`,
            `X-Organization-Id: ${organization.id}`,
          ],
          paths: [
            '/api/hub/v1/link',
            '/api/hub/v1/enroll',
            '/api/wms/items',
            '/api/wms/imports/items',
            `/api/operations/${organization.id}`,
            '/v1/orders',
            '/api/oms/events/stream',
            '/health/ready',
            '/docs',
            '/ops/login',
            '/metrics',
          ],
        },
        requests: sized(chaos, 100_000, 3_000),
        seed,
        tick: async () => {
          if (rig.api.isRunning) memory.push(await residentMb(rig));
        },
      });
    const reports = [await attack(chaos.seed)];
    // The heap may still be growing to its size on a quick machine. A leak would grow on.
    if (growth(memory) > 1.25) {
      memory.length = 0;
      reports.push(await attack(chaos.seed + 1));
    }
    const problems = reports.flatMap((report) => report.problems);
    // A time, which a test running next to others cannot guarantee: at full size only.
    const blocked =
      chaos.size >= 0.1 && rig.api.isRunning ? await blockedMs(url, organization) : new Map<string, number>();
    problems.push(...blockedTooLong(blocked));
    if (!rig.api.isRunning || rig.api.pid !== pid)
      problems.push(`the process ended: ${rig.logs().slice(-600)}`);
    const failures = failuresLogged(rig);
    if (failures.length > 0)
      problems.push(`the log tells of ${failures.length} failures: ${failures.slice(0, 3).join('; ')}`);
    const grown = growth(memory);
    if (grown > (reports.length > 1 ? 1.1 : 1.25)) problems.push(`memory grew ${grown.toFixed(2)} times`);
    const statuses = mapOfSums(reports.map((report) => report.statuses));
    return {
      figures: {
        attacks: reports.reduce((sum, { sent }) => sum + sent, 0),
        statuses: [...statuses].map(([status, count]) => `${status}:${count}`).join(' '),
        memory_mb: `${Math.round(median(memory))}, grown ${grown.toFixed(2)} times at the end`,
        ...Object.fromEntries([...blocked].map(([name, ms]) => [`${name}_ms`, Math.round(ms)])),
      },
      problems: [...problems, ...(rig.api.isRunning ? await checkHouse(rig.owner) : [])],
    };
  } finally {
    await rig.stop();
  }
}

/** What the last third of the measurements is of the one before it: the first one fills caches and compiles. */
function growth(memory: readonly number[]): number {
  if (memory.length < 9) return 1;
  const third = Math.floor(memory.length / 3);
  return median(memory.slice(2 * third)) / median(memory.slice(third, 2 * third));
}

function mapOfSums(counts: readonly Record<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts.flatMap((one) => Object.entries(one)))
    sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

async function residentMb({ url }: Rig): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1] ?? 0) / 2 ** 20;
}

function failuresLogged(rig: Rig): string[] {
  const lines = rig.logs().split('\n');
  return lines.filter((line) => /"level":(50|60)/.test(line)).map((line) => line.slice(0, 400));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
