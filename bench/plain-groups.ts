/**
 * The rows of `plain` by hand in groups of 16: what waits is taken together, one transaction with one statement for each
 * table. Two groups run at a time, so that one is on its way while the next gathers.
 */
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { BenchPlatform } from './platform.ts';
import { pick, type ReceiptToCount } from './receipt-to-count.ts';

const groupMax = 16;
const groupsAtOnce = 2;

interface Waiting {
  target: ReceiptToCount;
  done: (isDone: boolean) => void;
}

export async function openPlainGroups(
  platform: BenchPlatform,
): Promise<{ receive(target: ReceiptToCount): Promise<boolean>; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: platform.appUrl, max: groupsAtOnce });
  const waiting: Waiting[] = [];
  let running = 0;
  const runNext = async (): Promise<void> => {
    if (running === groupsAtOnce || waiting.length === 0) return;
    running += 1;
    const group = waiting.splice(0, groupMax);
    const isDone = await receiveGroup(
      pool,
      platform,
      group.map(({ target }) => target),
    );
    running -= 1;
    for (const { done } of group) done(isDone);
    // What its clients ask next joins the group.
    setImmediate(() => void runNext());
  };
  return {
    close: () => pool.end(),
    receive: (target) =>
      new Promise((done) => {
        waiting.push({ target, done });
        setImmediate(() => void runNext());
      }),
  };
}

async function receiveGroup(
  pool: pg.Pool,
  { organization }: BenchPlatform,
  targets: readonly ReceiptToCount[],
): Promise<boolean> {
  const client = await pool.connect();
  const run = (name: string, text: string, columns: readonly unknown[]) =>
    client.query({ name: `group ${name}`, text, values: [organization.id, ...columns] });
  const receipts = targets.map(({ receiptId }) => receiptId);
  const lines = targets.map(({ lineIds }) => pick(lineIds));
  const fresh = (): string[] => targets.map(() => uuidv7());
  const [commands, places] = [fresh(), targets.map(() => pick(Object.values(organization.locations)))];
  try {
    await client.query('begin');
    await run('tenant', "select set_config('app.organization_id', $1, true)", []);
    await run('lock', lockText, [receipts, lines]);
    await run('ledger', ledgerText, [fresh(), commands, lines, places]);
    await run('counts', countsText, [receipts, lines]);
    await run('events', eventsText, [fresh(), receipts, commands]);
    await run('commands', commandsText, [commands]);
    await client.query('commit');
    return true;
  } catch {
    await client.query('rollback');
    return false;
  } finally {
    client.release();
  }
}

const lockText = `
  select r.warehouse_id, r.merchant_id, r.status, l.item_id, l.expected_qty, l.received_qty, i.lot_tracked
    from inbound_receipts r
    join inbound_receipt_lines l on l.organization_id = r.organization_id and l.receipt_id = r.id
    join items i on i.organization_id = l.organization_id and i.id = l.item_id
   where r.organization_id = $1 and r.id = any ($2::uuid[]) and l.id = any ($3::uuid[])
   order by r.id, l.id for update of r, l`;
const ledgerText = `
  insert into inventory_ledger (organization_id, id, command_id, line_no, item_id, location_id, status, lot_no,
    warehouse_id, merchant_id, qty_delta, transaction_type, ref_type, ref_id, ref_line_id, actor)
  select $1, k.id, k.command_id, 1, l.item_id, k.location_id, 'available', '', r.warehouse_id, r.merchant_id, 1,
         'receive', 'inbound_receipt', r.id, l.id, 'bench'
    from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[]) as k (id, command_id, line_id, location_id)
    join inbound_receipt_lines l on l.organization_id = $1 and l.id = k.line_id
    join inbound_receipts r on r.organization_id = $1 and r.id = l.receipt_id`;
const countsText = `
  with asked as (select * from unnest($2::uuid[], $3::uuid[]) as k (receipt_id, line_id)),
  lines as (
    update inbound_receipt_lines l set received_qty = l.received_qty + k.qty
      from (select line_id, count(*) as qty from asked group by line_id) k
     where l.organization_id = $1 and l.id = k.line_id)
  update inbound_receipts r
     set counted_qty = r.counted_qty + k.qty, covered_qty = r.covered_qty + k.qty, status = 'receiving'
    from (select receipt_id, count(*) as qty from asked group by receipt_id) k
   where r.organization_id = $1 and r.id = k.receipt_id`;
const eventsText = `
  insert into events (organization_id, id, type, subject_type, subject_id, subject_seq, data, command_id)
  select $1, k.id, 'receipt.line_received', 'inbound_receipt', k.receipt_id,
         coalesce((select max(e.subject_seq) from events e where e.organization_id = $1
                     and e.subject_type = 'inbound_receipt' and e.subject_id = k.receipt_id), 0)
           + row_number() over (partition by k.receipt_id), '{}', k.command_id
    from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as k (id, receipt_id, command_id)`;
const commandsText = `
  insert into commands (organization_id, id, name, queue, input, actor, state, outcome)
  select $1, id, 'wms.receive_line', 'receiving', '{}', '{}', 'done', '{}' from unnest($2::uuid[]) as k (id)`;
