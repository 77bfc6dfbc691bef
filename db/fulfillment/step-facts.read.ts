/** What decides whether the shipments of a group may take a step, and which of them go together. */
import { groupBy } from '../../domain/group-by.ts';
import { endedStates } from '../../domain/inventory/allocations.ts';
import { customerKinds } from '../../domain/shipping/shipment-kinds.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { allocationColumns, type Allocation } from '../shipping/shipment-stock.write.ts';
import { lockShipments, type Shipment } from '../shipping/shipments.write.ts';
import { isNoneOf } from '../state-columns.ts';

interface HeldPiece extends Allocation {
  serial_tracked: boolean;
}

/** A locked shipment with what it holds and what keeps it where it is. */
export interface TakenShipment {
  shipment: Shipment;
  /** In key order. */
  held: readonly HeldPiece[];
  /** Pick tasks of it that somebody is working on. */
  busy: readonly string[];
  /** Why its order is on hold, if it is. */
  holds: readonly { reason: string }[];
  /** Whether somebody's pick job has tasks of it. */
  isInJob: boolean;
}

/** Locks the shipments after their orders, each table in id order, and reads these facts. Unknown ids are left out. */
export function takeShipments(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TakenShipment>> {
  return withFacts(tx, lockShipments(tx, ids), ids);
}

/** The same of shipments that are locked already. */
export function factsOf(
  tx: TenantTransaction,
  shipments: readonly Shipment[],
): Promise<ReadonlyMap<string, TakenShipment>> {
  return withFacts(
    tx,
    Promise.resolve(shipments),
    shipments.map(({ id }) => id),
  );
}

async function withFacts(
  tx: TenantTransaction,
  locking: Promise<readonly Shipment[]>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TakenShipment>> {
  // What locks them has been sent before.
  const [shipments, found] = await Promise.all([locking, readFacts(tx, ids)]);
  const factsOf = groupBy(found, ({ subject_id: id }) => id);
  return new Map(
    shipments.map((shipment) => {
      const facts = factsOf.get(shipment.id)!;
      const { busy, holds, is_in_job: isInJob } = facts[0]!;
      const held = facts.flatMap(({ piece }) => piece ?? []);
      return [shipment.id, { shipment, held, busy, holds: holds.map((reason) => ({ reason })), isInJob }];
    }),
  );
}

interface Facts {
  subject_id: string;
  busy: readonly string[];
  holds: readonly string[];
  is_in_job: boolean;
  piece: HeldPiece | undefined;
}

/** A row for each piece that is held, in key order, and one for a shipment that holds none. */
async function readFacts(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<Facts[]> {
  const ids = [...shipmentIds];
  const found = await rows<Omit<Facts, 'piece'> & (HeldPiece | { id: null })>(
    tx,
    sql`select o.*, ${allocationColumns}, i.serial_tracked
       from (select s.id as subject_id,
                    array(select t.id::text from pick_tasks t where t.organization_id = s.organization_id and t.shipment_id = s.id
                             and t.status = 'in_progress' order by t.id) as busy,
                    array(select h.reason from sales_order_holds h where h.organization_id = s.organization_id
                             and h.order_id = s.order_id and h.lifted_at is null order by h.reason) as holds,
                    exists (select 1 from pick_tasks t where t.organization_id = s.organization_id and t.shipment_id = s.id
                               and t.job_id is not null and t.status in ('open', 'assigned', 'in_progress')) as is_in_job
               from wms_shipments s where s.organization_id = ${tx.organizationId} and s.id = any (${ids}::uuid[])
             offset 0) o
       left join (allocations a join items i on i.organization_id = a.organization_id and i.id = a.item_id)
         on a.organization_id = ${tx.organizationId} and a.shipment_id = any (${ids}::uuid[]) and a.shipment_id = o.subject_id
        and ${isNoneOf('a.status', endedStates)}
      order by a.item_id, a.location_id, a.lot_no, a.lpn_id, a.id`,
  );
  return found.map(({ subject_id, busy, holds, is_in_job, ...piece }) => {
    return { subject_id, busy, holds, is_in_job, piece: piece.id === null ? undefined : piece };
  });
}

/**
 * Whether its steps can be written together with others': loose goods without serial numbers, to a customer. A license
 * plate leaves whole or not by what the others take of it, what a transfer sends stays in stock, and a pick job goes on
 * without it.
 */
export function isPlain({ shipment, held, isInJob }: TakenShipment): boolean {
  if (isInJob || !customerKinds.includes(shipment.kind)) return false;
  return held.every(({ lpn_id: lpn, serial_tracked: isTracked }) => lpn === null && !isTracked);
}
