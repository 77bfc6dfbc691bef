/**
 * Orders per second from confirmed to a shipment at commit (`push-to-wms` over HTTP), next to the same statements in
 * plain SQL: lock commitments, read supply, take stock, post to the ledger, write the shipment. Five-line orders over
 * 500 items, one hot item over 5,000 balance rows, one order of 600 lines, and the cost per order as the ledger grows.
 */
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../db/database.ts';
import { readCoverage } from '../db/inventory/coverage.read.ts';
import { lockOrder, readLines } from '../db/orders/order-lock.write.ts';
import { lockCommitments } from '../db/inventory/commitments.write.ts';
import { releaseToWarehouses } from '../db/fulfillment/release.write.ts';
import { takeDailyNumber, type DailyNumber } from '../db/tenancy/sequences.write.ts';
import { reservedDemand } from '../domain/orders/demand.ts';
import { growLedger, makeItems, makeOrders, settleStatistics, spreadStock } from './allocation-stock.ts';
import { measure, showLine, warmUp } from './measure.ts';
import { onBothBackends, type BenchPlatform } from './platform.ts';

const clientCounts = [1, 32];
const durationMs = 3_000;
const ordersPerRun = 4_000;

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    await fiveLines(platform);
    await hotItem(platform);
    await largeOrder(platform, 600);
    await growingLedger(platform);
  });
}

async function fiveLines(platform: BenchPlatform): Promise<void> {
  const items = await makeItems(platform, 500);
  await spreadStock(platform, items, { rowsPerItem: 4, qtyPerRow: 1_000_000 });
  // A first day's shipments, so that no plan is made for empty tables.
  const first = await makeOrders(platform, items, { count: ordersPerRun, lines: 5 });
  await warmUp(() => push(platform, first.pop()!), ordersPerRun - 32);
  await compare(platform, '5 lines over 500 items', () =>
    makeOrders(platform, items, { count: ordersPerRun, lines: 5 }),
  );
}

async function hotItem(platform: BenchPlatform): Promise<void> {
  const items = await makeItems(platform, 1);
  await spreadStock(platform, items, { rowsPerItem: 5_000, qtyPerRow: 100 });
  await compare(platform, 'one hot item, 5,000 rows', () =>
    makeOrders(platform, items, { count: ordersPerRun, lines: 1 }),
  );
}

async function compare(
  platform: BenchPlatform,
  title: string,
  orders: () => Promise<string[]>,
): Promise<void> {
  for (const clients of clientCounts) {
    const options = { clients, durationMs, operationsMax: ordersPerRun - clients };
    const plainOrders = await orders();
    const ceiling = await measure(options, () => pushPlain(platform, plainOrders.pop()!));
    const servedOrders = await orders();
    const served = await measure(options, () => push(platform, servedOrders.pop()!));
    console.log(showLine(`${title}: SQL`, ceiling));
    console.log(showLine(`${title}: push`, served, ceiling.perSecond));
  }
}

async function push({ call }: BenchPlatform, orderId: string): Promise<boolean> {
  return (await call('POST', `/api/oms/orders/${orderId}/push-to-wms`, {})).status === 200;
}

/** The statements a push needs at least, over a pool, without command, queue or HTTP around them. */
async function pushPlain({ database, organization }: BenchPlatform, orderId: string): Promise<boolean> {
  const organizationId = organization.id;
  await inTenant(database, { organizationId }, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const lines = reservedDemand(await readLines(tx, orderId));
    const itemIds = lines.map(({ item_id: itemId }) => itemId);
    await lockCommitments(tx, itemIds);
    await readCoverage(tx, {
      organizationId,
      mode: 'wms_sync',
      itemIds,
      safetyStock: '0',
      suffices: () => true,
    });
    const work = {
      tx,
      organizationId,
      commandId: uuidv7(),
      actor: { name: 'bench' },
      takeNumber: (prefix: DailyNumber) => takeDailyNumber(database.system, organizationId, prefix),
      emit: () => {},
      signal: () => {},
    };
    const parts = [{ warehouse_id: organization.warehouseId, lines }];
    const release = { work, order, to: 'released', shipMode: 'parcel', parts } as const;
    await releaseToWarehouses(tx, 'fefo', [release]);
  });
  return true;
}

async function largeOrder(platform: BenchPlatform, lineCount: number): Promise<void> {
  const items = await makeItems(platform, lineCount);
  await spreadStock(platform, items, { rowsPerItem: 2, qtyPerRow: 1_000 });
  await settleStatistics(platform);
  const { call } = platform;
  const timed = async (title: string, work: () => Promise<{ status: number; body: any }>): Promise<any> => {
    const from = performance.now();
    const answer = await work();
    console.log(
      `${lineCount}-line order: ${title.padEnd(16)} ${(performance.now() - from).toFixed(0).padStart(5)} ms  ${answer.status}`,
    );
    return answer.body.data;
  };
  for (let round = 1; round <= 2; round += 1) {
    const lines = items.map((item) => ({ product_id: item, qty: 2, price: 1.25 }));
    const { id } = await timed('create', () => call('POST', '/api/oms/orders', { lines }));
    await timed('submit', () => call('PATCH', `/api/oms/orders/${id}`, { action: 'submit' }));
    await timed('approve', () => call('PATCH', `/api/oms/orders/${id}`, { action: 'approve' }));
    await timed('push-to-wms', () => call('POST', `/api/oms/orders/${id}/push-to-wms`, {}));
  }
}

async function growingLedger(platform: BenchPlatform): Promise<void> {
  const items = await makeItems(platform, 100);
  await spreadStock(platform, items, { rowsPerItem: 4, qtyPerRow: 1_000_000 });
  for (const ledgerRows of [10_000, 1_000_000]) {
    await growLedger(platform, items, ledgerRows);
    const orders = await makeOrders(platform, items, { count: 1_500, lines: 5 });
    const options = { clients: 8, durationMs: 2_000, operationsMax: 1_400 };
    console.log(
      showLine(
        `5 lines, ${ledgerRows} ledger rows`,
        await measure(options, () => push(platform, orders.pop()!)),
      ),
    );
  }
}
