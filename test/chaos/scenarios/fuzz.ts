/** R14 at full size, against a real process whose memory is watched. */
import { runFuzz } from '../../reliability/fuzz.ts';
import { plantRecords } from '../../http/plant.ts';
import { checkHouse, drained } from '../checker.ts';
import { startRig } from '../rig.ts';
import { sized, type Chaos, type Result } from '../scenario.ts';

export async function fuzzed(chaos: Chaos): Promise<Result> {
  const rig = await startRig(chaos.databaseUrl ? { databaseUrl: chaos.databaseUrl } : {});
  try {
    await plantRecords(rig, rig.organization);
    const memory: number[] = [];
    const { url, organization } = rig;
    const report = await runFuzz({
      url,
      organization,
      requests: sized(chaos, 10_000, 600),
      seed: chaos.seed,
      tick: async () => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        memory.push(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1] ?? 0) / 2 ** 20);
      },
    });
    await drained(rig.owner, 20_000);
    const third = Math.floor(memory.length / 3);
    const middle = median(memory.slice(third, 2 * third));
    const last = median(memory.slice(2 * third));
    // The first third fills caches and compiles; after it a leak would show as growth.
    const isFlat = memory.length < 9 || last < middle * 1.25;
    return {
      figures: {
        requests: report.requests,
        statuses: Object.entries(report.statuses)
          .map(([status, count]) => `${status}:${count}`)
          .join(' '),
        memory_mb: `${Math.round(middle)} then ${Math.round(last)}`,
      },
      problems: [
        ...report.problems,
        ...(isFlat ? [] : [`memory grew from ${Math.round(middle)} to ${Math.round(last)} MB`]),
        ...(await checkHouse(rig.owner)),
      ],
    };
  } finally {
    await rig.stop();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
