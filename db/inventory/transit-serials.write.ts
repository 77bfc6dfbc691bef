/**
 * Serial numbers of transfers: in transit from the moment they are shipped, in stock again as they are counted in. They stay
 * the same rows, with the day they were first received.
 */
import { Refusal } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

interface UnitsOfTransfer {
  transfer_id: string;
  item_id: string;
  serial_nos: readonly string[];
}

/**
 * Brings serials in from a transfer. One that counts as in stock did leave, if another was only presumed to: the two trade
 * places. Refuses 409 SERIAL_NOT_IN_TRANSIT with those that are not on their way here.
 */
export async function arriveSerials(tx: TenantTransaction, units: UnitsOfTransfer): Promise<void> {
  const { transfer_id: transferId, item_id: itemId, serial_nos: serials } = units;
  if (serials.length === 0) return;
  const arrived = await rows<{ serial_no: string }>(
    tx,
    sql`update serials set state = 'in_stock', left_at = null, is_presumed = false
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_transit'
        and transfer_id = ${transferId} and serial_no = any (${[...serials]}::text[]) returning serial_no`,
  );
  const isHere = new Set(arrived.map(({ serial_no: serial }) => serial));
  const others = serials.filter((serial) => !isHere.has(serial));
  if (others.length === 0 || (await tradePresumed(tx, { ...units, serial_nos: others }))) return;
  throw new Refusal('SERIAL_NOT_IN_TRANSIT', 'A serial number did not leave with this transfer, or has arrived.', {
    item_id: itemId,
    serial_nos: others,
  });
}

/** False when not all of them are in stock, or too few were presumed to leave. */
async function tradePresumed(tx: TenantTransaction, units: UnitsOfTransfer): Promise<boolean> {
  const { transfer_id: transferId, item_id: itemId, serial_nos: serials } = units;
  const traded = await execute(
    tx,
    sql`update serials set transfer_id = ${transferId}
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_stock'
        and transfer_id is distinct from ${transferId}::uuid and serial_no = any (${[...serials]}::text[])`,
  );
  if (traded < serials.length) return false;
  const stayed = await execute(
    tx,
    sql`update serials set state = 'in_stock', left_at = null, is_presumed = false, shipment_id = null, transfer_id = null
      where organization_id = ${tx.organizationId} and id in (
        select id from serials where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_transit'
           and transfer_id = ${transferId} and is_presumed order by received_at, id limit ${serials.length} for update)`,
  );
  return stayed === serials.length;
}

/** A count was taken back: its serials are in transit again. Refuses 400 UNKNOWN_REFERENCE with those not in stock. */
export async function returnSerialsToTransit(tx: TenantTransaction, units: UnitsOfTransfer): Promise<void> {
  const { transfer_id: transferId, item_id: itemId, serial_nos: serials } = units;
  if (serials.length === 0) return;
  const back = await rows<{ serial_no: string }>(
    tx,
    sql`update serials set state = 'in_transit', left_at = now()
      where organization_id = ${tx.organizationId} and item_id = ${itemId} and state = 'in_stock'
        and transfer_id = ${transferId} and serial_no = any (${[...serials]}::text[]) returning serial_no`,
  );
  if (back.length === serials.length) return;
  const isBack = new Set(back.map(({ serial_no: serial }) => serial));
  throw new Refusal('UNKNOWN_REFERENCE', 'A serial number is not in stock here.', {
    path: 'serial_nos',
    serial_nos: serials.filter((serial) => !isBack.has(serial)),
  });
}

/** What never arrived is back in stock at the source, or gone. */
export async function endSerialsInTransit(
  tx: TenantTransaction,
  transferId: string,
  state: 'in_stock' | 'removed',
): Promise<void> {
  const leftAt = state === 'in_stock' ? sql`null` : sql`now()`;
  await execute(
    tx,
    sql`update serials set state = ${state}, left_at = ${leftAt}
      where organization_id = ${tx.organizationId} and transfer_id = ${transferId} and state = 'in_transit'`,
  );
}
