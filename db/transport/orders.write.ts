/**
 * Transport orders. Lock order: order, shipment, load, transport order, tender. A partial unique index allows one open
 * order per load.
 */
import { newId } from '../../domain/new-id.ts';
import { notFound, Refusal, unknownReference } from '../../domain/refusal.ts';
import { transportEvent, type TransportNews, type TransportWord } from '../../domain/transport/events.ts';
import { transportStates, type TransportStatus } from '../../domain/transport/transport-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { assignments, sql, values } from '../sql-text.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { lockLoad } from '../shipping/loads.write.ts';
import { stateReached } from '../state-columns.ts';

export interface TransportOrder {
  id: string;
  transport_no: string;
  status: TransportStatus;
  load_id: string | null;
  warehouse_id: string | null;
  carrier_id: string | null;
  tracked_at: Date | null;
}

const columns = sql`id, transport_no, status, load_id, warehouse_id, carrier_id, tracked_at`;

/** Locks a transport order. Refuses 404 NOT_FOUND. */
export async function lockTransport(tx: TenantTransaction, id: string): Promise<TransportOrder> {
  const found = await row<TransportOrder>(
    tx,
    sql`select ${columns} from transport_orders where organization_id = ${tx.organizationId} and id = ${id} for update`,
  );
  if (!found) throw notFound('transport order');
  return found;
}

/** The load of an order, which never changes: read before the locks are taken in order. Refuses 404. */
export async function loadOfTransport(tx: TenantTransaction, id: string): Promise<string | null> {
  const [found] = await rows<{ load_id: string | null }>(
    tx,
    sql`select load_id from transport_orders where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw notFound('transport order');
  return found.load_id;
}

/** The open order of a load. */
export async function transportOfLoad(
  tx: TenantTransaction,
  loadId: string,
): Promise<{ id: string; transport_no: string } | undefined> {
  const [found] = await rows<{ id: string; transport_no: string }>(
    tx,
    sql`select id, transport_no from transport_orders
         where organization_id = ${tx.organizationId} and load_id = ${loadId} and status <> 'cancelled'`,
  );
  return found;
}

export interface NewTransport {
  warehouse_id?: string | null | undefined;
  ship_mode?: string | undefined;
  origin?: object | undefined;
  destination?: object | undefined;
  pickup_date?: string | null | undefined;
  delivery_date?: string | null | undefined;
  note?: string | undefined;
}

/** Creates a planned order and emits the event. Its load, if any, is locked and has no open order. */
export async function insertTransport(
  work: StockPosting,
  loadId: string | null,
  given: NewTransport,
): Promise<TransportOrder> {
  const { tx, organizationId } = work;
  const facts = await transportFacts(tx, loadId, given);
  const transport_no = await work.takeNumber('TO');
  const made = await row<TransportOrder>(
    tx,
    sql`insert into transport_orders ${values({
      ...facts,
      organization_id: organizationId,
      id: newId(),
      transport_no,
      load_id: loadId,
      pickup_date: given.pickup_date ?? null,
      delivery_date: given.delivery_date ?? null,
      note: given.note ?? '',
    })} returning ${columns}`,
  );
  work.emit(transportEvent(made!, 'planned', null));
  return made!;
}

async function transportFacts(
  tx: TenantTransaction,
  loadId: string | null,
  given: NewTransport,
): Promise<Record<string, unknown>> {
  const [load] = await rows<{ warehouse_id: string; ship_mode: string; ship_to: object }>(
    tx,
    sql`select warehouse_id, ship_mode, ship_to from loads where organization_id = ${tx.organizationId} and id = ${loadId}::uuid`,
  );
  const warehouseId = given.warehouse_id ?? load?.warehouse_id ?? null;
  const [warehouse] = await rows<{ name: string; address: object }>(
    tx,
    sql`select name, address from warehouses where organization_id = ${tx.organizationId} and id = ${warehouseId}::uuid`,
  );
  if (warehouseId && !warehouse) throw unknownReference('warehouse_id', 'warehouse');
  return {
    warehouse_id: warehouseId,
    ship_mode: given.ship_mode ?? load?.ship_mode ?? 'tl',
    origin: given.origin ?? (warehouse ? { name: warehouse.name, ...warehouse.address } : {}),
    destination: given.destination ?? load?.ship_to ?? {},
  };
}

/**
 * Locks a load for its transport order. Refuses 400 UNKNOWN_REFERENCE, 409 LOAD_HAS_TRANSPORT with the existing order,
 * and 409 SHIPMENT_NOT_OPEN for a cancelled load.
 */
export async function lockLoadToBook(tx: TenantTransaction, loadId: string): Promise<void> {
  const [known] = await rows(
    tx,
    sql`select 1 from loads where organization_id = ${tx.organizationId} and id = ${loadId}`,
  );
  if (!known) throw unknownReference('load_id', 'load');
  const load = await lockLoad(tx, loadId);
  if (load.status === 'cancelled')
    throw new Refusal('CONFLICT', `The load ${load.load_no} is cancelled.`, { load_id: loadId });
  const present = await transportOfLoad(tx, loadId);
  if (!present) return;
  const sentence = `The load ${load.load_no} has the transport order ${present.transport_no}.`;
  throw new Refusal('LOAD_HAS_TRANSPORT', sentence, {
    load_id: loadId,
    transport_order_id: present.id,
    transport_no: present.transport_no,
  });
}

/** Creates the transport order of a departing, locked load if it has none yet. */
export async function ensureTransport(work: StockPosting, loadId: string): Promise<void> {
  if (await transportOfLoad(work.tx, loadId)) return;
  await insertTransport(work, loadId, {});
}

/** Writes a locked order's new status and date, and emits the event. */
export async function moveTransport(
  work: StockPosting,
  order: TransportOrder,
  to: TransportStatus,
  changes: Record<string, unknown> = {},
  what: TransportWord = to,
  news?: TransportNews,
): Promise<TransportOrder> {
  const { tx, organizationId } = work;
  const moved = await row<TransportOrder>(
    tx,
    sql`update transport_orders set ${assignments({
      ...(order.status === to ? {} : stateReached(transportStates, to)),
      ...changes,
      updated_at: sql`now()`,
    })} where organization_id = ${organizationId} and id = ${order.id} returning ${columns}`,
  );
  work.emit(transportEvent(moved!, what, order.status, news));
  return moved!;
}
