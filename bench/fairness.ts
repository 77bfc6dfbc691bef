/**
 * What one tenant's flood costs another: adjustments of an organization with one client, alone and alongside an
 * organization with 500, in interleaved rounds. The goal is at most twice the p99.
 */
import { loadavg } from 'node:os';
import { createOrganization, type TestOrganization } from '../test/helpers/organization.ts';
import { measure, medianOf, showLine, type Measured } from './measure.ts';
import { onBothBackends, type Call } from './platform.ts';

const rounds = 3;
const durationMs = 2_000;
const operationsMax = 500_000;
const floodClients = 500;

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    const flooding = platform.organization;
    const quiet = await createOrganization(platform.database, { edition: 'standard' });
    const callQuiet = platform.callAs(quiet);
    const flood = () => adjust(platform.call, flooding);
    const one = () => adjust(callQuiet, quiet);
    await measure({ clients: 8, durationMs: 2_000, operationsMax }, flood);
    console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
    const taken = { alone: [] as Measured[], beside: [] as Measured[], flood: [] as Measured[] };
    for (let round = 0; round < rounds; round += 1) {
      taken.alone.push(await measure({ clients: 1, durationMs, operationsMax }, one));
      const [beside, flooded] = await Promise.all([
        measure({ clients: 1, durationMs, operationsMax }, one),
        measure({ clients: floodClients, durationMs, operationsMax }, flood),
      ]);
      taken.beside.push(beside);
      taken.flood.push(flooded);
    }
    console.log(showLine('one client, alone', medianOf(taken.alone)));
    console.log(showLine('one client, beside the flood', medianOf(taken.beside)));
    console.log(showLine('the flood', medianOf(taken.flood)));
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
