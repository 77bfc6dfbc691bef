/** The stock of a shipment: picked to staging, shipped out of the ledger, or returned. */
import { isNoneOf } from '../state-columns.ts';
import { decimal } from '../../domain/decimal.ts';
import { endedStates, type SetAsideStatus } from '../../domain/inventory/allocations.ts';
import { newId } from '../../domain/new-id.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { assertUnlocked } from '../inventory/location-locks.read.ts';
import {
  endEmptyLpns,
  lockFamilies,
  lpnsTakenWhole,
  platesFreed,
  stepLpns,
} from '../inventory/lpn-steps.write.ts';
import { forgetPicks, namedAtPick, unnamePicked } from '../inventory/serials/picked-serials.write.ts';
import { nameUnits, takeInHand } from '../inventory/serials/serial-places.write.ts';
import { shipSerials, type NamedSerials } from '../inventory/serials/ship-serials.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import { assertNoLotHeld } from './held-lots.ts';
import { stagingOf, type Shipment } from './shipments.write.ts';

export interface Allocation {
  id: string;
  shipment_id: string;
  shipment_line_id: string;
  order_line_id: string | null;
  merchant_id: string;
  warehouse_id: string;
  item_id: string;
  location_id: string;
  lot_no: string;
  lpn_id: string | null;
  qty: string;
  /** As what it stood until then. */
  stock_status: SetAsideStatus;
  status: 'open' | 'picked' | 'shipped' | 'released';
  from_location_id: string | null;
  from_lpn_id: string | null;
}

/** What an allocation is read by; the table is `allocations a`. */
export const allocationColumns = sql`a.id, a.shipment_id, a.shipment_line_id, a.order_line_id, a.merchant_id, a.warehouse_id, a.item_id,
  a.location_id, a.lot_no, a.lpn_id, a.qty, a.stock_status, a.status, a.from_location_id, a.from_lpn_id`;

/** What a shipment holds and has not shipped, in key order. The caller holds the shipment locked. */
export function heldBy(tx: TenantTransaction, shipmentId: string): Promise<Allocation[]> {
  return rows<Allocation>(
    tx,
    sql`select ${allocationColumns} from allocations a
      where a.organization_id = ${tx.organizationId} and a.shipment_id = ${shipmentId} and ${isNoneOf('a.status', endedStates)}
      order by a.item_id, a.location_id, a.lot_no, a.lpn_id, a.id`,
  );
}

/** The ledger entry that moves an allocation's stock; `key` overrides where. */
export function entryOf(
  held: Allocation,
  sign: '' | '-',
  type: LedgerEntry['transaction_type'],
  key: Partial<Pick<LedgerEntry, 'warehouse_id' | 'location_id' | 'lpn_id' | 'status'>> = {},
): LedgerEntry {
  const { merchant_id, warehouse_id, item_id, location_id, lot_no, lpn_id } = held;
  return {
    merchant_id,
    warehouse_id,
    item_id,
    location_id,
    lot_no,
    lpn_id,
    status: 'allocated',
    ...key,
    qty_delta: `${sign}${held.qty}`,
    transaction_type: type,
    ref_type: 'shipment',
    ref_id: held.shipment_id,
    ref_line_id: held.order_line_id ?? held.shipment_line_id,
  };
}

interface PickHow {
  only?: ReadonlySet<string>;
  shipsAtOnce?: boolean;
  isTaken?: boolean;
  /** It is picked to be put back. */
  comesBack?: boolean;
  serialNos?: readonly string[];
}

/**
 * Picks open allocations of a shipment (all, or these): stock goes to the warehouse's staging location, loose, or on
 * its license plate when everything on it is picked at once. Without a staging location it stays where it is, as what
 * ships at once does. Refuses 409 LOCATION_LOCKED at a location being counted, unless the goods were taken from there before
 * (`isTaken`). `serialNos` are the units of a single allocation that is picked, and what the shipment leaves with: 409
 * SERIAL_PICKED where another one holds them. A lot on hold is not picked for a customer: 409 LOT_ON_HOLD.
 */
