/**
 * Writes serial numbers: a serial is live at most once per item, there are as many live ones as the ledger counts, and
 * their history is kept.
 */
import { Refusal } from '../../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import { tradePlaces } from './serial-places.write.ts';

/** Serials of an item; `receipt_id` when they came with a receipt. */
export interface SerialBatch {
  item_id: string;
  receipt_id: string | null;
  serial_nos: readonly string[];
  /** The line of the receipt they came on. */
  receipt_line_id?: string;
  /** The command whose posting brings them to their place; of one that shares its statement with others. */
  placed_by?: string;
}

/**
 * Brings serials into stock. Refuses 409 SERIAL_IN_USE with those already live in the organization; one that left may
 * come back, as a new row. The unique index decides between two scans at once.
 */
export async function receiveSerials(tx: TenantTransaction, batch: SerialBatch): Promise<void> {
  if (batch.serial_nos.length === 0) return;
  const live = await bring(tx, batch);
  if (live.length === 0) return;
  if (await correctPresumed(tx, batch, live)) {
    const again = await bring(tx, { ...batch, serial_nos: live });
    if (again.length === 0) return;
  }
  throw new Refusal('SERIAL_IN_USE', 'A serial number is already in stock.', { serial_nos: live });
}

/** Returns the serials that were already live and therefore not added. */
async function bring(
  tx: TenantTransaction,
  { item_id: itemId, receipt_id: receiptId, serial_nos: serials, placed_by: placedBy }: SerialBatch,
): Promise<string[]> {
  const brought = await rows<{ serial_no: string }>(
    tx,
    sql`insert into serials (organization_id, id, item_id, serial_no, state, receipt_id, placed_by)
     select ${tx.organizationId}::uuid, uuid7(), ${itemId}::uuid, s, 'in_stock', ${receiptId}::uuid, ${placedBy ?? null}::uuid from unnest(${[...serials]}::text[]) s order by s
     on conflict (organization_id, item_id, serial_no) where state in ('in_stock', 'in_transit') do nothing
     returning serial_no`,
  );
  if (brought.length === serials.length) return [];
  const isBrought = new Set(brought.map(({ serial_no: serial }) => serial));
  return serials.filter((serial) => !isBrought.has(serial));
}

/**
 * If a serial comes back while it counts as in stock, it did leave, and another one was wrongly presumed to have left: with
 * the order line it comes back of, where a return says so. The two trade places: the presumed one is in stock after all,
 * and the other left with its shipment. False when there are not enough presumed ones.
 */
async function correctPresumed(
  tx: TenantTransaction,
  { item_id: itemId, receipt_line_id: lineId }: SerialBatch,
  returned: readonly string[],
): Promise<boolean> {
  const presumed = await rows<{ id: string; shipment_id: string | null }>(
    tx,
    sql`select p.id, p.shipment_id from serials p
      where p.organization_id = ${tx.organizationId} and p.item_id = ${itemId} and p.state = 'shipped' and p.is_presumed
        and not exists (select 1 from serials s where s.organization_id = p.organization_id and s.item_id = p.item_id
                           and s.serial_no = p.serial_no and s.state in ('in_stock', 'in_transit'))
      order by exists (select from return_lines l
                         join wms_shipment_lines h on h.organization_id = l.organization_id and h.order_line_id = l.order_line_id
                        where l.organization_id = p.organization_id and l.receipt_line_id = ${lineId ?? null}::uuid
                          and h.shipment_id = p.shipment_id) desc,
               p.left_at, p.id limit ${returned.length} for update`,
  );
  if (presumed.length < returned.length) return false;
  const ids = presumed.map(({ id }) => id);
  await tradePlaces(
    tx,
    itemId,
    sql`s.state = 'in_stock' and s.serial_no = any (${[...returned]}::text[])`,
    sql`s.id = any (${ids}::uuid[])`,
  );
  await execute(
    tx,
    sql`update serials s set state = 'shipped', left_at = now(), shipment_id = p.shipment_id
       from unnest(${[...returned]}::text[], ${presumed.map((one) => one.shipment_id)}::uuid[]) as p (serial_no, shipment_id)
      where s.organization_id = ${tx.organizationId} and s.item_id = ${itemId} and s.state = 'in_stock' and s.serial_no = p.serial_no`,
  );
  await execute(
    tx,
    sql`update serials set state = 'in_stock', left_at = null, shipment_id = null, is_presumed = false
      where organization_id = ${tx.organizationId} and id = any (${ids}::uuid[])`,
  );
  return true;
}

/**
 * Takes serials out of stock, limited to a receipt's when one is named. Refuses 400 UNKNOWN_REFERENCE with those not in
 * stock.
 */
