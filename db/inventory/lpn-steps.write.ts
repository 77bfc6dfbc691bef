/**
 * License plates on their way out: picked whole, loaded, unloaded, shipped, or put back. Lock order: shipment and load
 * before license plates, a pallet with its cartons by id, license plates before balances.
 */
import { isNoneOf } from '../state-columns.ts';
import { endedStates } from '../../domain/inventory/allocations.ts';
import { decimal, sum, zero } from '../../domain/decimal.ts';
import {
  lpnStates,
  lpnStatesBefore,
  type LpnAction,
  type LpnStatus,
} from '../../domain/inventory/lpn-states.ts';
import { nextState } from '../../domain/state-machine.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import type { StockPosting } from './posting.ts';

export interface Plate {
  id: string;
  lpn: string;
  parent_lpn_id: string | null;
  warehouse_id: string;
  location_id: string | null;
  state: LpnStatus;
}

/** Stock on a license plate, or loose stock. */
interface Piece {
  lpn_id: string | null;
  qty: string;
}

const columns = sql`p.id, p.lpn, p.parent_lpn_id, p.warehouse_id, p.location_id, p.state`;

const plateIdsOf = (pieces: readonly Piece[]): string[] => [
  ...new Set(pieces.flatMap(({ lpn_id: id }) => (id ? [id] : []))),
];

// Selected by key, because a warehouse has many license plates. Expects `touched` with the pallets (or single license
// plates) at the root of each family.
const lockedFamilies = (organizationId: string): SqlText => sql`
  select ${columns} from lpns p
   where p.organization_id = ${organizationId} and p.id in (
     select root from touched
     union all
     select c.id from touched f join lpns c on c.organization_id = ${organizationId} and c.parent_lpn_id = f.root)`;

/**
 * Locks the license plates of this stock together with their pallets and all cartons on those. Loose stock needs no
 * query.
 */
export async function lockFamilies(tx: TenantTransaction, pieces: readonly Piece[]): Promise<Plate[]> {
  const touched = plateIdsOf(pieces);
  if (touched.length === 0) return [];
  return rows<Plate>(
    tx,
    sql`with touched as (select coalesce(t.parent_lpn_id, t.id) as root from lpns t
                       where t.organization_id = ${tx.organizationId} and t.id = any (${touched}::uuid[]))
     ${lockedFamilies(tx.organizationId)} order by p.id for update`,
  );
}

/**
 * Which of these locked license plates leave whole when this stock leaves: a pallet with all its cartons when nothing
 * else is on any of them, otherwise each carton for which that holds.
 */
export async function lpnsTakenWhole(
  tx: TenantTransaction,
  family: readonly Plate[],
  taken: readonly Piece[],
): Promise<Plate[]> {
  if (family.length === 0) return [];
  const lying = await rows<Piece>(
    tx,
    sql`select lpn_id, qty from inventory_balances where organization_id = ${tx.organizationId} and lpn_id = any (${family.map(({ id }) => id)}::uuid[]) and qty > 0`,
  );
  const on = (pieces: readonly Piece[], ids: readonly string[]) =>
    sum(pieces.filter(({ lpn_id: id }) => id && ids.includes(id)).map(({ qty }) => decimal(qty)));
  const goWhole = (plates: readonly Plate[]): boolean => {
    const ids = plates.map(({ id }) => id);
    const going = on(taken, ids);
    return going.gt(zero) && going.eq(on(lying, ids));
  };
  const roots = [...new Set(family.map(({ id, parent_lpn_id: parent }) => parent ?? id))];
  return roots.flatMap((root) => {
    const plates = family.filter(({ id, parent_lpn_id: parent }) => (parent ?? id) === root);
    return goWhole(plates) ? plates : plates.filter((plate) => plate.id !== root && goWhole([plate]));
  });
}

/**
 * Of locked families, the license plates a shipment gives back with what it held: where another one's picked goods stand
 * beside its own, only those of its goods.
 */
export async function platesFreed(
  tx: TenantTransaction,
  shipmentId: string,
  family: readonly Plate[],
  held: readonly Piece[],
): Promise<Plate[]> {
  if (family.length === 0) return [];
  const others = await rows<{ lpn_id: string }>(
    tx,
    sql`select distinct lpn_id from allocations
         where organization_id = ${tx.organizationId} and lpn_id = any (${family.map(({ id }) => id)}::uuid[])
           and status = 'picked' and shipment_id <> ${shipmentId}`,
  );
  const theirs = new Set(others.map(({ lpn_id: id }) => id));
  const rootOf = ({ id, parent_lpn_id: parent }: Plate): string => parent ?? id;
  const shared = new Set(family.filter(({ id }) => theirs.has(id)).map(rootOf));
  const own = new Set(plateIdsOf(held));
  return family.filter((plate) => !theirs.has(plate.id) && (own.has(plate.id) || !shared.has(rootOf(plate))));
}

interface Step {
  /** Where the step puts the license plates; when omitted they stay. */
  locationId?: string | null | undefined;
  /** Another warehouse, when it goes to one: it stands nowhere there without a locationId. */
  warehouseId?: string | null | undefined;
  /** What the event names besides the license plate. */
  about: { shipment_id?: string; load_id?: string; merchant_id?: string };
}

