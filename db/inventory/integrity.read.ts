/**
 * Verifies that ledger and balances agree, computed anew on every request. What is checked against what:
 *
 * - Every balance, by its quantity, against the newest closing and the ledger's entries since: both sides come down to one
 *   number, the fingerprint of a stock (`stock_key_number` in 0215_closings.ts), and the closing's is stored with it. So
 *   this reads each balance once, of the ledger only what came after the closing, and nothing is matched. No balance is
 *   taken to be right because it was right before: one changed behind the ledger's back changes the number.
 * - Every key of the balances against the sum of its entries, from the first one on, if the numbers differ or with
 *   `whole`: this names what is wrong, and believes no closing.
 * - The closing, its fingerprint, and with them the entries up to it, against the ledger: by the proof of each closing
 *   once a day (`workers/closings`).
 */
import { toJsonNumber } from '../../domain/decimal.ts';
import { row, rows, setLimits, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { type Closing, nearestClosing } from '../closings/closings.read.ts';

const key = sql`item_id, location_id, status, lot_no, lpn_id`;
const mismatchesShownMax = 100;
const isMisheld = sql`status = 'allocated' and qty <> held_qty`;

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
 * Compares the ledger with the balances, allocated stock with its open allocations, and live serials with the stock of
 * their item, place by place. The ledger is summed from its newest closing on; if that shows a difference, or with `whole`, from the first
 * entry on and key by key, so that no closing is believed over the entries.
 */
export async function checkIntegrity(tx: TenantTransaction, { whole = false } = {}) {
  const newest = whole ? undefined : await nearestClosing(tx, 'infinity');
  const near = newest && (await compareFingerprints(tx, newest));
  const { keys, mismatches, moment, wrong, misheld } = near ?? (await compareKeys(tx));
  const serials = await row<{ wrong: string }>(
    tx,
    // Place by place, and one without a place counts nowhere.
    sql`with tracked as (select id from items where organization_id = ${tx.organizationId} and serial_tracked),
          places as (
            select item_id, sum(qty) as off from (
              select item_id, location_id, lot_no, lpn_id, qty from inventory_balances
               where organization_id = ${tx.organizationId} and item_id in (select id from tracked)
              union all
              select item_id, location_id, lot_no, lpn_id, -1 from serials
               where organization_id = ${tx.organizationId} and state in ('in_stock', 'in_transit')) units
             group by item_id, location_id, lot_no, lpn_id)
        select count(distinct item_id) as wrong from places where off <> 0 and item_id in (select id from tracked)`,
  );
  return {
    checked_at: moment.toISOString(),
    closing: near && newest ? closingFacts(newest) : null,
    keys_checked: keys,
    mismatch_count: mismatches,
    mismatches: wrong.map((mismatch) => ({
      ...mismatch,
      lot_no: mismatch.lot_no || null,
      balance: toJsonNumber(mismatch.balance),
      ledger: toJsonNumber(mismatch.ledger),
    })),
    allocation_mismatch_count: misheld,
    serial_mismatch_count: Number(serials!.wrong),
  };
}

interface Compared {
  keys: number;
  mismatches: number;
  /** Allocated balances that differ from what open allocations hold. */
  misheld: number;
  moment: Date;
  /** The first mismatches. */
  wrong: Mismatch[];
}

const keyNumber = (seed: string): SqlText =>
  sql`stock_key_number(${seed}::bigint, item_id, location_id, status, lot_no, lpn_id)`;

/**
 * Whether the balances' fingerprint is the closing's and that of the entries since together, in one statement and so at
 * one moment. Undefined if it is not, or if the closing was removed meanwhile.
 */
async function compareFingerprints(
  tx: TenantTransaction,
  { closed_through: through, seed }: Closing,
): Promise<Compared | undefined> {
  const alike = await row<Omit<Compared, 'mismatches' | 'wrong'>>(
    tx,
    sql`select b.keys::integer, b.misheld::integer, statement_timestamp() as moment
          from (select count(*) as keys, count(*) filter (where ${isMisheld}) as misheld,
                       coalesce(sum(${keyNumber(seed)} * qty), 0) as fingerprint
                  from inventory_balances where organization_id = ${tx.organizationId}) b,
               (select coalesce(sum(${keyNumber(seed)} * qty_delta), 0) as fingerprint from inventory_ledger
                 where organization_id = ${tx.organizationId} and occurred_at > ${through}::timestamptz) since,
               (select coalesce(sum(fingerprint), 0) as fingerprint from inventory_closing_fingerprints
                 where organization_id = ${tx.organizationId} and closed_through = ${through}::timestamptz) closed
         where b.fingerprint = closed.fingerprint + since.fingerprint`,
  );
  return alike && { ...alike, mismatches: 0, wrong: [] };
}

// All keys there are fit into this; on disk they would take twice as long. A whole long ledger takes longer than the
// statements of a request may.
const wholeLimits = { work_mem: '64MB', statement_timeout: '5min' };

// A key without a license plate has null there, which a join by equality would pass over.
const noPlate = '00000000-0000-0000-0000-000000000000';
const sameKey = sql`b.item_id = l.item_id and b.location_id = l.location_id and b.status = l.status and b.lot_no = l.lot_no
  and coalesce(b.lpn_id, ${noPlate}::uuid) = coalesce(l.lpn_id, ${noPlate}::uuid)`;

/**
 * One statement, and so one moment, for both sides, their count and the first mismatches. Keys are matched by hash, one
 * side with the other: nothing is sorted, and only what differs is kept.
 */
async function compareKeys(tx: TenantTransaction): Promise<Compared> {
  await setLimits(tx, wholeLimits);
  const compared = await rows<Mismatch & Omit<Compared, 'wrong'>>(
    tx,
    sql`with differing as materialized (
          select coalesce(b.item_id, l.item_id) as item_id, coalesce(b.location_id, l.location_id) as location_id,
                 coalesce(b.status, l.status) as status, coalesce(b.lot_no, l.lot_no) as lot_no,
                 coalesce(b.lpn_id, l.lpn_id) as lpn_id, coalesce(b.qty, 0) as balance, coalesce(l.qty, 0) as ledger,
                 b.item_id is not null as has_balance
            from (select ${key}, qty from inventory_balances where organization_id = ${tx.organizationId}) b
            full join (select ${key}, sum(qty_delta) as qty from inventory_ledger
                        where organization_id = ${tx.organizationId} group by ${key}) l on ${sameKey}
           where coalesce(b.qty, 0) <> coalesce(l.qty, 0)),
        counted as (
          select count(*) + (select count(*) from differing where not has_balance) as keys,
                 (select count(*) from differing) as mismatches, count(*) filter (where ${isMisheld}) as misheld
            from inventory_balances where organization_id = ${tx.organizationId})
        select c.keys::integer, c.mismatches::integer, c.misheld::integer, statement_timestamp() as moment, wrong.*
          from counted c
          left join lateral (select ${key}, balance, ledger from differing
                              order by ${key} limit ${mismatchesShownMax}) wrong on true`,
  );
  const { keys, mismatches, misheld, moment } = compared[0]!;
  const wrong = compared.filter(({ item_id: item }) => item !== null);
  return { keys, mismatches, misheld, moment, wrong: wrong.map(onlyMismatch) };
}

function onlyMismatch({ item_id, location_id, status, lot_no, lpn_id, balance, ledger }: Mismatch): Mismatch {
  return { item_id, location_id, status, lot_no, lpn_id, balance, ledger };
}

function closingFacts({ closed_through: through, proved_at: proved }: Closing) {
  return { closed_through: new Date(through).toISOString(), proved_at: proved?.toISOString() ?? null };
}
