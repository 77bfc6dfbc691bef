/**
 * What planning putaway with each scan costs a receive-line: the same scans at a dock with the setting `suggest` and with
 * `task`, in interleaved rounds, on a floor without limits and on one of places that take a few hundred units or four plates,
 * the first of them full. Loose scans of one receipt and item go with the move that is open; a new license plate gets a
 * move of its own, so both ways of planning are seen. Judged by CPU, which other work on the machine does not change.
 */
import { loadavg } from 'node:os';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from '../measure.ts';
import { onBothBackends, type BenchPlatform } from '../platform.ts';
import { createReceipt, pick, type ReceiptToCount } from '../receipt-to-count.ts';

const clients = 32;
const rounds = 3;
const limited = { count: 2_000, full: 100, capacity: 300, plates: 4 };

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    const targets = await Promise.all(Array.from({ length: clients }, () => createReceipt(platform)));
    console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
    await compare(platform, targets, 'no limits');
    await limitFloor(platform);
    await compare(platform, targets, 'limits');
  });
}

async function compare(
  platform: BenchPlatform,
  targets: readonly ReceiptToCount[],
  floor: string,
): Promise<void> {
  const options = { clients, durationMs: 2_000, operationsMax: 500_000, processes: platform.processes };
  const taken = new Map<string, Measured[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const isOnPlate of [false, true])
      for (const putaway of ['suggest', 'task']) {
        const set = await platform.call('PATCH', '/api/tenancy/settings', { putaway });
        if (set.status !== 200) throw new Error(JSON.stringify(set.body));
        const scan = (client: number): Promise<boolean> => receive(platform, targets[client]!, isOnPlate);
        // The first round warms up.
        if (round === 0) {
          await warmUp(scan, isOnPlate ? 2_000 : undefined);
          continue;
        }
        const label = `${isOnPlate ? 'onto a new plate' : 'loose'}, ${floor}, ${putaway}`;
        taken.set(label, [...(taken.get(label) ?? []), await measure(options, scan)]);
      }
  const marks = [...taken.values()].map((measured) => medianOf(measured, 'cpuMs'));
  for (const [index, [label, measured]] of [...taken].entries()) {
    const [mark, median] = [marks[index - (index % 2)]!, medianOf(measured, 'cpuMs')];
    console.log(showLine(label, median, mark.perSecond));
    console.log(
      `    ${median.cpuMs.toFixed(2)} ms in all; without is ${(mark.cpuMs / median.cpuMs).toFixed(2)} of it`,
    );
  }
}

/** The item is of a storage class of its own from now on, kept at places with limits. */
async function limitFloor({ database, organization, call }: BenchPlatform): Promise<void> {
  const { id, warehouseId, items } = organization;
  const storageClass = 'rack';
  const item = await call('PATCH', `/api/wms/items/${items['PLAIN']}`, { storage_class: storageClass });
  if (item.status !== 200) throw new Error(JSON.stringify(item.body));
  const places = await inTenant(database, { organizationId: id }, async (tx) => {
    const made = await tx.raw(
      `insert into locations (organization_id, id, warehouse_id, code, type, zone, pick_sequence, storage_class, capacity, max_lpns)
       select ?, uuid7(), ?, 'R-' || lpad(n::text, 5, '0'), 'storage', 'R', n, ?, ?, ? from generate_series(1, ?::integer) n
       returning id, pick_sequence`,
      [id, warehouseId, storageClass, limited.capacity, limited.plates, limited.count],
    );
    return made.rows as { id: string; pick_sequence: number }[];
  });
  for (const place of places.filter(({ pick_sequence: at }) => at <= limited.full)) {
    const filled = await call('POST', '/api/wms/inventory/adjust', {
      warehouse_id: warehouseId,
      item_id: items['PLAIN'],
      location_id: place.id,
      qty_delta: limited.capacity,
      reason_code: 'found',
    });
    if (filled.status !== 200) throw new Error(JSON.stringify(filled.body));
  }
}

async function receive(
  { organization, call }: BenchPlatform,
  { receiptId, lineIds }: ReceiptToCount,
  isOnPlate: boolean,
): Promise<boolean> {
  const answer = await call('POST', `/api/wms/inbound-receipts/${receiptId}/receive-line`, {
    receipt_line_id: pick(lineIds),
    received_qty: 1,
    location_id: organization.locations['DOCK-1'],
    ...(isOnPlate ? { pallet_lpn: `P-${uuidv7()}` } : {}),
  });
  return answer.status === 200;
}
