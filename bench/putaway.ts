/**
 * What planning putaway with each scan costs a receive-line: the same scans at a dock with the setting `suggest` and with
 * `task`, in interleaved rounds. Loose scans of one receipt and item go with the move that is open; a new license plate gets
 * a move of its own, so both ways of planning are seen.
 */
import { loadavg } from 'node:os';
import { v7 as uuidv7 } from 'uuid';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { onBothBackends, type BenchPlatform } from './platform.ts';
import { createReceipt, pick, type ReceiptToCount } from './receipt-to-count.ts';

const clients = 32;
const rounds = 3;

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    const targets = await Promise.all(Array.from({ length: clients }, () => createReceipt(platform)));
    const options = { clients, durationMs: 2_000, operationsMax: 500_000, processes: platform.processes };
    const taken = new Map<string, Measured[]>();
    console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
    for (let round = 0; round <= rounds; round += 1)
      for (const isOnPlate of [false, true])
        for (const putaway of ['suggest', 'task']) {
          const set = await platform.call('PATCH', '/api/tenancy/settings', { putaway });
          if (set.status !== 200) throw new Error(JSON.stringify(set.body));
          const scan = (client: number): Promise<boolean> => receive(platform, targets[client]!, isOnPlate);
          // The first round warms up.
          if (round === 0) {
            await warmUp(scan);
            continue;
          }
          const label = `receive-line ${isOnPlate ? 'onto a new plate' : 'loose'}, putaway ${putaway}`;
          taken.set(label, [...(taken.get(label) ?? []), await measure(options, scan)]);
        }
    const marks = [...taken.values()].map((measured) => medianOf(measured).perSecond);
    for (const [index, [label, measured]] of [...taken].entries())
      console.log(showLine(label, medianOf(measured), marks[index - (index % 2)]!));
  });
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
