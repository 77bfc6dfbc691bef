/** Which serials leave with a shipment: those named for it, those named at its picks, and else those where its goods were. */
import { decimal, sum, toJsonNumber } from '../../../domain/decimal.ts';
import { isFraction } from '../../../domain/inventory/serials.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../../database.ts';
import { sql } from '../../sql-text.ts';
import { forgetPicks } from './picked-serials.write.ts';
import { tradePlaces } from './serial-places.write.ts';
import { liveSerials } from './serials.write.ts';

/** The serials named for goods that leave. */
export interface NamedSerials {
  item_id: string;
  serial_nos: string[];
}

/**
 * Ships the serials of a shipment's goods, which this command has posted and whose allocations it has ended: those named, then those named at its picks,
 * otherwise those that were where the goods were, which are presumed to have left, as is a part of those named at picks. With a
 * transfer they are in transit, and live on. Refuses 400 SERIAL_COUNT_MISMATCH when more are named than leave, UNKNOWN_REFERENCE when one is not in stock.
 */
export async function shipSerials(
  tx: TenantTransaction,
  shipment: { id: string; transfer_id: string | null },
  commandId: string,
  leaving: readonly { item_id: string; qty: string }[],
  named: readonly NamedSerials[] = [],
): Promise<void> {
  const itemIds = [...new Set(leaving.map(({ item_id: id }) => id))];
  const tracked = await rows<{ id: string }>(
    tx,
    sql`select id from items where organization_id = ${tx.organizationId} and id = any (${itemIds}::uuid[]) and serial_tracked order by id`,
  );
  const isTracked = new Set(tracked.map(({ id }) => id));
  const stranger = named.findIndex(({ item_id: id }) => !isTracked.has(id));
  if (stranger >= 0) {
    throw new Refusal('UNKNOWN_REFERENCE', 'No serial-tracked item of this shipment is named here.', {
      path: `serials.${stranger}.item_id`,
    });
  }
  for (const { id } of tracked) {
    const units = sum(leaving.filter(({ item_id: itemId }) => itemId === id).map(({ qty }) => decimal(qty)));
    const serials = named.filter(({ item_id: itemId }) => itemId === id).flatMap((one) => one.serial_nos);
    if (isFraction(units)) {
      throw new Refusal('SERIAL_COUNT_MISMATCH', 'There is no serial number for a part of a unit.', {
        item_id: id,
        units: toJsonNumber(units),
      });
    }
    await assertLeaving(tx, id, serials, units.lt(String(serials.length)));
    await shipUnits(tx, shipment, commandId, { item_id: id, units: units.toFixed(), serials });
  }
  if (tracked.length > 0) await forgetPicks(tx, [shipment.id]);
}

async function shipUnits(
  tx: TenantTransaction,
  { id: shipmentId, transfer_id: transferId }: { id: string; transfer_id: string | null },
  commandId: string,
  { item_id: itemId, units, serials }: { item_id: string; units: string; serials: readonly string[] },
): Promise<void> {
  await execute(
    tx,
    // Chosen once: a subquery would be asked again for each row, and each time find the oldest of those left.
    sql`with picked as (
          select a.id from allocations a
           where a.organization_id = ${tx.organizationId} and a.shipment_id = ${shipmentId} and a.item_id = ${itemId}),
        named as (
          select count(*) as units from serials k
           where k.organization_id = ${tx.organizationId} and k.item_id = ${itemId} and k.state = 'in_stock'
             and k.allocation_id in (select id from picked)),
        leaving as materialized (
          select o.id, o.serial_no <> all (${[...serials]}::text[])
                   and (o.allocation_id is null or o.allocation_id not in (select id from picked)
                        or (select units from named) > ${units}::numeric) as is_presumed
            from serials o where o.organization_id = ${tx.organizationId} and o.item_id = ${itemId} and o.state = 'in_stock'
           order by o.serial_no = any (${[...serials]}::text[]) desc, o.location_id is null desc,
                    o.placed_by is not distinct from ${commandId}::uuid desc,
                    coalesce(o.allocation_id in (select id from picked), false) desc, o.allocation_id is not null,
                    o.received_at, o.id limit ${units}::numeric for update)
        update serials s set state = ${transferId === null ? 'shipped' : 'in_transit'}, left_at = now(), shipment_id = ${shipmentId},
               transfer_id = coalesce(${transferId}::uuid, s.transfer_id), is_presumed = leaving.is_presumed, allocation_id = null
          from leaving where s.organization_id = ${tx.organizationId} and s.id = leaving.id`,
  );
  // One that was named instead of what was taken to leave had that one's place.
  const isLeft = transferId === null ? sql`s.location_id is null` : sql`s.placed_by = ${commandId}`;
  if (serials.length > 0)
    await tradePlaces(
      tx,
      itemId,
      sql`s.shipment_id = ${shipmentId} and s.left_at = now() and not coalesce(${isLeft}, false)`,
      sql`s.state = 'in_stock' and ${isLeft}`,
    );
}

async function assertLeaving(
  tx: TenantTransaction,
  itemId: string,
  serials: readonly string[],
  isTooMany: boolean,
): Promise<void> {
  if (serials.length === 0) return;
  if (isTooMany || new Set(serials).size < serials.length) {
    throw new Refusal('SERIAL_COUNT_MISMATCH', 'There must be one serial number for each unit that leaves.', {
      item_id: itemId,
      serials: serials.length,
    });
  }
  const live = await liveSerials(tx, itemId, serials);
  if (live.size === serials.length) return;
  throw new Refusal('UNKNOWN_REFERENCE', 'A serial number is not in stock.', {
    path: 'serials',
    serial_nos: serials.filter((serial) => !live.has(serial)),
  });
}
