/**
 * What one tenant's flood costs another: adjustments of an organization with one client, alone and alongside an
 * organization with 500, in interleaved rounds, with the quota every organization has until its operator changes it and
 * without any. The goal is at most twice the p99. The flood comes from a thread of its own, so that its answers do not
 * wait in one line with the one client's.
 */
import { loadavg } from 'node:os';
import { setQuotas } from '../db/tenancy/quotas.write.ts';
import { createOrganization, type TestOrganization } from '../test/helpers/organization.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { startNeighbour } from './neighbours/thread.ts';
import { onBothBackends, type Call } from './platform.ts';

const rounds = 3;
const durationMs = 4_000;
const operationsMax = 500_000;
const quotas: [words: string, requestsPerSecond: number | null][] = [
  ['usual quota', null],
  ['no quota', 1_000_000],
];

// A process looks up a token again after half a second, and its organization's quotas with it.
const forgotten = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500));

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    const flooding = platform.organization;
    const quiet = await createOrganization(platform.database, { edition: 'standard' });
    const callQuiet = platform.callAs(quiet);
    const one = () => adjust(callQuiet, quiet);
    await warmUp(() => adjust(platform.call, flooding));
    console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
    const taken = new Map<string, Measured[]>();
    const keep = async (label: string): Promise<void> => {
      const measured = await measure({ clients: 1, durationMs, operationsMax }, one);
      taken.set(label, [...(taken.get(label) ?? []), measured]);
    };
    for (let round = 0; round < rounds; round += 1) {
      await keep('one client, alone');
      for (const [quota, perSecond] of quotas) {
        await setQuotas(platform.database, flooding.id, { requests_per_second: perSecond });
        await forgotten();
        const flood = startNeighbour(platform.url, flooding, 'scans');
        try {
          await flood.ready;
          await keep(`one client, beside the flood, ${quota}`);
          console.log(`the flood in ${(durationMs * 1.25) / 1000} s, ${quota}: ${await flood.stop()}`);
        } finally {
          await flood.terminate();
        }
      }
    }
    for (const [label, measured] of taken) console.log(showLine(label, medianOf(measured, 'p99Ms')));
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
