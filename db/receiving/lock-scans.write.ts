/**
 * The locked read for counts that are processed together: their receipts in id order, each with its lines. It returns
 * what the previous transaction committed; within the group, later counts go by what the earlier ones planned.
 */
import { decimal, sum, type Decimal } from '../../domain/decimal.ts';
import { notFound, unknownReference, type Refusal } from '../../domain/refusal.ts';
import { lineCounts } from '../../domain/receiving/receipt-discrepancies.ts';
import { countedOf } from '../../domain/receiving/receipt-line.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { apartOf } from '../inventory/stock-references.read.ts';
import { enterLocations } from '../inventory/location-locks.read.ts';
import {
  lineOf,
  receiptOf,
  type FactsRow,
  type LockedLine,
  type LockedReceipt,
} from './receiving-facts.write.ts';

/** What one count of a group needs to read. */
export interface AskedScan {
  receipt_id: string;
  line_id: string;
  /** The input's field that names the line, for refusals. */
  field: string;
  /** Everything this count adds to the line. If that is more than expected, the tolerances are read as well. */
  qty: Decimal;
  has_expiry: boolean;
  location_id: string | null;
  lot_no: string | null;
  /** Without a named lot, the line's announced lot is used (one-click receiving). */
  takes_line_lot: boolean;
  is_cross_dock: boolean;
}

export interface LockedScan {
  receipt: LockedReceipt;
  line: LockedLine;
}

interface AskedColumns {
  receiptIds: string[];
  lineIds: string[];
  locationIds: (string | null)[];
  lotNos: (string | null)[];
  takeLineLot: boolean[];
  areCrossDock: boolean[];
}

type HeldSoFar = Pick<FactsRow, 'held_qty' | 'held_back_qty' | 'passed_back_qty'>;
type ScanRow = Omit<FactsRow, 'id' | 'count_task_id' | keyof HeldSoFar> & {
  receipt_id: string;
  position: number;
};

// A return is inspected as one, and what another warehouse sends was inspected there.
const planOfLine = sql`(
  select jsonb_build_object('plan_id', p.id, 'sample_percent', p.sample_percent::text, 'sample_qty', p.sample_qty::text,
           'sample_of', p.sample_of::text, 'rest', p.rest, 'on_fail', p.on_fail, 'checks', p.checks)
    from inspection_plans p
   where p.organization_id = r.organization_id and p.is_active and r.source_type <> 'return' and r.transfer_id is null
     and (p.merchant_id is null or p.merchant_id = r.merchant_id) and (p.vendor_id is null or p.vendor_id = r.vendor_id)
     and (p.item_class is null or p.item_class = i.item_class)
   order by p.priority, p.created_at, p.id limit 1)`;
const columns = sql`
  select asked.position::int as position, r.id as receipt_id, r.receipt_no, r.status, r.source_type, r.transfer_id, r.return_id,
         r.warehouse_id, r.merchant_id, r.open_task_id, r.open_task_status, r.open_task_assignee_id,
         r.lines_total, r.lines_done, r.expected_qty, r.covered_qty, r.counted_qty,
         l.id as line_id, l.line_no, l.item_id, l.expected_qty as line_expected_qty, l.received_qty, l.damaged_qty,
         l.rejected_qty, l.uom_factor, l.lot_no as line_lot_no, l.is_passed,
         ${planOfLine} as inspection, i.lot_tracked, i.expiry_tracked, i.serial_tracked, i.qc_hold, i.min_remaining_life_days, place.id as location_id,
         (place.type in ('dock', 'staging') and setting.putaway = 'task') as puts_away,
         case when place.type in ('storage', 'pick') then ${apartOf} end as apart`;
const lockedRows = (organizationId: string): SqlText => sql`
    join organizations setting on setting.id = ${organizationId}
    join inbound_receipts r on r.organization_id = ${organizationId} and r.id = asked.receipt_id
    join inbound_receipt_lines l on l.organization_id = r.organization_id and l.id = asked.line_id and l.receipt_id = r.id
    join items i on i.organization_id = l.organization_id and i.id = l.item_id`;
