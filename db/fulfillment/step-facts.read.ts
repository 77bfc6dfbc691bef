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

type Obstacles = Pick<TakenShipment, 'busy' | 'isInJob'> & { id: string; holds: readonly string[] };

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
  const [shipments, pieces, obstacles] = await Promise.all([
    locking,
    readHeld(tx, ids),
    readObstacles(tx, ids),
  ]);
  const heldBy = groupBy(pieces, ({ shipment_id: id }) => id);
  const inTheWay = new Map(obstacles.map((one) => [one.id, one]));
  return new Map(
    shipments.map((shipment) => {
      const { busy, holds, isInJob } = inTheWay.get(shipment.id)!;
      const held = heldBy.get(shipment.id) ?? [];
      return [shipment.id, { shipment, held, busy, holds: holds.map((reason) => ({ reason })), isInJob }];
    }),
  );
}

function readHeld(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<HeldPiece[]> {
  return rows<HeldPiece>(
    tx,
    sql`select ${allocationColumns}, i.serial_tracked
       from allocations a join items i on i.organization_id = a.organization_id and i.id = a.item_id
      where a.organization_id = ${tx.organizationId} and a.shipment_id = any (${[...shipmentIds]}::uuid[])
        and ${isNoneOf('a.status', endedStates)}
      order by a.item_id, a.location_id, a.lot_no, a.lpn_id, a.id`,
  );
}

function readObstacles(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<Obstacles[]> {
  return rows<Obstacles>(
    tx,
    sql`select s.id,
            array(select t.id::text from pick_tasks t where t.organization_id = s.organization_id and t.shipment_id = s.id
                     and t.status = 'in_progress' order by t.id) as busy,
            array(select h.reason from sales_order_holds h where h.organization_id = s.organization_id
                     and h.order_id = s.order_id and h.lifted_at is null order by h.reason) as holds,
            exists (select 1 from pick_tasks t where t.organization_id = s.organization_id and t.shipment_id = s.id
                       and t.job_id is not null and t.status in ('open', 'assigned', 'in_progress')) as "isInJob"
       from wms_shipments s where s.organization_id = ${tx.organizationId} and s.id = any (${[...shipmentIds]}::uuid[])`,
  );
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
