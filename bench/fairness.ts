/**
 * What one tenant's flood costs another: adjustments of an organization with one client, alone and alongside an
 * organization with 500, in interleaved rounds. The goal is at most twice the p99. The flood comes from a thread of its
 * own, so that its answers do not wait in one line with the one client's.
 */
import { loadavg } from 'node:os';
import { createOrganization, type TestOrganization } from '../test/helpers/organization.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { startNeighbour } from './neighbour-thread.ts';
import { onBothBackends, type Call } from './platform.ts';

const rounds = 3;
const durationMs = 4_000;
const operationsMax = 500_000;

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    const flooding = platform.organization;
    const quiet = await createOrganization(platform.database, { edition: 'standard' });
    const callQuiet = platform.callAs(quiet);
    const one = () => adjust(callQuiet, quiet);
    const alone = () => measure({ clients: 1, durationMs, operationsMax }, one);
    await warmUp(() => adjust(platform.call, flooding));
    console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
    const taken = { alone: [] as Measured[], beside: [] as Measured[] };
    for (let round = 0; round < rounds; round += 1) {
      taken.alone.push(await alone());
      const flood = startNeighbour(platform.url, flooding, 'scans');
      try {
        await flood.ready;
        taken.beside.push(await alone());
        console.log(`the flood in ${(durationMs * 1.25) / 1000} s: ${await flood.stop()}`);
      } finally {
        await flood.terminate();
      }
    }
    console.log(showLine('one client, alone', medianOf(taken.alone, 'p99Ms')));
    console.log(showLine('one client, beside the flood', medianOf(taken.beside, 'p99Ms')));
  });
}

async function adjust(call: Call, { warehouseId, items, locations }: TestOrganization): Promise<boolean> {
  const places = Object.values(locations);
  const answer = await call('POST', '/api/wms/inventory/adjust', {
    warehouse_id: warehouseId,
    item_id: items['PLAIN'],
    location_id: places[Math.floor(Math.random() * places.length)],
    qty_delta: 1,
    reason_code: 'found',
  });
  return answer.status === 200;
}