// Locked in key order, so that two groups on the same receipts cannot deadlock.
const inOrder = sql`order by r.id, l.id for update of r, l`;

// Most scans name no lot or date, put goods where they say, and stay within the expected quantity: they need only half
// the tables.
const plainText = (
  organizationId: string,
  asked: AskedColumns,
): SqlText => sql`${columns}, '0' as tolerance_percent, false as lot_is_known, null as manufacture_date,
         null as expiry_date, '' as today
    from unnest(${asked.receiptIds}::uuid[], ${asked.lineIds}::uuid[], ${asked.locationIds}::uuid[]) with ordinality
           as asked (receipt_id, line_id, location_id, position)
    ${lockedRows(organizationId)}
    left join locations place on place.organization_id = r.organization_id and place.warehouse_id = r.warehouse_id
     and place.is_active and place.id = asked.location_id
   ${inOrder}`;
const fullText = (organizationId: string, asked: AskedColumns): SqlText => sql`${columns},
         coalesce(i.over_receipt_tolerance_percent, v.over_receipt_tolerance_percent,
                  m.over_receipt_tolerance_percent, 0) as tolerance_percent,
         lots.item_id is not null as lot_is_known, lots.manufacture_date, lots.expiry_date,
         (now() at time zone w.time_zone)::date as today
    from unnest(${asked.receiptIds}::uuid[], ${asked.lineIds}::uuid[], ${asked.locationIds}::uuid[], ${asked.lotNos}::text[],
                ${asked.takeLineLot}::boolean[], ${asked.areCrossDock}::boolean[]) with ordinality
           as asked (receipt_id, line_id, location_id, lot_no, takes_line_lot, is_cross_dock, position)
    ${lockedRows(organizationId)}
    join merchants m on m.organization_id = r.organization_id and m.id = r.merchant_id
    join warehouses w on w.organization_id = r.organization_id and w.id = r.warehouse_id
    left join vendors v on v.organization_id = r.organization_id and v.id = r.vendor_id
    left join locations place on place.organization_id = r.organization_id and place.warehouse_id = r.warehouse_id
     and place.is_active and place.id = coalesce(asked.location_id, (
       select x.id from locations x
        where asked.is_cross_dock and x.organization_id = r.organization_id and x.warehouse_id = r.warehouse_id
          and x.type = 'cross_dock' and x.is_active
        order by x.code limit 1))
    left join lots on lots.organization_id = l.organization_id and lots.item_id = l.item_id
     and lots.lot_no = coalesce(asked.lot_no, case when asked.takes_line_lot then l.lot_no end)
   ${inOrder}`;

/**
 * Locks receipts and lines, and enters the named locations, so that no count task starts there until this transaction
 * ends. Returns results in the order asked: 404 for an unknown receipt, 400 for an unknown line, otherwise one shared
 * object per receipt and per line, however often it is asked for.
 */
export async function lockScans(
  tx: TenantTransaction,
  asked: readonly AskedScan[],
): Promise<(LockedScan | Refusal)[]> {
  const isPlain = asked.every((one) => one.lot_no === null && !one.has_expiry && !one.is_cross_dock);
  const columnsAsked: AskedColumns = {
    receiptIds: asked.map(({ receipt_id: id }) => id),
    lineIds: asked.map(({ line_id: id }) => id),
    locationIds: asked.map(({ location_id: id }) => id),
    lotNos: asked.map(({ lot_no: lotNo }) => lotNo),
    takeLineLot: asked.map((one) => one.takes_line_lot),
    areCrossDock: asked.map((one) => one.is_cross_dock),
  };
  const named = [...new Set(columnsAsked.locationIds.filter((id): id is string => id !== null))];
  // Sent at once and run in this order: documents before locations.
  let [found, counting] = await Promise.all([
    rows<ScanRow>(tx, (isPlain ? plainText : fullText)(tx.organizationId, columnsAsked)),
    enterLocations(tx, named),
  ]);
  if (isPlain && (usesLineLot(found, asked) || isBeyondExpected(found, asked))) {
    found = await rows<ScanRow>(tx, fullText(tx.organizationId, columnsAsked));
  }
  const crossed = found.flatMap(({ location_id: id }) => (id && !named.includes(id) ? [id] : []));
  if (crossed.length > 0) counting = new Map([...counting, ...(await enterLocations(tx, crossed))]);
  const missing =
    found.length < asked.length
      ? await knownReceipts(
          tx,
          asked.map((one) => one.receipt_id),
        )
      : undefined;
  return inOrderAsked(asked, await withHeld(tx, found), counting, missing);
}