export async function pickStock(
  work: StockPosting,
  shipment: Shipment,
  { only, shipsAtOnce = false, isTaken = false, comesBack = false, serialNos = [] }: PickHow = {},
): Promise<Allocation[]> {
  const { tx, organizationId } = work;
  const open = (await heldBy(tx, shipment.id)).filter(
    ({ id, status }) => status === 'open' && (!only || only.has(id)),
  );
  if (open.length === 0) return [];
  if (!comesBack) await assertNoLotHeld(tx, { shipment, pieces: open, areOfTask: only !== undefined });
  const staging = shipsAtOnce ? undefined : await stagingOf(tx, shipment.warehouse_id);
  const places = open.map(({ location_id: id }) => id);
  await (isTaken ? assertUnlocked(tx, [staging], places) : assertUnlocked(tx, [...places, staging]));
  const family = await lockFamilies(tx, open);
  const whole = await lpnsTakenWhole(tx, family, open);
  const wholeIds = whole.map(({ id }) => id);
  const target = ({ location_id: at, lpn_id: on }: Allocation) =>
    staging
      ? { location_id: staging, lpn_id: on && wholeIds.includes(on) ? on : null }
      : { location_id: at, lpn_id: on };
  const moving = open.filter(
    (held) => held.location_id !== target(held).location_id || held.lpn_id !== target(held).lpn_id,
  );
  const named = unitsOf(open[0]!, serialNos);
  await (moving.length > 0 ? takeInHand(tx, work.commandId, named) : nameUnits(tx, named));
  await postNext(
    work,
    moving.flatMap((held) => [entryOf(held, '-', 'pick'), entryOf(held, '', 'pick', target(held))]),
  );
  await execute(
    tx,
    sql`update allocations set status = 'picked', picked_at = now(), from_location_id = location_id, from_lpn_id = lpn_id,
            location_id = coalesce(${staging ?? null}, location_id),
            lpn_id = case when ${staging ?? null}::uuid is null or lpn_id = any (${wholeIds}::uuid[]) then lpn_id end
      where organization_id = ${organizationId} and id = any (${open.map(({ id }) => id)}::uuid[])`,
  );
  const about = aboutOf(shipment);
  await stepLpns(work, whole, 'pick', { locationId: staging, about });
  const loose = moving.filter(({ lpn_id: id }) => id && !wholeIds.includes(id));
  await endEmptyLpns(work, family, loose, 'consume', about);
  return open;
}

const unitsOf = ({ id, item_id, location_id, lot_no, lpn_id }: Allocation, serials: readonly string[]) => ({
  item_id,
  location_id,
  lot_no,
  lpn_ids: [lpn_id],
  serial_nos: serials,
  allocation_id: id,
});

/** Other units were picked than were named, or some where none were named: those no longer named have the places of these. */
export async function renamePicked(
  { tx }: StockPosting,
  shipment: Shipment,
  allocationId: string,
  serialNos: readonly string[],
): Promise<void> {
  const held = (await heldBy(tx, shipment.id)).find(({ id }) => id === allocationId);
  if (held?.status !== 'picked') return;
  // A part has left: which of them is told by what shipped.
  if (!decimal(held.qty).eq(String(serialNos.length))) return;
  const before = await namedAtPick(tx, allocationId);
  if (before.length === serialNos.length && before.every((serial) => serialNos.includes(serial))) return;
  await nameUnits(tx, unitsOf(held, serialNos));
  await unnamePicked(
    tx,
    held,
    before.filter((serial) => !serialNos.includes(serial)),
  );
}

/**
 * Takes what a shipment holds out of the ledger, once, and its serials out of the serial registry. Refuses 409 LOT_ON_HOLD
 * what would go to a customer.
 */
export async function shipStock(
  work: StockPosting,
  shipment: Shipment,
  serials: readonly NamedSerials[] = [],
): Promise<Allocation[]> {
  const { tx } = work;
  const held = await heldBy(tx, shipment.id);
  await assertNoLotHeld(tx, { shipment, pieces: held });
  const family = await lockFamilies(tx, held);
  await postNext(
    work,
    held.map((one) => entryOf(one, '-', 'ship')),
  );
  await endAllocations(tx, held, 'shipped');
  await shipSerials(tx, shipment, work.commandId, held, serials);
  await endEmptyLpns(work, family, held, 'ship', aboutOf(shipment));
  return held;
}

