/**
 * Writes of scans: what was counted, with what the ledger says of the moment it was counted in. That is now, or the moment
 * a device says that it could not tell of at once: the ledger of then is what lies there now less what came and went since.
 */
import { newId } from '../../domain/new-id.ts';
import { invalid } from '../../domain/refusal.ts';
import { atLeastZero, decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { stockOf } from '../../domain/inventory/choose-stock.ts';
import type { StockRowKey } from '../../domain/inventory/stock-in-turn.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { looseInHand, platesInHand } from '../moves/taken-moves.read.ts';
import { takenFrom } from '../picking/taken-picks.ts';
import type { CountTaskRow } from './counts.write.ts';

/** When something was counted: an earlier moment; undefined is now. */
export type ScanMoment = string | undefined;

/**
 * Refuses 400 a moment of which nothing can be known: one in the future by the database's clock, which is the ledger's,
 * or before somebody took the count up (before it was made, where nobody did).
 */
export async function assertCounted(
  tx: TenantTransaction,
  { id }: CountTaskRow,
  moment: string,
): Promise<void> {
  const found = await row<{ since: Date; is_future: boolean; is_before: boolean }>(
    tx,
    sql`select coalesce(claimed_at, created_at) as since, ${moment}::timestamptz > clock_timestamp() as is_future,
            ${moment}::timestamptz < coalesce(claimed_at, created_at) as is_before
       from count_tasks where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (found!.is_future) throw invalid('counted_at', 'future', 'counted_at must not be in the future');
  if (!found!.is_before) return;
  const since = found!.since.toISOString();
  throw invalid(
    'counted_at',
    'before_claim',
    `counted_at must not be before the count was taken up, ${since}`,
  );
}

/**
 * Waits for movements at these places that are not over and keeps new ones out until this transaction ends: only then is
 * the ledger of an earlier moment complete. It locks nothing beyond that, and others' counts may hold the places.
 */
export async function enterPlacesAlone(tx: TenantTransaction, locationIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`select from enter_locations_alone(${tx.organizationId}::uuid, ${[...locationIds]}::uuid[])`,
  );
}

/**
 * Plans a line for everything the ledger has, or had at that moment, at these places of a task (of its items alone, where
 * it counts some).
 */
export async function planCountLines(
  tx: TenantTransaction,
  taskId: string,
  locationIds: readonly string[],
  moment?: ScanMoment,
): Promise<void> {
  const places = [...locationIds];
  const since = moment
    ? sql`union all select organization_id, location_id, item_id, merchant_id, lot_no, status, -qty_delta from inventory_ledger
           where organization_id = ${tx.organizationId} and location_id = any (${places}::uuid[]) and occurred_at > ${moment}::timestamptz`
    : sql``;
  await execute(
    tx,
    sql`insert into count_lines (organization_id, id, task_id, location_id, item_id, merchant_id, lot_no, status, is_planned)
     select organization_id, uuid7(), ${taskId}::uuid, location_id, item_id, merchant_id, lot_no, counted_as, true
       from (select b.organization_id, b.location_id, b.item_id, b.merchant_id, b.lot_no,
                    case b.status when 'allocated' then 'available' else b.status end as counted_as
               from (select organization_id, location_id, item_id, merchant_id, lot_no, status, qty from inventory_balances
                      where organization_id = ${tx.organizationId} and location_id = any (${places}::uuid[]) ${since}) b
               join count_tasks t on t.organization_id = b.organization_id and t.id = ${taskId}
              where b.status <> 'in_transit' and (t.item_ids is null or b.item_id = any (t.item_ids))
              group by 1, 2, 3, 4, 5, 6 having sum(b.qty) > 0) as present
     on conflict on constraint count_lines_once do nothing`,
  );
}

/** Somebody stands, or stood at that moment, at these places of a task. Returns those where nobody was before. */
export async function visitPlaces(
  tx: TenantTransaction,
  taskId: string,
  locationIds: readonly string[],
  moment?: ScanMoment,
): Promise<string[]> {
  const found = await rows<{ location_id: string; is_first: boolean }>(
    tx,
    sql`update count_task_locations c
        set visited_at = greatest(c.visited_at, coalesce(${moment ?? null}::timestamptz, clock_timestamp()))
       from count_task_locations before
      where c.organization_id = ${tx.organizationId} and c.task_id = ${taskId} and c.location_id = any (${[...locationIds]}::uuid[])
        and before.organization_id = c.organization_id and before.task_id = c.task_id and before.location_id = c.location_id
      returning c.location_id, before.visited_at is null as is_first`,
  );
  return found.filter(({ is_first: isFirst }) => isFirst).map(({ location_id: id }) => id);
}

/** Places of a task where nobody was yet. */
export async function unvisitedPlaces(tx: TenantTransaction, taskId: string): Promise<string[]> {
  const found = await rows<{ location_id: string }>(
    tx,
    sql`select location_id from count_task_locations
      where organization_id = ${tx.organizationId} and task_id = ${taskId} and visited_at is null order by location_id`,
  );
  return found.map(({ location_id: id }) => id);
}

export interface CountedStock {
  location_id: string;
  item_id: string;
  lot_no: string;
  status: 'available' | 'hold' | 'damaged';
}

export interface Counted extends CountedStock {
  merchant_id: string;
  counted_qty: string;
  serial_nos: readonly string[];
}

/**
 * Records one counted line: its latest quantity with what the ledger says of the scan's moment, and the scan, which is
 * kept. The caller holds the stock locked, and the place entered alone where the moment is an earlier one.
 */
export async function recordCount(
  tx: TenantTransaction,
  taskId: string,
  counted: Counted,
  counter: { id: string; name: string },
  moment?: ScanMoment,
): Promise<string> {
  const { expected, posted } = await ledgerAt(tx, counted, moment);
  const countedAt = sql`coalesce(${moment ?? null}::timestamptz, clock_timestamp())`;
  const line = await row<{ id: string; attempt: number }>(
    tx,
    sql`insert into count_lines as l (organization_id, id, task_id, location_id, item_id, merchant_id, lot_no, status, is_planned,
        counted_qty, expected_qty, posted_before, serial_nos, counted_at, counted_by)
     values (${tx.organizationId}, ${newId()}, ${taskId}, ${counted.location_id}, ${counted.item_id}, ${counted.merchant_id}, ${counted.lot_no}, ${counted.status}, false, ${counted.counted_qty}, ${expected}, ${posted}, ${[...counted.serial_nos]}, ${countedAt}, ${counter.name})
     on conflict (organization_id, task_id, location_id, item_id, lot_no, status) do update
       set counted_qty = excluded.counted_qty, expected_qty = excluded.expected_qty, posted_before = excluded.posted_before,
           serial_nos = excluded.serial_nos, counted_at = excluded.counted_at, counted_by = excluded.counted_by
     returning l.id, l.attempt`,
  );
  await execute(
    tx,
    sql`insert into count_scans (organization_id, id, line_id, attempt, counted_qty, expected_qty, counted_by, counter_id, counted_at)
      values (${tx.organizationId}, ${newId()}, ${line!.id}, ${line!.attempt}, ${counted.counted_qty}, ${expected}, ${counter.name}, ${counter.id}, ${countedAt})`,
  );
  return line!.id;
}

/**
 * The ledger quantity of some stock (of available stock with what is allocated, less what a batch or a planned move has in
 * hand of it) and what counts had posted to it, now or at an earlier moment. It locks the balances and waits for those
 * that are moving, so the figures are consistent: what was taken is posted under their locks.
 */
async function ledgerAt(
  tx: TenantTransaction,
  at: CountedStock,
  moment: ScanMoment,
): Promise<{ expected: string; posted: string }> {
  const lying = await rows<{ lpn_id: string | null; qty: string }>(
    tx,
    sql`select lpn_id, qty from inventory_balances
      where organization_id = ${tx.organizationId} and item_id = ${at.item_id} and location_id = ${at.location_id} and lot_no = ${at.lot_no}
        and (status = ${at.status} or (${at.status} = 'available' and status = 'allocated'))
      order by item_id, location_id, status, lot_no, lpn_id for update`,
  );
  const counts = await row<{ posted: string }>(
    tx,
    sql`select coalesce(sum(posted_delta), 0) as posted from count_lines
      where organization_id = ${tx.organizationId} and location_id = ${at.location_id} and item_id = ${at.item_id}
        and lot_no = ${at.lot_no} and status = ${at.status}`,
  );
  const plates = await platesInHand(tx, at.location_id, moment);
  const there = lying.filter(({ lpn_id: plate }) => plate === null || !plates.includes(plate));
  const now = stockOf(there).minus(await takenLoose(tx, at, moment, plates));
  // A move may begin that is planned for more than lies there by then: nobody took more than all.
  if (!moment) return { expected: atLeastZero(now).toString(), posted: counts!.posted };
  const since = await row<{ moved: string; posted: string }>(
    tx,
    sql`select coalesce(sum(qty_delta) filter (where lpn_id is null or lpn_id <> all (${plates}::uuid[])), 0) as moved,
            coalesce(sum(qty_delta) filter (where ref_type = 'count_task' and transaction_type = 'count'), 0) as posted
       from inventory_ledger
      where organization_id = ${tx.organizationId} and location_id = ${at.location_id} and occurred_at > ${moment}::timestamptz
        and item_id = ${at.item_id} and lot_no = ${at.lot_no}
        and (status = ${at.status} or (${at.status} = 'available' and status = 'allocated'))`,
  );
  return {
    expected: atLeastZero(now.minus(decimal(since!.moved))).toString(),
    posted: decimal(counts!.posted).minus(decimal(since!.posted)).toString(),
  };
}

/** What was in hand at a moment besides these license plates, which go with all that is on them. */
async function takenLoose(
  tx: TenantTransaction,
  at: CountedStock,
  moment: ScanMoment,
  plates: readonly string[],
): Promise<Decimal> {
  const carried = await looseInHand(tx, at, moment);
  const picked = at.status === 'available' ? await takenFrom(tx, at, moment, plates) : zero;
  return carried.plus(picked);
}

/**
 * Lines of the task, of those asked for, that somebody counted after the moment, or that were sent back to be counted
 * again after it: what was seen then is no longer asked for.
 */
export function countedSince(
  tx: TenantTransaction,
  taskId: string,
  asked: readonly StockRowKey[],
  moment: string,
): Promise<{ id: string }[]> {
  return rows(
    tx,
    sql`select n.id from count_lines n
       join unnest(${asked.map((one) => one.location_id)}::uuid[], ${asked.map((one) => one.item_id)}::uuid[],
                   ${asked.map((one) => one.lot_no)}::text[], ${asked.map((one) => one.status)}::text[])
              as k (location_id, item_id, lot_no, status)
         on n.location_id = k.location_id and n.item_id = k.item_id and n.lot_no = k.lot_no and n.status = k.status
      where n.organization_id = ${tx.organizationId} and n.task_id = ${taskId}
        and (n.counted_at > ${moment}::timestamptz or n.reopened_at > ${moment}::timestamptz)
      order by n.id`,
  );
}

/** The lines of a task that this person counted in an earlier attempt. */
export function countedBefore(
  tx: TenantTransaction,
  taskId: string,
  counterId: string,
): Promise<{ id: string; location_id: string; item_id: string; lot_no: string; status: string }[]> {
  return rows(
    tx,
    sql`select n.id, n.location_id, n.item_id, n.lot_no, n.status from count_lines n
      where n.organization_id = ${tx.organizationId} and n.task_id = ${taskId} and n.attempt > 1
        and exists (select 1 from count_scans c where c.organization_id = n.organization_id and c.line_id = n.id
                       and c.attempt < n.attempt and c.counter_id = ${counterId})`,
  );
}

/** Sends lines back to be recounted. */
export async function reopenCountLines(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update count_lines set counted_qty = null, expected_qty = null, posted_before = null, serial_nos = '{}', counted_at = null, counted_by = null,
            attempt = attempt + 1, reopened_at = clock_timestamp()
      where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
}
