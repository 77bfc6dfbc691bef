/**
 * Receive-lines, adjustments and whole receipts per second over HTTP, next to four reference points from the same
 * rounds: `bare`, six statements per transaction on tables with nothing but keys; `plain`, the minimum a receive-line
 * needs, written by hand on the product's own tables; the same rows by hand in groups of 16; and a no-op job awaited on
 * the queue. Each client counts on its own receipt, as handhelds do; the receipts share items and locations, so the
 * balances are contended as they would be in a warehouse. Figures are medians of interleaved rounds.
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { openBareSql } from './bare-sql.ts';
import { measure, medianOf, showLine, warmUp, type Measured } from './measure.ts';
import { measureNoop } from './noop-queue.ts';
import { openPlainGroups } from './plain-groups.ts';
import { onBothBackends, type BenchPlatform } from './platform.ts';
import { createReceipt, pick, receive, type ReceiptToCount } from './receipt-to-count.ts';

const clientCounts = [1, 32];
const rounds = 3;
const durationMs = 2_000;
const operationsMax = 500_000;

export function run(): Promise<void> {
  return onBothBackends(measureBackend);
}

async function measureBackend(platform: BenchPlatform): Promise<void> {
  const targets = await Promise.all(
    Array.from({ length: Math.max(...clientCounts) }, () => createReceipt(platform)),
  );
  const [plain, bare] = [await openPlainSql(platform), await openBareSql(platform)];
  const groups = await openPlainGroups(platform);
  const flows: [label: string, operation: (client: number) => Promise<boolean>][] = [
    ['bare: six statements, no product', (client) => bare.run(client)],
    ['plain: the same transaction by hand', (client) => plain.receive(targets[client]!)],
    ['the same rows by hand in groups of 16', (client) => groups.receive(targets[client]!)],
    [`receive-line, queues on ${platform.backend}`, (client) => receive(platform, targets[client]!)],
    [`adjust, queues on ${platform.backend}`, () => adjust(platform)],
    [`move, queues on ${platform.backend}`, () => move(platform)],
    ['a receipt of 3 lines, received at once', () => receiveAtOnce(platform)],
  ];
  await stockUp(platform);
  for (const [, operation] of flows) await warmUp(operation);
  console.log(`load average before the rounds: ${loadavg()[0]!.toFixed(1)}`);
  for (const clients of clientCounts) {
    const options = { clients, durationMs, operationsMax, processes: platform.processes };
    const taken = new Map<string, Measured[]>();
    const keep = (label: string, measured: Measured): void => {
      taken.set(label, [...(taken.get(label) ?? []), measured]);
    };
    for (let round = 0; round < rounds; round += 1) {
      for (const [label, operation] of flows) keep(label, await measure(options, operation));
      keep('no-op job awaited on the queue', await measureNoop(platform, options));
    }
    const mark = medianOf(taken.get(flows[1]![0])!).perSecond;
    for (const [label, measured] of taken) console.log(showLine(label, medianOf(measured), mark));
  }
  await plain.close();
  await groups.close();
  await bare.close();
}

async function adjust({ organization, call }: BenchPlatform): Promise<boolean> {
  const answer = await call('POST', '/api/wms/inventory/adjust', {
    warehouse_id: organization.warehouseId,
    item_id: organization.items['PLAIN'],
    location_id: pick(Object.values(organization.locations)),
    qty_delta: 1,
    reason_code: 'found',
  });
  return answer.status === 200;
}

/** Two locations hold enough stock for moves back and forth. */
async function stockUp(platform: BenchPlatform): Promise<void> {
  const { organization, call } = platform;
  for (const code of ['A-04', 'A-05']) {
    await call('POST', '/api/wms/inventory/adjust', {
      warehouse_id: organization.warehouseId,
      item_id: organization.items['PLAIN'],
      location_id: organization.locations[code],
      qty_delta: 10_000_000,
      reason_code: 'found',
    });
  }
}

