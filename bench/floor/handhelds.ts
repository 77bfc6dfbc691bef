/**
 * Two hundred handhelds ask what is next at once (`work/claim`), beside the same by hand: one statement that takes the next
 * row past what others have locked (`for update skip locked`), without order holds, count locks, events or HTTP. Planned
 * moves are one row; a pick is claimed with its shipment and order locked. Whether anything is given twice is counted.
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import { measure, showLine, warmUp } from '../measure.ts';
import { onBothBackends, type BenchPlatform } from '../platform.ts';

const handhelds = 200;
const movesEach = 6_000;
const shipments = 2_400;
const options = { clients: handhelds, durationMs: 8_000, operationsMax: movesEach - handhelds };

export function run(): Promise<void> {
  return onBothBackends(async (platform) => {
    console.log(`load average before: ${loadavg()[0]!.toFixed(1)}`);
    const pool = new pg.Pool({ connectionString: platform.ownerUrl, max: 32 });
    try {
      await plantMoves(platform, 3 * movesEach);
      await compare(platform, pool, {
        table: 'planned_moves',
        order: 'priority, created_at, id',
        kinds: ['reslot'],
      });
      await releasePicks(platform);
      await compare(platform, pool, {
        table: 'pick_tasks',
        order: 'zone, pick_sequence, id',
        kinds: ['pick'],
      });
    } finally {
      await pool.end();
    }
  });
}

interface Queue {
  table: string;
  order: string;
  kinds: string[];
}

async function compare(platform: BenchPlatform, pool: pg.Pool, queue: Queue): Promise<void> {
  const [kind] = queue.kinds;
  const given = new Map<string, number>();
  const note = (id: string | undefined): boolean => {
    if (id) given.set(id, (given.get(id) ?? 0) + 1);
    return id !== undefined;
  };
  const byHand = async (): Promise<boolean> => note(await takeByHand(platform, pool, queue));
  const claim = async (): Promise<boolean> => note(await claimNext(platform, queue.kinds));
  const limits = {
    ...options,
    processes: platform.processes,
    // So few picks are given within a second: a longer run would measure when they are gone.
    ...(kind === 'pick' ? { durationMs: 1_000, operationsMax: shipments / 2 - 2 * handhelds } : {}),
  };
  await warmUp(claim, 50);
  const mark = await measure(limits, byHand);
  const served = await measure(limits, claim);
  console.log(showLine(`${kind} by hand`, mark));
  console.log(showLine(`${kind} by work/claim`, served, mark.perSecond));
  const twice = [...given.values()].filter((times) => times > 1).length;
  console.log(`  ${given.size} given, ${twice} of them twice`);
}

async function takeByHand(
  { organization: { id, warehouseId } }: BenchPlatform,
  pool: pg.Pool,
  { table, order }: Queue,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>({
    name: table,
    text: `update ${table} set status = 'assigned', assigned_at = now(), assignee_id = $3, assignee = 'by hand'
            where organization_id = $1 and id = (
              select id from ${table} where organization_id = $1 and warehouse_id = $2 and status = 'open'
               order by ${order} limit 1 for update skip locked)
           returning id`,
    values: [id, warehouseId, uuidv7()],
  });
  return rows[0]?.id;
}

async function claimNext(
  { organization, call }: BenchPlatform,
  kinds: readonly string[],
): Promise<string | undefined> {
  const asked = { warehouse_id: organization.warehouseId, kinds, another: true };
  const answer = await call('POST', '/api/wms/work/claim', asked);
  return answer.status === 200 ? answer.body.data.work?.id : undefined;
}

async function plantMoves({ database, organization }: BenchPlatform, count: number): Promise<void> {
  const { id, warehouseId, merchantId, items, locations } = organization;
  await inTenant(database, { organizationId: id }, async (tx) => {
    await tx.raw(
      `insert into planned_moves (organization_id, id, move_no, kind, warehouse_id, merchant_id, item_id, qty, from_location_id, to_location_id, created_by)
       select ?, uuid7(), 'MV-' || n, 'reslot', ?, ?, ?, 1, ?, ?, 'bench' from generate_series(1, ?::integer) n`,
      [id, warehouseId, merchantId, items['PLAIN']!, locations['A-01']!, locations['A-02']!, count],
    );
  });
}

/** Shipments of one unit at commit, in the wave that collects them, released. */
async function releasePicks({ organization, call }: BenchPlatform): Promise<void> {
  const { warehouseId: warehouse_id, items, locations } = organization;
  const [item_id, location_id] = [items['PLAIN'], locations['A-03']];
  const stock = { warehouse_id, item_id, location_id, qty_delta: shipments, reason_code: 'found' };
  await call('POST', '/api/wms/inventory/adjust', stock);
  let left = shipments;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const made = await call('POST', '/api/wms/shipments', { warehouse_id, lines: [{ item_id, qty: 1 }] });
      // A busy machine makes it a little later.
      if (made.status > 202) throw new Error(JSON.stringify(made.body));
    }
  };
  await Promise.all(Array.from({ length: 32 }, one));
  const waves = await call('GET', '/api/wms/waves?status=open');
  for (const { id } of waves.body.data) await call('PATCH', `/api/wms/waves/${id}`, { action: 'release' });
}
