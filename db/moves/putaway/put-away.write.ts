/**
 * Notes that nothing a receipt brought waits at a dock or in staging any more, once: when its last planned putaway ends,
 * carried out or not, when it is completed after that, or soon after its goods have left in any other way.
 */
import { arrivalTypes } from '../../../domain/inventory/location-types.ts';
import { receiptEvent, type ReceiptRef } from '../../../domain/receiving/events.ts';
import type { ReceiptStatus } from '../../../domain/receiving/receipt-states.ts';
import { liveMoveStates } from '../../../domain/moves/planned-move-states.ts';
import { execute, row, rows, type Database, type TenantTransaction } from '../../database.ts';
import type { StockPosting } from '../../inventory/posting.ts';
import { name, sql, type SqlText } from '../../sql-text.ts';
import { isOneOf } from '../../state-columns.ts';

interface Ended {
  work: StockPosting;
  move_id: string;
}

/** After these moves have ended. Two that end a receipt's last two at once take turns at the receipt. */
export async function tellPutAway(tx: TenantTransaction, ended: readonly Ended[]): Promise<void> {
  const found = await rows<{ receipt_id: string; move_id: string }>(
    tx,
    sql`select r.id as receipt_id, m.id as move_id
          from planned_moves m
          join inbound_receipts r on r.organization_id = m.organization_id and r.id = m.receipt_id
         where m.organization_id = ${tx.organizationId} and m.id = any (${ended.map((one) => one.move_id)}::uuid[])
           and m.status in ('done', 'cancelled') and r.put_away_at is null and r.status in ('received', 'closed')`,
  );
  const works = new Map(ended.map(({ work, move_id: id }) => [id.toLowerCase(), work]));
  await tellEach(tx, new Map(found.map(({ receipt_id: id, move_id: move }) => [id, works.get(move)!])));
}

