/** Goods that change their license plate at one place. Lock order: shipments, license plates by id, balances. */
import { groupBy } from '../../domain/group-by.ts';
import { holdingStates } from '../../domain/inventory/allocations.ts';
import { loadedOnFloorStates } from '../../domain/inventory/lpn-states.ts';
import type { moveType } from '../../domain/inventory/move-type.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import { execute, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import type { LedgerEntry, StockKey } from '../inventory/ledger.write.ts';
import type { LpnRow } from '../inventory/lpns.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';

/** Locks the shipments with goods on these license plates, what is to be put back from them, then the plates with all cartons on them. */
export async function lockPlates(tx: TenantTransaction, lpns: readonly string[]): Promise<LpnRow[]> {
  const named = sql`select p.id from lpns p where p.organization_id = ${tx.organizationId} and p.lpn = any (${[...lpns]}::text[])`;
  await execute(
    tx,
    sql`select 1 from wms_shipments s
         where s.organization_id = ${tx.organizationId} and s.id in (
           select a.shipment_id from lpns c
             join allocations a on a.organization_id = c.organization_id and a.lpn_id = c.id
              and ${isOneOf('a.status', holdingStates)}
            where c.organization_id = ${tx.organizationId} and (c.id in (${named}) or c.parent_lpn_id in (${named})))
         order by s.id for update`,
  );
  await execute(
    tx,
    sql`select 1 from put_back_tasks b
         where b.organization_id = ${tx.organizationId} and b.status = 'open' and b.lpn_id in (${named})
         order by b.id for update`,
  );
  return rows<LpnRow>(
    tx,
    sql`select c.id, c.lpn, c.type, c.parent_lpn_id, c.warehouse_id, c.location_id, c.state from lpns c
         where c.organization_id = ${tx.organizationId} and (c.id in (${named}) or c.parent_lpn_id in (${named}))
         order by c.id for update`,
  );
}

export type OnPlate = StockKey & { qty: string };

/**
 * What lies on these locked plates themselves, locked in key order. What is still in transit with a plate stays that: its
 * transfer looks for it where, and on what, it left.
 */
export function lockGoodsOn(tx: TenantTransaction, plateIds: readonly string[]): Promise<OnPlate[]> {
  return rows<OnPlate>(
    tx,
    sql`select warehouse_id, merchant_id, item_id, location_id, status, lot_no, lpn_id, qty from inventory_balances
         where organization_id = ${tx.organizationId} and lpn_id = any (${[...plateIds]}::uuid[]) and qty > 0
           and status <> 'in_transit'
         order by item_id, location_id, status, lot_no, lpn_id for update`,
  );
}

type Target = Pick<LpnRow, 'id' | 'location_id'>;
type MoveType = ReturnType<typeof moveType>;

/**
 * Posts goods of these plates onto another, and to where it stands; what lies on their cartons stays on those. Plate by
 * plate: a posting takes the day its goods were received from what lay where they go to, if it moves any of that too.
 * `types`: as what it is posted, by the location it leaves.
 */
export async function shiftGoods(
  work: StockPosting,
  goods: readonly OnPlate[],
  target: Target & Pick<LpnRow, 'lpn'>,
  plateIds: readonly string[],
  types: ReadonlyMap<string, MoveType> = new Map(),
): Promise<void> {
  const entriesOf = ({ qty, ...key }: OnPlate): LedgerEntry[] => {
    const goesOnto = plateIds.includes(key.lpn_id!);
    if (!goesOnto && key.location_id === target.location_id) return [];
    const note = `onto ${target.lpn}`;
    const transaction_type = types.get(key.location_id) ?? 'move';
    const words = { transaction_type, ref_type: 'move', ref_id: work.commandId, note } as const;
    const there = { lpn_id: goesOnto ? target.id : key.lpn_id, location_id: target.location_id! };
    return [
      { ...key, ...words, qty_delta: `-${qty}` },
      { ...key, ...there, ...words, qty_delta: qty },
    ];
  };
  for (const some of groupBy(goods, ({ lpn_id: id }) => id).values())
    await postNext(work, some.flatMap(entriesOf));
}

/**
 * What is allocated on plates or to be put back from them, and the cartons on them with what is allocated there, go with the
 * goods.
 */
export async function shiftHolds(
  tx: TenantTransaction,
  plateIds: readonly string[],
  { id: toId, location_id: placeId }: Target,
): Promise<void> {
  const ids = [...plateIds];
  await execute(
    tx,
    sql`update allocations
           set lpn_id = case when lpn_id = any (${ids}::uuid[]) then ${toId}::uuid else lpn_id end, location_id = ${placeId}
         where organization_id = ${tx.organizationId} and ${isOneOf('status', holdingStates)}
           and lpn_id in (select id from lpns where organization_id = ${tx.organizationId}
                             and (id = any (${ids}::uuid[]) or parent_lpn_id = any (${ids}::uuid[])))`,
  );
  await execute(
    tx,
    sql`update put_back_tasks set lpn_id = ${toId}
         where organization_id = ${tx.organizationId} and status = 'open' and lpn_id = any (${ids}::uuid[])`,
  );
  await execute(
    tx,
    sql`update lpns set parent_lpn_id = ${toId}, location_id = ${placeId}, updated_at = now()
         where organization_id = ${tx.organizationId} and parent_lpn_id = any (${ids}::uuid[])`,
  );
}

/** A plate with goods that stands by itself. Refuses 400 UNKNOWN_REFERENCE, 409 LPN_IN_USE. */
export function standing(plates: readonly LpnRow[], lpn: string, path: string): LpnRow {
  const plate = plates.find((one) => one.lpn === lpn);
  if (!plate) throw unknownReference(path, 'license plate');
  if (loadedOnFloorStates.includes(plate.state) && plate.location_id && !plate.parent_lpn_id) return plate;
  throw new Refusal('LPN_IN_USE', `The license plate ${lpn} does not stand by itself on the floor.`, {
    lpn,
    state: plate.state,
  });
}

/** What was picked whole leaves as it stands: only with what was picked too does it become one. Refuses 409 LPN_IN_USE. */
export function assertLeavesWith(plate: LpnRow, isPicked: boolean): void {
  const { lpn, state } = plate;
  if ((state === 'picked') === isPicked) return;
  const why = isPicked ? 'was not picked, and the other was' : 'was picked to leave as it stands';
  throw new Refusal('LPN_IN_USE', `The license plate ${lpn} ${why}.`, { lpn, state });
}

export const apart = ({ lpn, state }: LpnRow): Refusal =>
  new Refusal('LPN_IN_USE', `The license plate ${lpn} stands elsewhere: move it there first.`, {
    lpn,
    state,
  });

/** Why a plate cannot be brought to another: it stands in another warehouse. */
export const inOtherWarehouse = (plate: LpnRow, target: LpnRow): Refusal | undefined =>
  plate.warehouse_id === target.warehouse_id
    ? undefined
    : new Refusal('LPN_IN_USE', `The license plate ${plate.lpn} stands in another warehouse.`, {
        lpn: plate.lpn,
        state: plate.state,
      });