/**
 * Takes an action on those of the locked license plates that may take it, and emits `pallet.<word>`. A carton that
 * leaves without its pallet is no longer nested.
 */
export async function stepLpns(
  work: StockPosting,
  family: readonly Plate[],
  action: LpnAction,
  { locationId = null, warehouseId = null, about }: Step,
): Promise<void> {
  const plates = family.filter(({ state }) => lpnStatesBefore(action).includes(state));
  if (plates.length === 0) return;
  const { tx, organizationId } = work;
  const ids = plates.map(({ id }) => id);
  const stays = locationId === null && warehouseId === null;
  const changes = plates.map(({ id, state }) => ({ id, state: nextState(lpnStates, state, action) }));
  await execute(
    tx,
    sql`update lpns p
        set state = c.state, warehouse_id = coalesce(${warehouseId}::uuid, p.warehouse_id), updated_at = now(),
            location_id = coalesce(${locationId}::uuid, case when ${warehouseId}::uuid is null then p.location_id end),
            parent_lpn_id = case when p.parent_lpn_id = any (${ids}::uuid[]) or ${stays} then p.parent_lpn_id end
       from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, state text)
      where p.organization_id = ${organizationId} and p.id = c.id`,
  );
  for (const [index, { id, lpn, state, warehouse_id: stood, location_id: before }] of plates.entries()) {
    work.emit({
      type: `pallet.${wordOf[action]}`,
      subject_type: 'pallet',
      subject_id: id,
      data: {
        pallet_id: id,
        lpn,
        warehouse_id: warehouseId ?? stood,
        location_id: locationId ?? (warehouseId === null ? before : null),
        ...about,
        status: changes[index]!.state,
        previous_status: state,
      },
    });
  }
}

const wordOf = {
  place: 'placed',
  pick: 'picked',
  unpick: 'unpicked',
  load: 'loaded',
  unload: 'unloaded',
  ship: 'shipped',
  send: 'sent',
  consume: 'consumed',
} as const satisfies Readonly<Record<LpnAction, string>>;

/** Locks, by id, the license plates with the stock of these shipments that may take the action, and their cartons. */
export function lockLpnsOfShipments(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
  action: LpnAction,
): Promise<Plate[]> {
  return rows<Plate>(
    tx,
    sql`with touched as (
       select coalesce(t.parent_lpn_id, t.id) as root from allocations a
         join lpns t on t.organization_id = a.organization_id and t.id = a.lpn_id
        where a.organization_id = ${tx.organizationId} and a.shipment_id = any (${shipmentIds}::uuid[]) and ${isNoneOf('a.status', endedStates)})
     ${lockedFamilies(tx.organizationId)} and p.state = any (${lpnStatesBefore(action)}::text[]) order by p.id for update`,
  );
}

/**
 * Ends locked license plates left empty, cartons included: shipped along with their stock, or consumed. A pallet whose
 * cartons left separately stays, and with what somebody put onto a picked one, or did not send after all, it is free again.
 */
export async function endEmptyLpns(
  work: StockPosting,
  family: readonly Plate[],
  emptied: readonly Piece[],
  action: 'consume' | 'ship',
  about: Step['about'],
): Promise<void> {
  const touched = plateIdsOf(emptied);
  const ending = family.filter(
    ({ id, state }) =>
      lpnStatesBefore(action).includes(state) &&
      (touched.includes(id) || (action === 'ship' && state !== 'active')),
  );
  if (ending.length === 0) return;
  const { tx, organizationId } = work;
  const carrying = await rows<{ id: string }>(
    tx,
    sql`select p.id from lpns p
      where p.organization_id = ${organizationId} and p.id = any (${ending.map(({ id }) => id)}::uuid[]) and (
        exists (select 1 from inventory_balances b
           join lpns c on c.organization_id = b.organization_id and c.id = b.lpn_id
          where b.organization_id = p.organization_id and b.qty > 0 and (c.id = p.id or c.parent_lpn_id = p.id))
        or exists (select 1 from lpns c where c.organization_id = p.organization_id and c.parent_lpn_id = p.id
                      and c.state = 'active' and not c.id = any (${touched}::uuid[])))`,
  );
  const still = new Set(carrying.map(({ id }) => id));
  await stepLpns(
    work,
    ending.filter(({ id }) => !still.has(id)),
    action,
    { about },
  );
  if (action === 'consume' || still.size === 0) return;
  const awaited = await rows<{ id: string }>(
    tx,
    sql`select p.id from lpns p
      where p.organization_id = ${organizationId} and p.id = any (${[...still]}::uuid[]) and exists (
        select 1 from lpns c join allocations a on a.organization_id = c.organization_id and a.lpn_id = c.id
         where c.organization_id = p.organization_id and a.status = 'picked'
           and coalesce(c.parent_lpn_id, c.id) = coalesce(p.parent_lpn_id, p.id))`,
  );
  const going = new Set(awaited.map(({ id }) => id));
  await stepLpns(
    work,
    ending.filter(({ id }) => still.has(id) && !going.has(id)),
    'unpick',
    { about },
  );
}
