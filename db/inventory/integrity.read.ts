/**
 * Verifies that ledger and balances agree, computed anew on every request. What is checked against what:
 *
 * - Every balance against the newest closing's sum for its key plus the ledger's entries since. No balance is taken to be
 *   right because it was right before: one changed behind the ledger's back is found by the next request, whichever it
 *   is. So this reads every key there is, in one pass, but of the ledger only what came after the closing.
 * - The closing, and with it the entries up to it, against the ledger: by the proof of each closing once a day
 *   (`workers/closings`), or right away with `whole`, which sums the ledger from its first entry.
 */
import { toJsonNumber } from '../../domain/decimal.ts';
import { row, rows, setLimits, type TenantTransaction } from '../database.ts';
import { type Closing, nearestClosing } from '../closings/closings.read.ts';
import { joined, name, sql, type SqlText } from '../sql-text.ts';

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
  const { keys, mismatches, moment, wrong, misheld } = isBelieved
    ? near
    : await compareKeys(tx, organizationId, undefined);
  const serials = await row<{ wrong: string }>(
    tx,
    sql`with tracked as (select id from items where organization_id = ${organizationId} and serial_tracked)
        select count(*) as wrong
          from tracked i
          left join (select item_id, sum(qty) as qty from inventory_balances
                      where organization_id = ${organizationId} and item_id in (select id from tracked) group by item_id) b
            on b.item_id = i.id
          left join (select item_id, count(*) as live from serials
                      where organization_id = ${organizationId} and state = 'in_stock' group by item_id) s on s.item_id = i.id
         where coalesce(b.qty, 0) <> coalesce(s.live, 0)`,
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
    allocation_mismatch_count: misheld,
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
  /** Allocated balances that differ from what open allocations hold. */
  misheld: number;
  moment: Date;
  /** The first mismatches. */
  wrong: Mismatch[];
}

// A key without a license plate has null there, which a join by equality would pass over.
const noPlate = '00000000-0000-0000-0000-000000000000';

function sameKey(one: string, other: string): SqlText {
  const alike = ['item_id', 'location_id', 'status', 'lot_no'].map(
    (column) => sql`${name(`${one}.${column}`)} = ${name(`${other}.${column}`)}`,
  );
  const [plate, otherPlate] = [one, other].map(
    (side) => sql`coalesce(${name(`${side}.lpn_id`)}, ${noPlate}::uuid)`,
  );
  return joined([...alike, sql`${plate!} = ${otherPlate!}`], ' and ');
}

/**
 * One statement, and so one moment, for both sides, their count and the first mismatches. Keys are matched by hash, one
 * side with the other: nothing is sorted, and only what differs is kept.
 */
async function compareKeys(
  tx: TenantTransaction,
  organizationId: string,
  closing: Closing | undefined,
): Promise<Compared> {
  await setLimits(tx, closing ? limits : wholeLimits);
  const through = closing?.closed_through ?? '-infinity';
  const compared = await rows<Mismatch & Omit<Compared, 'wrong'>>(
    tx,
    sql`with differing as materialized (
          select coalesce(b.item_id, l.item_id) as item_id, coalesce(b.location_id, l.location_id) as location_id,
                 coalesce(b.status, l.status) as status, coalesce(b.lot_no, l.lot_no) as lot_no,
                 coalesce(b.lpn_id, l.lpn_id) as lpn_id, coalesce(b.qty, 0) as balance, coalesce(l.qty, 0) as ledger,
                 b.item_id is not null as has_balance
            from (select ${key}, qty from inventory_balances where organization_id = ${organizationId}) b
            full join (
              select coalesce(c.item_id, e.item_id) as item_id, coalesce(c.location_id, e.location_id) as location_id,
                     coalesce(c.status, e.status) as status, coalesce(c.lot_no, e.lot_no) as lot_no,
                     coalesce(c.lpn_id, e.lpn_id) as lpn_id, coalesce(c.qty, 0) + coalesce(e.qty, 0) as qty
                from (select ${key}, qty from inventory_closing_rows
                       where organization_id = ${organizationId} and closed_through = ${through}::timestamptz) c
                full join (select ${key}, sum(qty_delta) as qty from inventory_ledger
                            where organization_id = ${organizationId} and occurred_at > ${through}::timestamptz
                            group by ${key}) e on ${sameKey('c', 'e')}) l on ${sameKey('b', 'l')}
           where coalesce(b.qty, 0) <> coalesce(l.qty, 0) or b.item_id is null),
        counted as (
          select count(*) + (select count(*) from differing where not has_balance) as keys,
                 (select count(*) from differing where balance <> ledger) as mismatches,
                 count(*) filter (where status = 'allocated' and qty <> held_qty) as misheld
            from inventory_balances where organization_id = ${organizationId})
        select c.keys::integer, c.mismatches::integer, c.misheld::integer, statement_timestamp() as moment, wrong.*
          from counted c
          left join lateral (select ${key}, balance, ledger from differing where balance <> ledger
                              order by ${key} limit ${mismatchesShownMax}) wrong on true`,
  );
  const { keys, mismatches, misheld, moment } = compared[0]!;
  const wrong = compared.filter(({ item_id: item }) => item !== null);
  return {
    keys,
    mismatches,
    misheld,
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
