/** Verifies that ledger and balances agree, computed anew on every request. */
import { toJsonNumber } from '../../domain/decimal.ts';
import { row, rows, setLimits, type TenantTransaction } from '../database.ts';
import { type Closing, nearestClosing, partsOfStock } from '../closings/closings.read.ts';
import { sql } from '../sql-text.ts';

const key = sql`item_id, location_id, status, lot_no, lpn_id`;
const mismatchesShownMax = 100;

interface Mismatch {
  item_id: string;
  location_id: string;
  status: string;
  lot_no: string;
  lpn_id: string | null;
  balance: string;
  ledger: string;
}

/**
 * Compares the ledger sum with the balance for every key, allocated stock with its open allocations, and live serials
 * with the stock of their item. The sum starts from the newest closing of the ledger; if that shows a difference, or
 * with `whole`, it starts from the first entry, so that no closing is believed over the entries.
 */
export async function checkIntegrity(tx: TenantTransaction, organizationId: string, { whole = false } = {}) {
  const newest = whole ? undefined : await nearestClosing(tx, organizationId, 'infinity');
  const near = await compareKeys(tx, organizationId, newest);
  const isBelieved = newest === undefined || near.mismatches === 0;
  const { keys, mismatches, moment, wrong } = isBelieved
    ? near
    : await compareKeys(tx, organizationId, undefined);
  const allocated = await row<{ wrong: string }>(
    tx,
    sql`select count(*) as wrong from inventory_balances where organization_id = ${organizationId} and status = 'allocated' and qty <> held_qty`,
  );
  const serials = await row<{ wrong: string }>(
    tx,
    sql`select count(*) as wrong
       from items i
       left join (select item_id, sum(qty) as qty from inventory_balances where organization_id = ${organizationId} group by item_id) b
         on b.item_id = i.id
       left join (select item_id, count(*) as live from serials where organization_id = ${organizationId} and state = 'in_stock'
                   group by item_id) s on s.item_id = i.id
      where i.organization_id = ${organizationId} and i.serial_tracked and coalesce(b.qty, 0) <> coalesce(s.live, 0)`,
  );
  return {
    checked_at: moment.toISOString(),
    closing: isBelieved && newest ? closingFacts(newest) : null,
    keys_checked: keys,
    mismatch_count: mismatches,
    mismatches: wrong.map((mismatch) => ({
      ...mismatch,
      lot_no: mismatch.lot_no || null,
      balance: toJsonNumber(mismatch.balance),
      ledger: toJsonNumber(mismatch.ledger),
    })),
    allocation_mismatch_count: Number(allocated!.wrong),
    serial_mismatch_count: Number(serials!.wrong),
  };
}

// All keys there are fit into this; on disk they would take twice as long.
const limits = { work_mem: '64MB' };
// A whole long ledger takes longer than the statements of a request may.
const wholeLimits = { ...limits, statement_timeout: '5min' };

interface Compared {
  keys: number;
  mismatches: number;
  moment: Date;
  /** The first mismatches. */
  wrong: Mismatch[];
}

/** One statement, and so one moment, for both sides, their count and the first mismatches. */
async function compareKeys(
  tx: TenantTransaction,
  organizationId: string,
  closing: Closing | undefined,
): Promise<Compared> {
  await setLimits(tx, closing ? limits : wholeLimits);
  const compared = await rows<Mismatch & { keys: number; mismatches: number; moment: Date }>(
    tx,
    sql`with compared as materialized (
          select ${key}, sum(balance) as balance, sum(ledger) as ledger
            from (select ${key}, qty as balance, 0 as ledger from inventory_balances where organization_id = ${organizationId}
                  union all
                  select ${key}, 0, qty from (${partsOfStock(organizationId, { closing })}) parts) both_sides
           group by ${key})
        select counted.*, statement_timestamp() as moment, wrong.*
          from (select count(*)::integer as keys, (count(*) filter (where balance <> ledger))::integer as mismatches from compared) counted
          left join lateral (select * from compared where balance <> ledger order by ${key} limit ${mismatchesShownMax}) wrong on true`,
  );
  const { keys, mismatches, moment } = compared[0]!;
  const wrong = compared.filter(({ item_id: item }) => item !== null);
  return {
    keys,
    mismatches,
    moment,
    wrong: wrong.map(({ item_id, location_id, status, lot_no, lpn_id, balance, ledger }) => ({
      item_id,
      location_id,
      status,
      lot_no,
      lpn_id,
      balance,
      ledger,
    })),
  };
}

function closingFacts({ closed_through: through, proved_at: proved }: Closing) {
  return { closed_through: new Date(through).toISOString(), proved_at: proved?.toISOString() ?? null };
}