const nothingHeld: HeldSoFar = { held_qty: '0', held_back_qty: '0', passed_back_qty: '0' };

/**
 * With what is on hold of what came of lines that have a plan, and what was taken back: read once they are locked, since the
 * scan before it has just held some.
 */
async function withHeld(tx: TenantTransaction, found: readonly ScanRow[]): Promise<(ScanRow & HeldSoFar)[]> {
  const planned = found.filter(({ inspection }) => inspection !== null);
  const receiptIds = [...new Set(planned.map(({ receipt_id: id }) => id))];
  const held =
    planned.length === 0
      ? []
      : await rows<HeldSoFar & { line_id: string }>(
          tx,
          sql`select ref_line_id as line_id,
                     coalesce(sum(qty_delta) filter (where status = 'hold'), 0) as held_qty,
                     coalesce(-sum(qty_delta) filter (where status = 'hold' and transaction_type = 'reverse'), 0) as held_back_qty,
                     coalesce(-sum(qty_delta) filter (where status = 'available' and transaction_type = 'reverse'), 0) as passed_back_qty
                from inventory_ledger
               where organization_id = ${tx.organizationId} and ref_id = any (${receiptIds}::uuid[])
                 and ref_line_id = any (${planned.map(({ line_id: id }) => id)}::uuid[])
                 and status in ('hold', 'available') and transaction_type in ('receive', 'reverse')
               group by ref_line_id`,
        );
  const heldOf = new Map(held.map(({ line_id: id, ...sums }) => [id, sums]));
  return found.map((one) => ({ ...one, ...(heldOf.get(one.line_id) ?? nothingHeld) }));
}

function inOrderAsked(
  asked: readonly AskedScan[],
  found: readonly (ScanRow & HeldSoFar)[],
  counting: ReadonlyMap<string, string>,
  known: ReadonlySet<string> | undefined,
): (LockedScan | Refusal)[] {
  const byPosition = new Map(found.map((facts) => [facts.position, facts]));
  const receipts = new Map<string, LockedReceipt>();
  return asked.map(({ receipt_id: receiptId, field }, index) => {
    const facts = byPosition.get(index + 1);
    if (!facts) {
      return known?.has(receiptId.toLowerCase())
        ? unknownReference(field, 'line of this receipt')
        : notFound('inbound receipt');
    }
    const count_task_id = (facts.location_id && counting.get(facts.location_id)) ?? null;
    const receipt = receipts.get(facts.receipt_id) ?? receiptOf({ ...facts, id: facts.receipt_id });
    receipts.set(facts.receipt_id, receipt);
    return { receipt, line: lineOf({ ...facts, count_task_id }) };
  });
}

function usesLineLot(found: readonly ScanRow[], asked: readonly AskedScan[]): boolean {
  return found.some(
    ({ line_lot_no: lotNo, position }) => lotNo !== null && asked[position - 1]!.takes_line_lot,
  );
}

/** Whether a line would count more than expected with everything this group adds to it. */
function isBeyondExpected(found: readonly ScanRow[], asked: readonly AskedScan[]): boolean {
  const adds = new Map<string, Decimal>();
  return found.some((facts) => {
    const { line_id: lineId, line_expected_qty: expected } = facts;
    if (expected === null) return false;
    const added = sum([adds.get(lineId) ?? decimal(0), asked[facts.position - 1]!.qty]);
    adds.set(lineId, added);
    return countedOf(lineCounts({ ...facts, expected_qty: expected }))
      .plus(added)
      .gt(decimal(expected));
  });
}

async function knownReceipts(tx: TenantTransaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from inbound_receipts where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`,
  );
  return new Set(found.map(({ id }) => id));
}