export async function removeSerials(
  tx: TenantTransaction,
  batch: SerialBatch,
  path = 'serial_nos',
): Promise<void> {
  if (batch.serial_nos.length === 0) return;
  const removed = await rows<{ serial_no: string }>(
    tx,
    sql`update serials set state = 'removed', left_at = now()
      where organization_id = ${tx.organizationId} and item_id = ${batch.item_id} and (${batch.receipt_id}::uuid is null or receipt_id = ${batch.receipt_id}::uuid) and state = 'in_stock'
        and serial_no = any (${[...batch.serial_nos]}::text[])
      returning serial_no`,
  );
  if (removed.length === batch.serial_nos.length) return;
  const isRemoved = new Set(removed.map(({ serial_no: serial }) => serial));
  throw new Refusal('UNKNOWN_REFERENCE', 'A serial number is not in stock here.', {
    path,
    serial_nos: batch.serial_nos.filter((serial) => !isRemoved.has(serial)),
  });
}

/** Which of these serials are in stock. */
export async function liveSerials(
  tx: TenantTransaction,
  itemId: string,
  serials: readonly string[],
): Promise<Set<string>> {
  const live = await rows<{ serial_no: string }>(
    tx,
    sql`select serial_no from serials
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_stock' and serial_no = any (${[...serials]}::text[]) for update`,
  );
  return new Set(live.map(({ serial_no: serial }) => serial));
}

/** Of serials seen at a moment, those that were in stock then and left after it. */
export async function leftSerials(
  tx: TenantTransaction,
  itemId: string,
  seen: readonly { line: { serial_nos: readonly string[]; counted_at: Date | null } }[],
): Promise<Set<string>> {
  const each = seen.flatMap(({ line: { serial_nos: serials, counted_at: at } }) =>
    serials.map((serial) => ({ serial, at })),
  );
  const left = await rows<{ serial_no: string }>(
    tx,
    sql`select distinct s.serial_no from unnest(${each.map(({ serial }) => serial)}::text[], ${each.map(({ at }) => at)}::timestamptz[]) as seen (serial_no, at)
       join serials s on s.organization_id = ${tx.organizationId} and s.item_id = ${itemId} and s.serial_no = seen.serial_no
      where s.state = 'in_transit' or (s.received_at <= seen.at and s.left_at > seen.at)`,
  );
  return new Set(left.map(({ serial_no: serial }) => serial));
}

/** Units of a transfer. They stay the same rows, with the day they were first received. */
export interface UnitsOfTransfer {
  transfer_id: string;
  item_id: string;
  serial_nos: readonly string[];
  placed_by?: string;
}

/**
 * Brings serials in from a transfer. One that counts as in stock did leave, if another was only presumed to: the two trade
 * places. Refuses 409 SERIAL_NOT_IN_TRANSIT with those that are not on their way here.
 */
export async function arriveSerials(tx: TenantTransaction, units: UnitsOfTransfer): Promise<void> {
  const { transfer_id: transferId, item_id: itemId, serial_nos: serials, placed_by: placedBy } = units;
  if (serials.length === 0) return;
  const arrived = await rows<{ serial_no: string }>(
    tx,
    sql`update serials set state = 'in_stock', left_at = null, is_presumed = false, location_id = null, placed_by = ${placedBy ?? null},
             is_place_presumed = false
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_transit'
        and transfer_id = ${transferId} and serial_no = any (${[...serials]}::text[]) returning serial_no`,
  );
  const isHere = new Set(arrived.map(({ serial_no: serial }) => serial));
  const others = serials.filter((serial) => !isHere.has(serial));
  if (others.length === 0 || (await tradePresumed(tx, { ...units, serial_nos: others }))) return;
  throw new Refusal(
    'SERIAL_NOT_IN_TRANSIT',
    'A serial number did not leave with this transfer, or has arrived.',
    {
      item_id: itemId,
      serial_nos: others,
    },
  );
}

/** False when not all of them are in stock, or too few were presumed to leave. */
async function tradePresumed(tx: TenantTransaction, units: UnitsOfTransfer): Promise<boolean> {
  const { transfer_id: transferId, item_id: itemId, serial_nos: serials, placed_by: placedBy } = units;
  // As an array they are chosen once: within a loop the oldest would be looked for again for each row.
  const presumed = sql`id = any (array(
        select id from serials where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_transit'
           and transfer_id = ${transferId} and is_presumed order by received_at, id limit ${serials.length} for update))`;
  await tradePlaces(
    tx,
    itemId,
    sql`s.state = 'in_stock' and s.transfer_id is distinct from ${transferId}::uuid and s.serial_no = any (${[...serials]}::text[])`,
    sql`s.${presumed}`,
  );
  const traded = await execute(
    tx,
    sql`update serials set transfer_id = ${transferId}, location_id = null, placed_by = ${placedBy ?? null}, is_place_presumed = false
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_stock'
        and transfer_id is distinct from ${transferId}::uuid and serial_no = any (${[...serials]}::text[])`,
  );
  if (traded < serials.length) return false;
  const stayed = await execute(
    tx,
    sql`update serials set state = 'in_stock', left_at = null, is_presumed = false, shipment_id = null, transfer_id = null
      where organization_id = ${tx.organizationId} and ${presumed}`,
  );
  return stayed === serials.length;
}