/** Those of the locked receipts of which something has been put away. */
export async function begunPutAway(
  tx: TenantTransaction,
  receiptIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select distinct receipt_id as id from planned_moves
         where organization_id = ${tx.organizationId} and receipt_id = any (${[...receiptIds]}::uuid[]) and status = 'done'`,
  );
  return new Set(found.map(({ id }) => id));
}

/** When receipts were completed of which something had been put away (`begunPutAway`): it may be all. */
export function tellCompleted(
  tx: TenantTransaction,
  completed: readonly { work: StockPosting; receipt_id: string }[],
): Promise<void> {
  return tellEach(tx, new Map(completed.map(({ work, receipt_id: id }) => [id, work])));
}

/** Locks the receipts in id order, and notes those of which nothing waits. */
async function tellEach(tx: TenantTransaction, works: ReadonlyMap<string, StockPosting>): Promise<void> {
  if (works.size === 0) return;
  const receipts = await rows<ReceiptRef & { status: ReceiptStatus }>(
    tx,
    sql`select id, receipt_no, merchant_id, warehouse_id, status from inbound_receipts
         where organization_id = ${tx.organizationId} and id = any (${[...works.keys()]}::uuid[]) and put_away_at is null
         order by id for update`,
  );
  for (const receipt of receipts) {
    if (!(await isAllAway(tx, receipt.id))) continue;
    await execute(
      tx,
      sql`update inbound_receipts set put_away_at = now(), awaits_putaway = false
           where organization_id = ${tx.organizationId} and id = ${receipt.id}`,
    );
    works.get(receipt.id)!.emit(receiptEvent(receipt, 'put_away', { status: receipt.status }));
  }
}

async function isAllAway(tx: TenantTransaction, receiptId: string): Promise<boolean> {
  const id = sql`${receiptId}::uuid`;
  const found = await row<{ waits: boolean }>(
    tx,
    sql`select ${hasLiveMoves(tx, id)} or ${liesAtDock(tx, id)} as waits`,
  );
  return !found!.waits;
}

const hasLiveMoves = (tx: TenantTransaction, receiptId: SqlText): SqlText =>
  sql`exists (select 1 from planned_moves m where m.organization_id = ${tx.organizationId} and m.receipt_id = ${receiptId}
                and ${isOneOf('m.status', liveMoveStates)})`;

const isOfArrival = (place: 'l' | 'at'): SqlText =>
  sql`${name(`${place}.type`)} = any (${[...arrivalTypes]}::text[])`;

const broughtToDock = (tx: TenantTransaction, receiptId: SqlText): SqlText => sql`inventory_ledger b
  join locations l on l.organization_id = b.organization_id and l.id = b.location_id and ${isOfArrival('l')}
 where b.organization_id = ${tx.organizationId} and b.ref_id = ${receiptId} and b.ref_type = 'inbound_receipt'
   and b.status in ('available', 'hold') and b.qty_delta > 0`;

/** Its own moves have carried as much of the item and lot from where they arrive. */
const isCarried = (receiptId: SqlText): SqlText =>
  sql`(select coalesce(sum(m.done_qty), 0) from planned_moves m
         join locations at on at.organization_id = m.organization_id and at.id = m.to_location_id and not ${isOfArrival('at')}
        where m.organization_id = b.organization_id and m.receipt_id = ${receiptId} and m.status = 'done'
          and m.item_id = b.item_id and m.lot_no = b.lot_no)
      >= (select sum(o.qty_delta) from inventory_ledger o
            join locations at on at.organization_id = o.organization_id and at.id = o.location_id and ${isOfArrival('at')}
           where o.organization_id = b.organization_id and o.ref_id = ${receiptId} and o.ref_type = 'inbound_receipt'
             and o.item_id = b.item_id and o.lot_no = b.lot_no and o.status in ('available', 'hold'))`;

/** Goods that were put from their plate onto another are told from others of the item and lot there no more. */
const hasChangedPlate = sql`exists (select 1 from lpns p where p.organization_id = b.organization_id and p.id = b.lpn_id
                                       and p.state = 'consumed')`;

/**
 * Whether what a receipt brought may lie where goods arrive still, on hold by now or at another dock. It is told once and
 * not taken back, so whatever of the item and lot lies there counts, unless it came on a plate of another receipt, or was
 * picked and goes out from there.
 */
const liesAtDock = (tx: TenantTransaction, receiptId: SqlText): SqlText =>
  sql`exists (select 1 from ${broughtToDock(tx, receiptId)} and not ${isCarried(receiptId)}
                 and exists (select 1 from inventory_balances x
                               join locations at on at.organization_id = x.organization_id and at.id = x.location_id
                                and at.warehouse_id = l.warehouse_id and ${isOfArrival('at')}
                              where x.organization_id = b.organization_id and x.item_id = b.item_id and x.lot_no = b.lot_no
                                and x.qty > 0
                                and (x.status in ('available', 'hold')
                                     or x.status = 'allocated' and (x.location_id = b.location_id or x.lpn_id = b.lpn_id))
                                and (x.lpn_id is null or x.lpn_id = b.lpn_id or ${hasChangedPlate}
                                     or not exists (select 1 from inventory_ledger o
                                                     where o.organization_id = x.organization_id and o.lpn_id = x.lpn_id
                                                       and o.item_id = x.item_id and o.ref_type = 'inbound_receipt'
                                                       and o.ref_id <> ${receiptId}))))`;

// Goods that lie at a dock for longer than this are stock there: nobody waits to hear of them.
const awaitedFor = sql`r.awaits_putaway and r.received_at > now() - interval '30 days'`;

/** Organizations with receipts of which something may still wait. */
export function organizationsAwaitingPutaway({ system }: Database): Promise<{ organization_id: string }[]> {
  return rows(
    system,
    sql`select o.id as organization_id from organizations o
         where exists (select 1 from inbound_receipts r where r.organization_id = o.id and ${awaitedFor})
         order by o.id`,
  );
}

// At once; the others are told next time.
const awaitedMax = 500;

/** Tells of receipts whose goods have left the dock. What a receipt brought elsewhere was never waiting. */
export async function tellAwaited(work: StockPosting): Promise<number> {
  const { tx } = work;
  const found = await rows<{ id: string; was_at_dock: boolean }>(
    tx,
    sql`select r.id, exists (select 1 from ${broughtToDock(tx, sql`r.id`)}) as was_at_dock
          from inbound_receipts r
         where r.organization_id = ${tx.organizationId} and ${awaitedFor} and r.status in ('received', 'closed')
           and not ${hasLiveMoves(tx, sql`r.id`)}
           and not ${liesAtDock(tx, sql`r.id`)}
         order by r.id limit ${awaitedMax}`,
  );
  const elsewhere = found.filter((one) => !one.was_at_dock).map(({ id }) => id);
  await execute(
    tx,
    sql`with mine as materialized (
          select r.id from inbound_receipts r
           where r.organization_id = ${tx.organizationId} and r.id = any (${elsewhere}::uuid[]) order by r.id for update)
        update inbound_receipts r set awaits_putaway = false from mine
         where r.organization_id = ${tx.organizationId} and r.id = mine.id`,
  );
  const left = found.filter((one) => one.was_at_dock);
  await tellEach(tx, new Map(left.map(({ id }) => [id, work])));
  return left.length;
}