async function move({ organization, call }: BenchPlatform): Promise<boolean> {
  const { locations } = organization;
  const isForth = Math.random() < 0.5;
  const answer = await call('POST', '/api/wms/inventory/move', {
    warehouse_id: organization.warehouseId,
    item_id: organization.items['PLAIN'],
    from_location_id: isForth ? locations['A-04'] : locations['A-05'],
    to_location_id: isForth ? locations['A-05'] : locations['A-04'],
    qty: 1,
  });
  return answer.status === 200;
}

/** Announced, received and completed by one command. */
async function receiveAtOnce({ organization, call }: BenchPlatform): Promise<boolean> {
  const line = { item_id: organization.items['PLAIN'], expected_qty: 1 };
  const answer = await call('POST', '/api/wms/inbound-receipts', {
    warehouse_id: organization.warehouseId,
    source_type: 'manual',
    lines: [line, line, line],
    receive: true,
  });
  return answer.status === 201;
}

/**
 * The minimum a receive-line needs, by hand: command row, locks, ledger (its trigger moves the balance), counts,
 * events.
 */
async function openPlainSql(
  platform: BenchPlatform,
): Promise<{ receive(target: ReceiptToCount): Promise<boolean>; close(): Promise<void> }> {
  const { organization } = platform;
  const pool = new pg.Pool({ connectionString: platform.appUrl, max: 32 });
  const run = (client: pg.PoolClient, name: string, text: string, values: unknown[]) =>
    client.query({ name, text, values });
  return {
    close: () => pool.end(),
    receive: async ({ receiptId, lineIds }) => {
      const client = await pool.connect();
      const commandId = uuidv7();
      try {
        await client.query('begin');
        await run(client, 'tenant', "select set_config('app.organization_id', $1, true)", [organization.id]);
        const lineId = pick(lineIds);
        const locked = await run(client, 'lock', lockText, [organization.id, receiptId, lineId]);
        const { warehouse_id: warehouseId, merchant_id: merchantId, item_id: itemId } = locked.rows[0];
        await run(client, 'ledger', ledgerText, [
          organization.id,
          uuidv7(),
          commandId,
          itemId,
          pick(Object.values(organization.locations)),
          warehouseId,
          merchantId,
          receiptId,
          lineId,
        ]);
        await run(client, 'counts', countsText, [organization.id, lineId, receiptId]);
        await run(client, 'event', eventText, [organization.id, uuidv7(), receiptId, commandId]);
        await run(client, 'command', commandText, [organization.id, commandId]);
        await client.query('commit');
        return true;
      } catch {
        await client.query('rollback');
        return false;
      } finally {
        client.release();
      }
    },
  };
}

const lockText = `
  select r.warehouse_id, r.merchant_id, r.status, l.item_id, l.expected_qty, l.received_qty, i.lot_tracked
    from inbound_receipts r
    join inbound_receipt_lines l on l.organization_id = r.organization_id and l.receipt_id = r.id
    join items i on i.organization_id = l.organization_id and i.id = l.item_id
   where r.organization_id = $1 and r.id = $2 and l.id = $3 for update of r, l`;
const ledgerText = `
  insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no,
    warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, ref_id, ref_line_id, actor)
  values ($1, $2, $3, 1, $4, $5, 'available', '', $6, $7, 1, 'receive', 'inbound_receipt', $8, $9, 'bench')`;
const countsText = `
  with line as (update inbound_receipt_lines set received_qty = received_qty + 1 where organization_id = $1 and id = $2)
  update inbound_receipts set counted_qty = counted_qty + 1, covered_qty = covered_qty + 1, status = 'receiving'
   where organization_id = $1 and id = $3`;
const eventText = `
  insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id)
  select $1, $2, 'receipt.line_received', 'inbound_receipt', $3, coalesce(max(subject_seq), 0) + 1, '{}', $4
    from events where organization_id = $1 and subject_type = 'inbound_receipt' and subject_id = $3`;
const commandText = `
  insert into commands (organization_id, id, name, queue, input, actor, state, outcome)
  values ($1, $2, 'wms.receive_line', 'receiving', '{}', '{}', 'done', '{}')`;
