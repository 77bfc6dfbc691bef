/**
 * From an order to its goods' leaving, over HTTP, by one client and by 32, interleaved: the order pushed, the order
 * shipped in one step, and picked, packed and shipped in three, and shipped by the push itself. The push is the mark: the goal is 0.7 of it.
 */
import { makeItems, settleStatistics, spreadStock } from './allocation-stock.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { onBothBackends, type BenchPlatform } from './platform.ts';
import { showPaper } from './shipping-paper.ts';
import { statementsOf } from './statements.ts';

const rounds = 3;
const roundMs = 5_000;
const linesPerOrder = 3;
const mark = 'order to push';

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    const items = await makeItems(platform, 500);
    await spreadStock(platform, items, { rowsPerItem: 4, qtyPerRow: 1_000_000 });
    const flows: Record<string, () => Promise<boolean>> = {
      [mark]: async () => (await pushed(platform, items)) !== undefined,
      'order to shipped, one step': () => shipped(platform, items, ['ship']),
      'order pushed and shipped at once': async () =>
        (await pushed(platform, items, { ship: true })) !== undefined,
      'order to shipped, three steps': () => shipped(platform, items, ['pick', 'pack', 'ship']),
    };
    for (const flow of Object.values(flows)) await warmUp(flow);
    await settleStatistics(platform);
    for (const clients of [1, 32]) {
      const measured = await interleaved(platform, clients, flows);
      const ceiling = medianOf(measured[mark]!).perSecond;
      for (const [name, all] of Object.entries(measured))
        console.log(showLine(name, medianOf(all), name === mark ? undefined : ceiling));
    }
    await showPaper(platform, () => pushed(platform, items));
    if (platform.backend === 'Redis') await showStatements(platform, flows);
  });
}

/** How many statements one order sends while nobody else works. */
async function showStatements(
  platform: BenchPlatform,
  flows: Record<string, () => Promise<boolean>>,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const [name, flow] of Object.entries(flows)) counts.set(name, await statementsOf(platform, flow));
  const toPush = counts.get(mark)!;
  for (const [name, count] of counts)
    console.log(
      `${name.padEnd(34)} ${count} statements${name === mark ? '' : `, ${count - toPush} beyond the push`}`,
    );
}

async function interleaved(
  { processes }: BenchPlatform,
  clients: number,
  flows: Record<string, () => Promise<boolean>>,
): Promise<Record<string, Measured[]>> {
  const measured = Object.fromEntries(Object.keys(flows).map((name): [string, Measured[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, flow] of Object.entries(flows))
      measured[name]!.push(
        await measure({ clients, durationMs: roundMs, operationsMax: 100_000, processes }, flow),
      );
  return measured;
}

/** Drafts, submits, approves and pushes an order. Returns its shipment, or undefined when the push failed. */
async function pushed(
  { call }: BenchPlatform,
  items: readonly string[],
  how: object = {},
): Promise<string | undefined> {
  const from = Math.floor(Math.random() * (items.length - linesPerOrder));
  const lines = items
    .slice(from, from + linesPerOrder)
    .map((item) => ({ product_id: item, qty: 1, price: 9.5 }));
  const draft = await call('POST', '/api/oms/orders', { lines });
  const path = `/api/oms/orders/${draft.body.data.id}`;
  await call('PATCH', path, { action: 'submit' });
  await call('PATCH', path, { action: 'approve' });
  const { status, body } = await call('POST', `${path}/push-to-wms`, how);
  return status === 200 ? body.data.wms_shipments[0].id : undefined;
}

async function shipped(
  platform: BenchPlatform,
  items: readonly string[],
  actions: readonly string[],
): Promise<boolean> {
  const id = await pushed(platform, items);
  if (!id) return false;
  for (const action of actions) {
    const { status } = await platform.call('PATCH', `/api/wms/shipments/${id}`, { action });
    if (status !== 200) return false;
  }
  return true;
}
