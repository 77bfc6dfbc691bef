/**
 * Serials that were named at a pick are those its shipment leaves with, and those a put-back takes back: `allocation_id` says
 * for which allocation, until it has left, is back, or another unit is named (0883_picked_serials).
 */
import { Refusal } from '../../../domain/refusal.ts';
import { execute, row, rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';

/** Refuses 409 SERIAL_PICKED with the first of these, which their allocations still hold. The serials are locked. */
export async function assertNotPicked(
  tx: TenantTransaction,
  picked: readonly { serial_no: string; allocation_id: string | null }[],
  path: string,
): Promise<void> {
  if (picked.length === 0) return;
  // Read after the lock: whoever named one meanwhile has committed.
  const held = await row<{ serial_no: string; shipment_id: string; shipment_no: string }>(
    tx,
    sql`select p.serial_no, h.id as shipment_id, h.shipment_no
          from unnest(${picked.map((one) => one.serial_no)}::text[], ${picked.map((one) => one.allocation_id)}::uuid[])
               as p (serial_no, allocation_id)
          join allocations a on a.organization_id = ${tx.organizationId} and a.id = p.allocation_id and a.status = 'picked'
          join wms_shipments h on h.organization_id = a.organization_id and h.id = a.shipment_id
         order by p.serial_no limit 1`,
  );
  if (!held) return;
  const why = `The unit ${held.serial_no} was picked for the shipment ${held.shipment_no}.`;
  throw new Refusal('SERIAL_PICKED', why, { path, ...held });
}

/** The serials named at the pick of an allocation. */
export async function namedAtPick(tx: TenantTransaction, allocationId: string): Promise<string[]> {
  const named = await rows<{ serial_no: string }>(
    tx,
    sql`select s.serial_no from serials s join allocations a on a.organization_id = s.organization_id and a.item_id = s.item_id
           and a.id = s.allocation_id
         where s.organization_id = ${tx.organizationId} and a.id = ${allocationId}`,
  );
  return named.map(({ serial_no: serial }) => serial);
}

/** These were not picked for the allocation after all. */
export async function unnamePicked(
  tx: TenantTransaction,
  { id, item_id: itemId }: { id: string; item_id: string },
  serials: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`update serials set allocation_id = null where organization_id = ${tx.organizationId} and item_id = ${itemId}
         and allocation_id = ${id} and serial_no = any (${[...serials]}::text[])`,
  );
}

/** Of what these shipments hold no more, the serials are nobody's again; those to be put back once this command did so. */
export async function forgetPicks(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
  commandId: string | null = null,
): Promise<void> {
  await execute(
    tx,
    sql`update serials s set allocation_id = null from allocations a
         where s.organization_id = ${tx.organizationId} and a.organization_id = s.organization_id
           and a.shipment_id = any (${[...shipmentIds]}::uuid[]) and a.status in ('shipped', 'released')
           and s.item_id = a.item_id and s.allocation_id = a.id
           and (s.placed_by = ${commandId}::uuid or not exists (
             select from put_back_tasks t where t.organization_id = a.organization_id and t.shipment_id = a.shipment_id
                and t.item_id = a.item_id and t.status = 'open'))`,
  );
}
