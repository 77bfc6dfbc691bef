/** Shipments: locked after their order, and moved from step to step. */
import { shipmentEvent, type ShipmentRef } from '../../domain/shipping/events.ts';
import { groupBy } from '../../domain/group-by.ts';
import { notFound } from '../../domain/refusal.ts';
import { customerKinds, type ShipmentKind } from '../../domain/shipping/shipment-kinds.ts';
import { shipmentStates, type ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { executeUnawaited, row, rows, type TenantTransaction } from '../database.ts';
import { amongIds, assignments, sql, type SqlText } from '../sql-text.ts';
import { enterLocations } from '../inventory/location-locks.read.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { isOneOf, stateReached } from '../state-columns.ts';

export interface Shipment {
  id: string;
  shipment_no: string;
  status: ShipmentStatus;
  kind: ShipmentKind;
  order_id: string | null;
  transfer_id: string | null;
  vendor_return_id: string | null;
  disposition_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  carrier_code: string | null;
  tracking_no: string | null;
  /** It leaves only with its label: a parcel to a customer, where the organization says so. */
  needs_label: boolean;
  shipped_at: Date | null;
  delivered_at: Date | null;
  signed_by: string | null;
}

const columns = sql`s.id, s.shipment_no, s.status, s.kind, s.order_id, s.transfer_id, s.vendor_return_id, s.disposition_id,
  s.merchant_id, s.warehouse_id, s.carrier_code, s.tracking_no, s.shipped_at, s.delivered_at, s.signed_by,
  (select o.ship_needs_labels from organizations o where o.id = s.organization_id)
    and s.ship_mode = 'parcel' and ${isOneOf('s.kind', customerKinds)} as needs_label`;

/** Locks a shipment after its order's row. Refuses 404 NOT_FOUND. */
export async function lockShipment(tx: TenantTransaction, id: string): Promise<Shipment> {
  const [found] = await lockShipments(tx, [id]);
  if (!found) throw notFound('shipment');
  return found;
}

/** Locks those of the shipments, with their orders, that nobody has locked at this moment. Returns their ids. */
export async function lockFreeShipments(tx: TenantTransaction, ids: readonly string[]): Promise<Set<string>> {
  const locked = await rows<{ id: string }>(
    tx,
    // A shipment is locked once it is known that its order is.
    sql`with free as materialized (
          select o.id from sales_orders o where o.organization_id = ${tx.organizationId} and o.id in (
            select order_id from wms_shipments where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[]))
           for update skip locked)
        select s.id from wms_shipments s
         where s.organization_id = ${tx.organizationId} and s.id = any (${[...ids]}::uuid[])
           and (s.order_id is null or s.order_id in (select id from free))
           for update of s skip locked`,
  );
  return new Set(locked.map(({ id }) => id));
}

/** Locks many: their orders first, each table in id order. Ids outside the organization are left out. */
export function lockShipments(tx: TenantTransaction, ids: readonly string[]): Promise<Shipment[]> {
  const wanted = [...ids];
  return rows<Shipment>(
    tx,
    // The shipments are read as they are once the orders are locked: a lock reads the row it waited for anew.
    sql`with orders as materialized (
          select o.id from sales_orders o where o.organization_id = ${tx.organizationId} and o.id in (
            select order_id from wms_shipments where organization_id = ${tx.organizationId} and id = any (${wanted}::uuid[]))
           order by o.id for update)
        select ${columns} from wms_shipments s
         where s.organization_id = ${tx.organizationId} and s.id = any (${wanted}::uuid[])
           and (select count(*) from orders) >= 0
         order by s.id for update of s`,
  );
}

/** The shipments of a locked order, or of several, that are not cancelled, locked in id order. */
export function lockShipmentsOf(tx: TenantTransaction, ...orderIds: string[]): Promise<Shipment[]> {
  return rows<Shipment>(
    tx,
    sql`select ${columns} from wms_shipments s
      where s.organization_id = ${tx.organizationId} and s.order_id = any (${orderIds}::uuid[]) and s.status <> 'cancelled'
      order by s.id for update`,
  );
}

/** Writes one step with its date and mirrors it to the order, in this transaction. Returns the updated shipment. */
export async function writeStep(
  work: StockPosting,
  shipment: Shipment,
  to: Exclude<ShipmentStatus, 'commit'>,
  changes: Record<string, unknown> = {},
): Promise<Shipment> {
  const { tx, organizationId } = work;
  const written = { ...stateReached(shipmentStates, to), ...changes, updated_at: sql`now()` };
  const now = await row<Shipment>(
    tx,
    sql`update wms_shipments s set ${assignments(written)}
      where s.organization_id = ${organizationId} and s.id = ${shipment.id} returning ${columns}`,
  );
  work.emit(shipmentEvent(now!, { status: to, previous_status: shipment.status }));
  return now!;
}

/** Steps of one shipment of a group, and what is written with the last of them. */
export interface Stepping {
  shipment: Shipment;
  steps: readonly ShipmentStatus[];
  facts: StepFacts;
}

export interface StepFacts {
  tracking_no?: string | undefined;
  carrier_code?: string | undefined;
  delivered_at?: string | undefined;
  signed_by?: string | undefined;
}

/**
 * Writes the steps of many shipments, with their dates, in a statement for each way they go, unawaited. Returns them as
 * events tell of them then. Emits nothing.
 */
export function writeSteps(
  tx: TenantTransaction,
  stepping: readonly Stepping[],
): ReadonlyMap<string, ShipmentRef> {
  for (const some of groupBy(stepping, ({ steps }) => steps.join()).values()) writeAlike(tx, some);
  return new Map(
    stepping.map(({ shipment, steps, facts }) => [
      shipment.id,
      steps.includes('delivered') ? shipment : { ...shipment, ...given(shipment, facts) },
    ]),
  );
}

function given(shipment: Shipment, { tracking_no, carrier_code }: StepFacts): Partial<Shipment> {
  return {
    tracking_no: tracking_no ?? shipment.tracking_no,
    carrier_code: carrier_code ?? shipment.carrier_code,
  };
}

function writeAlike(tx: TenantTransaction, some: readonly Stepping[]): void {
  const { steps } = some[0]!;
  const reached = Object.assign({}, ...steps.map((step) => stateReached(shipmentStates, step)));
  const changed = steps.includes('delivered')
    ? {
        delivered_at: sql`coalesce(g.delivered_at, now())`,
        signed_by: sql`coalesce(g.signed_by, s.signed_by)`,
      }
    : {
        tracking_no: sql`coalesce(g.tracking_no, s.tracking_no)`,
        carrier_code: sql`coalesce(g.carrier_code, s.carrier_code)`,
      };
  const records = some.map(({ shipment: { id }, facts }) => ({ id, ...facts }));
  executeUnawaited(
    tx,
    sql`update wms_shipments s set ${assignments({ ...reached, ...changed, updated_at: sql`now()` })}
        from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as g (id uuid, tracking_no text, carrier_code text,
             delivered_at timestamptz, signed_by text)
       where ${amongIds(tx, 's', records)} and s.id = g.id`,
  );
}

/** A warehouse's staging location for picked stock; undefined when it has none. */
export async function stagingOf(tx: TenantTransaction, warehouseId: string): Promise<string | undefined> {
  return (await row<{ id: string }>(tx, stagingsIn(tx, [warehouseId])))?.id;
}

const stagingsIn = (tx: TenantTransaction, warehouseIds: readonly string[]): SqlText => sql`
  select distinct on (warehouse_id) warehouse_id, id from locations
   where organization_id = ${tx.organizationId} and warehouse_id = any (${[...new Set(warehouseIds)]}::uuid[])
     and type = 'staging' and is_active
   order by warehouse_id, code`;

export interface Entered {
  /** The staging locations of those warehouses that have one. */
  stagings: ReadonlyMap<string, string>;
  /** The count tasks that hold locations among those entered. */
  locked: ReadonlyMap<string, string>;
}

/** Enters locations like `enterLocations`, together with the staging locations of warehouses. */
export async function enterToStage(
  tx: TenantTransaction,
  warehouseIds: readonly string[],
  locationIds: readonly string[],
): Promise<Entered> {
  if (warehouseIds.length === 0)
    return { stagings: new Map(), locked: await enterLocations(tx, locationIds) };
  const found = await rows<{ warehouse_id: string | null; id: string; count_task_id: string }>(
    tx,
    sql`with staging as materialized (${stagingsIn(tx, warehouseIds)})
      select warehouse_id, id, null::uuid as count_task_id from staging
      union all
      select null, e.location_id, e.count_task_id
        from enter_locations(${tx.organizationId}::uuid,
               ${[...new Set(locationIds)]}::uuid[] || array(select s.id from staging s)) e`,
  );
  return {
    stagings: new Map(found.flatMap(({ warehouse_id: at, id }) => (at === null ? [] : [[at, id]]))),
    locked: new Map(found.flatMap(({ count_task_id: task, id }) => (task === null ? [] : [[id, task]]))),
  };
}
