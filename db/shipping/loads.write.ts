/** Loads and the shipments on them. Lock order: order, shipment, load, balances, number counters. */
import { endedStates } from '../../domain/inventory/allocations.ts';
import type { Clash } from '../../domain/inventory/hazard-segregation.ts';
import { newId } from '../../domain/new-id.ts';
import { notFound } from '../../domain/refusal.ts';
import { loadStates, type LoadStatus } from '../../domain/shipping/load-states.ts';
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import { lockLpnsOfShipments } from '../inventory/lpn-steps.write.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { shipmentWeight } from './shipment-weight.ts';
import { isNoneOf, stateReached } from '../state-columns.ts';

export interface Load {
  id: string;
  load_no: string;
  warehouse_id: string;
  status: LoadStatus;
  carrier_id: string | null;
  scac: string | null;
  handling_units: number | null;
  weight_kg: string | null;
  bol_number: string | null;
}

const columns = sql`id, load_no, warehouse_id, status, carrier_id, scac, handling_units, weight_kg, bol_number`;

/** Locks a load. Refuses 404 NOT_FOUND. */
export async function lockLoad(tx: TenantTransaction, id: string): Promise<Load> {
  const found = await row<Load>(
    tx,
    sql`select ${columns} from loads where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('load');
  return found;
}

/** Creates a planned load. */
export async function insertLoad(work: StockPosting, facts: Record<string, unknown>): Promise<Load> {
  const { tx, organizationId } = work;
  const id = newId();
  const number = await work.takeNumber('LOAD');
  const made = await row<Load>(
    tx,
    sql`insert into loads ${values({ ...facts, organization_id: organizationId, id, load_no: number })} returning ${columns}`,
  );
  emitLoad(work, made!, null, 'planned');
  return made!;
}

/** Writes a load's new status and date and emits the event. The caller holds the load locked. */
export async function moveLoad(
  work: StockPosting,
  load: Load,
  to: LoadStatus,
  changes: Record<string, unknown> = {},
): Promise<Load> {
  const { tx, organizationId } = work;
  const written = { ...changes, ...stateReached(loadStates, to), updated_at: sql`now()` };
  const moved = await row<Load>(
    tx,
    sql`update loads set ${assignments(written)}
      where organization_id = ${organizationId} and id = ${load.id} returning ${columns}`,
  );
  emitLoad(work, moved!, load.status, to);
  return moved!;
}

/** Writes fields of a locked load. */
export async function changeLoad(tx: TenantTransaction, id: string, facts: object): Promise<void> {
  await execute(
    tx,
    sql`update loads set ${assignments({ ...facts, updated_at: sql`now()` })}
      where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Emits an event about a load; `what` is its new status, or `changed`. */
export function emitLoad(
  work: StockPosting,
  load: Load,
  before: LoadStatus | null,
  what: LoadStatus | 'changed',
): void {
  work.emit({
    type: `load.${what}`,
    subject_type: 'load',
    subject_id: load.id,
    data: {
      load_id: load.id,
      load_no: load.load_no,
      warehouse_id: load.warehouse_id,
      status: load.status,
      previous_status: before,
      ...(load.bol_number ? { bol_number: load.bol_number } : {}),
    },
  });
}

/** The shipments on a load. Read once to know what to lock, and again under the load's lock. */
export async function shipmentsOnLoad(tx: TenantTransaction, loadId: string): Promise<string[]> {
  const found = await rows<{ shipment_id: string }>(
    tx,
    sql`select shipment_id from load_shipments where organization_id = ${tx.organizationId} and load_id = ${loadId} order by shipment_id`,
  );
  return found.map(({ shipment_id: id }) => id);
}

/** Which of these shipments are on a load, and on which one. */
export function loadsOfShipments(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<{ shipment_id: string; load_id: string }[]> {
  return rows(
    tx,
    sql`select shipment_id, load_id from load_shipments where organization_id = ${tx.organizationId} and shipment_id = any (${[...shipmentIds]}::uuid[]) order by shipment_id`,
  );
}

export async function putOnLoad(
  tx: TenantTransaction,
  loadId: string,
  shipments: readonly { id: string; merchant_id: string }[],
): Promise<void> {
  if (shipments.length === 0) return;
  await execute(
    tx,
    sql`insert into load_shipments ${values(
      shipments.map(({ id, merchant_id }) => ({
        organization_id: tx.organizationId,
        load_id: loadId,
        shipment_id: id,
        merchant_id,
      })),
    )}`,
  );
}

/**
 * Two classes of dangerous goods on a load that leave on none together, that of these shipments told as the one that
 * came. Certain under the load's lock.
 */
export function clashOnLoad(
  tx: TenantTransaction,
  loadId: string,
  added: readonly string[],
): Promise<Clash | undefined> {
  return row<Clash>(
    tx,
    // The goods of a load are read once, however many rules there are, and not at all without one.
    sql`with goods as materialized (
          select i.hazard->>'class' as class, bool_or(j.shipment_id = any (${[...added]}::uuid[])) as came
            from load_shipments j
            join wms_shipment_lines l on l.organization_id = j.organization_id and l.shipment_id = j.shipment_id
            join items i on i.organization_id = l.organization_id and i.id = l.item_id and i.hazard is not null
           where j.organization_id = ${tx.organizationId} and j.load_id = ${loadId} and exists (
             select 1 from hazard_segregation r
              where r.organization_id = ${tx.organizationId} and r.is_active and r.rule = 'keep_apart')
           group by 1)
        select case when o.came then g.other_class else g.class end as class,
               case when o.came then g.class else g.other_class end as held
          from hazard_segregation g join goods c on c.class = g.class join goods o on o.class = g.other_class
         where g.organization_id = ${tx.organizationId} and g.is_active and g.rule = 'keep_apart'
         order by g.class, g.other_class limit 1`,
  );
}

/** Takes shipments off a load (all of them when no ids are given). Returns how many were on it. */
export async function takeOffLoad(
  tx: TenantTransaction,
  loadId: string,
  shipmentIds?: readonly string[],
): Promise<string[]> {
  const these = shipmentIds ? sql`shipment_id = any (${[...shipmentIds]}::uuid[])` : sql`true`;
  const taken = await rows<{ shipment_id: string }>(
    tx,
    sql`delete from load_shipments where organization_id = ${tx.organizationId} and load_id = ${loadId} and ${these}
      returning shipment_id`,
  );
  return taken.map(({ shipment_id: id }) => id);
}

/**
 * Locks the license plates and balances of these shipments in key order, so that shipping them one after another cannot
 * deadlock.
 */
export async function lockHeldStock(tx: TenantTransaction, shipmentIds: readonly string[]): Promise<void> {
  await lockLpnsOfShipments(tx, shipmentIds, 'ship');
  await execute(
    tx,
    sql`select 1 from inventory_balances b
      where b.organization_id = ${tx.organizationId} and b.status = 'allocated' and (b.item_id, b.location_id, b.lot_no) in (
        select item_id, location_id, lot_no from allocations
         where organization_id = ${tx.organizationId} and shipment_id = any (${shipmentIds as string[]}::uuid[]) and ${isNoneOf('status', endedStates)})
      order by b.item_id, b.location_id, b.status, b.lot_no, b.lpn_id for update`,
  );
}

export interface LoadFigures {
  /** Cartons, and one for each shipment without any. */
  pieces: number;
  /** Null when the weight of a shipment is unknown. */
  weight_kg: string | null;
}

/** The number of pieces of a load's shipments and their weight, as its bill of lading lists them. */
export async function readLoadFigures(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<LoadFigures> {
  const found = await row<LoadFigures>(
    tx,
    sql`select coalesce(sum(greatest(packed.cartons, 1)), 0)::integer as pieces,
               case when bool_and(packed.weight is not null) then sum(packed.weight) end as weight_kg
          from (select ${shipmentWeight} as weight,
                       (select count(*) from cartons c where c.organization_id = s.organization_id
                           and c.shipment_id = s.id and c.voided_at is null) as cartons
                  from wms_shipments s
                 where s.organization_id = ${tx.organizationId} and s.id = any (${[...shipmentIds]}::uuid[])) packed`,
  );
  return found!;
}
