/**
 * Paper after shipping: how long after the answer of its shipping a shipment's label is there to be printed, while 32
 * clients ship as fast as they can. One in ten is watched, all of those by one statement.
 */
import pg from 'pg';
import { measure, showLine } from './measure.ts';
import type { BenchPlatform } from './platform.ts';

const clients = 32;
const durationMs = 10_000;
const watchedEvery = 10;
const lookEveryMs = 5;
const missingAfterMs = 10_000;

/** `push` answers with a shipment that can be shipped. */
export async function showPaper(
  platform: BenchPlatform,
  push: () => Promise<string | undefined>,
): Promise<void> {
  const waitingSince = new Map<string, number>();
  let shipped = 0;
  const ship = async (): Promise<boolean> => {
    const id = await push();
    if (!id) return false;
    const { status } = await platform.call('PATCH', `/api/wms/shipments/${id}`, { action: 'ship' });
    if (status !== 200) return false;
    shipped += 1;
    if (shipped % watchedEvery === 0) waitingSince.set(id, performance.now());
    return true;
  };
  const watching = new AbortController();
  const looking = watch(platform, waitingSince, watching.signal);
  const load = await measure({ clients, durationMs, operationsMax: 100_000 }, ship);
  watching.abort();
  const took = (await looking).toSorted((a, b) => a - b);
  const at = (share: number): number => took[Math.floor((took.length - 1) * share)] ?? Number.NaN;
  const figures = { ...load, operations: took.length, p50Ms: at(0.5), p99Ms: at(0.99) };
  console.log(
    showLine('shipped to its label being there', { ...figures, failures: load.failures + waitingSince.size }),
  );
}

/** How long each label took to be there with its text. What is missing at the end stays in `waitingSince`. */
async function watch(
  { ownerUrl, organization }: BenchPlatform,
  waitingSince: Map<string, number>,
  ended: AbortSignal,
): Promise<number[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const took: number[] = [];
  let endedAt = Infinity;
  ended.addEventListener('abort', () => (endedAt = performance.now()));
  while (performance.now() < endedAt || waitingSince.size > 0) {
    if (performance.now() > endedAt + missingAfterMs) break;
    const { rows } = await owner.query<{ ref_id: string }>(
      `select j.ref_id from print_jobs j
         join label_texts t on t.organization_id = j.organization_id and t.sha256 = j.zpl_sha256
        where j.organization_id = $1 and j.ref_id = any ($2) and j.label_kind = 'packing_list'`,
      [organization.id, [...waitingSince.keys()]],
    );
    for (const { ref_id: id } of rows) {
      took.push(performance.now() - waitingSince.get(id)!);
      waitingSince.delete(id);
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  await owner.end();
  return took;
}