/** What was held left with its shipment, or is free again. */
export async function endAllocations(
  tx: TenantTransaction,
  held: readonly Allocation[],
  status: 'shipped' | 'released',
): Promise<void> {
  await execute(
    tx,
    sql`update allocations set status = ${status}, ended_at = now()
      where organization_id = ${tx.organizationId} and id = any (${held.map(({ id }) => id)}::uuid[])`,
  );
}

/**
 * Returns what a shipment holds: unpicked stock is at once what it was, as a rule available; picked stock goes on hold
 * where it is, with a put-back task to where it came from, on its license plate when that was picked whole. The caller
 * holds the items' promises locked.
 */
export async function returnStock(work: StockPosting, shipment: Shipment): Promise<Allocation[]> {
  const { tx } = work;
  const held = await heldBy(tx, shipment.id);
  const family = await lockFamilies(tx, held);
  await postNext(work, returning(held));
  await endReturned(tx, [{ shipment, held }]);
  await stepLpns(work, await platesFreed(tx, shipment.id, family, held), 'unpick', {
    about: aboutOf(shipment),
  });
  return held;
}

/** Whether it was picked to somewhere else: it has to be put back before it is available again. */
export const isAway = (one: Allocation): boolean =>
  one.status === 'picked' && one.from_location_id !== one.location_id;

/** The entries that return what is held. */
export function returning(held: readonly Allocation[]): LedgerEntry[] {
  return held.flatMap((one) =>
    isAway(one)
      ? [entryOf(one, '-', 'unpick'), entryOf(one, '', 'unpick', { status: 'hold' })]
      : [entryOf(one, '-', 'deallocate'), entryOf(one, '', 'deallocate', { status: one.stock_status })],
  );
}

/** Ends what shipments held, with tasks that put back what was picked. */
export async function endReturned(
  tx: TenantTransaction,
  returned: readonly { shipment: Shipment; held: readonly Allocation[] }[],
): Promise<void> {
  await endAllocations(
    tx,
    returned.flatMap(({ held }) => held),
    'released',
  );
  const tasks = returned.flatMap(({ shipment, held }) =>
    held.filter(isAway).map((one) => ({
      organization_id: tx.organizationId,
      id: newId(),
      shipment_id: shipment.id,
      order_id: shipment.order_id,
      merchant_id: one.merchant_id,
      warehouse_id: one.warehouse_id,
      item_id: one.item_id,
      lot_no: one.lot_no,
      lpn_id: one.lpn_id,
      qty: one.qty,
      from_location_id: one.location_id,
      to_location_id: one.from_location_id,
      to_status: one.stock_status,
    })),
  );
  if (tasks.length > 0) await execute(tx, sql`insert into put_back_tasks ${values(tasks)}`);
  await forgetPicks(
    tx,
    returned.map(({ shipment: { id } }) => id),
  );
}

/** Whether part of what the shipment held has left the warehouse. */
export async function hasShippedPart(tx: TenantTransaction, shipmentId: string): Promise<boolean> {
  const shipped = await rows(
    tx,
    sql`select 1 from allocations where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId} and status = 'shipped' limit 1`,
  );
  return shipped.length > 0;
}

/** Subtracts what was returned from the shipment's lines: what remains is what has left. */
export async function lowerLines(
  tx: TenantTransaction,
  returned: readonly Pick<Allocation, 'shipment_line_id' | 'qty'>[],
): Promise<void> {
  await execute(
    tx,
    sql`update wms_shipment_lines l set qty = l.qty - r.qty
         from (select id, sum(qty) as qty
                 from jsonb_to_recordset(${JSON.stringify(returned.map(({ shipment_line_id: id, qty }) => ({ id, qty })))}::jsonb) as r (id uuid, qty numeric)
                group by id) r
        where l.organization_id = ${tx.organizationId} and l.id = r.id`,
  );
}

const aboutOf = ({ id, merchant_id }: Shipment) => ({ shipment_id: id, merchant_id });
