/**
 * What a warehouse does, in its own units, each complete and over HTTP: receipts announced, read, received and
 * completed; stock adjustments; orders from nothing to a shipment at commit. Next to the queue's own ceiling: no-op
 * jobs awaited, as many as the flow has commands.
 */
import { makeItems, settleStatistics, spreadStock } from '../allocation-stock.ts';
import { measure, showLine, warmUp } from '../measure.ts';
import { measureNoop } from '../noop-queue.ts';
import { onBothBackends, type BenchPlatform } from '../platform.ts';

const load = { clients: 32, durationMs: 6_000, operationsMax: 100_000 };
const linesPerReceipt = 5;
const linesPerOrder = 3;

interface Flow {
  name: string;
  /** How many commands one run of the flow takes. */
  commands: number;
  run(): Promise<boolean>;
}

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    const flows = await flowsOf(platform);
    const noop = await measureNoop(platform, load);
    for (const { name, commands, run: flow } of flows) {
      console.log(showLine(name, await measure(load, flow), noop.perSecond / commands));
    }
    console.log(showLine('no-op job awaited on the queue', noop));
  });
}

async function flowsOf(platform: BenchPlatform): Promise<Flow[]> {
  const items = await makeItems(platform, 500);
  await spreadStock(platform, items, { rowsPerItem: 4, qtyPerRow: 1_000_000 });
  const flows = [
    { name: `receipts of ${linesPerReceipt} lines`, commands: 3, run: () => receive(platform, items) },
    { name: 'stock changes', commands: 1, run: () => adjust(platform, items) },
    { name: `orders of ${linesPerOrder} lines`, commands: 4, run: () => order(platform, items) },
  ];
  for (const flow of flows) await warmUp(flow.run);
  await settleStatistics(platform);
  return flows;
}

const someOf = (items: readonly string[], count: number): string[] => {
  const from = Math.floor(Math.random() * (items.length - count));
  return items.slice(from, from + count);
};

async function receive({ call, organization }: BenchPlatform, items: readonly string[]): Promise<boolean> {
  const receipt = await call('POST', '/api/wms/inbound-receipts', {
    warehouse_id: organization.warehouseId,
    source_type: 'manual',
    lines: someOf(items, linesPerReceipt).map((item) => ({ item_id: item, expected_qty: 10 })),
  });
  const path = `/api/wms/inbound-receipts/${receipt.body.data.id}`;
  const { lines } = (await call('GET', path)).body.data as { lines: { id: string }[] };
  const counts = lines.map(({ id }) => ({
    line_id: id,
    received_qty: 10,
    location_id: organization.locations['A-01'],
  }));
  await call('POST', `${path}/receive-all`, { lines: counts });
  return (await call('POST', `${path}/complete-receive`, {})).status === 200;
}

async function adjust({ call, organization }: BenchPlatform, items: readonly string[]): Promise<boolean> {
  const answer = await call('POST', '/api/wms/inventory/adjust', {
    warehouse_id: organization.warehouseId,
    location_id: organization.locations['A-01'],
    item_id: someOf(items, 1)[0],
    qty_delta: 1,
    reason_code: 'found',
  });
  return answer.status === 200;
}

async function order({ call }: BenchPlatform, items: readonly string[]): Promise<boolean> {
  const lines = someOf(items, linesPerOrder).map((item) => ({ product_id: item, qty: 1, price: 9.5 }));
  const draft = await call('POST', '/api/oms/orders', { lines });
  const path = `/api/oms/orders/${draft.body.data.id}`;
  await call('PATCH', path, { action: 'submit' });
  await call('PATCH', path, { action: 'approve' });
  return (await call('POST', `${path}/push-to-wms`, {})).status === 200;
}
