/**
 * Takes stock for lines with wholes first (`takeWholes`): it looks at the stock in the strategy's order without locks,
 * decides, locks what it chose in key order and decides again over what is left of it by then.
 */
import type { DemandLine } from '../../domain/inventory/coverage.ts';
import { groupBy } from '../../domain/group-by.ts';
import { decimal } from '../../domain/decimal.ts';
import { takeWholes, type WholeSupply, type WholeTake } from '../../domain/inventory/whole-first.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import {
  allocatableJoins,
  rejectedShown,
  rejectionSql,
  type AllocationPiece,
  type AllocationStrategy,
} from './allocatable.ts';

interface Candidate extends WholeSupply {
  item_id: string;
  merchant_id: string;
  warehouse_id: string;
  location_id: string;
  location: string;
  lot_no: string;
  lpn_id: string | null;
  received_at: string;
  rank: string;
  reason: string | null;
  in_case: string | null;
  on_pallet: string | null;
}

export interface WholeQuestion {
  warehouseId: string;
  strategy: AllocationStrategy;
  lines: readonly DemandLine[];
  order: SqlText;
  /** The order begins with the expiry date. */
  isByExpiry: boolean;
  look: number;
  isLocking: boolean;
}

export async function allocateWholes(
  tx: TenantTransaction,
  question: WholeQuestion,
): Promise<AllocationPiece[]> {
  const { lines, isByExpiry, strategy, isLocking } = question;
  const seen = await candidatesOf(tx, question);
  const candidates = groupBy(seen, ({ item_id: id }) => id);
  const demand = groupBy(lines, ({ item_id: id }) => id);
  const decide = (
    supplies: ReadonlyMap<string, readonly Candidate[]>,
  ): (WholeTake<Candidate> & { id: string })[] =>
    [...demand].flatMap(([item, wanted]) => {
      const found = supplies.get(item) ?? [];
      const [first] = found;
      if (!first) return [];
      const qty = wanted.map((line) => line.qty);
      return takeWholes(qty, found, first, isByExpiry).map((take) => ({
        ...take,
        id: wanted[take.line]!.line_id,
      }));
    });
  const usable = groupBy(
    seen.filter(({ reason }) => reason === null),
    ({ item_id: id }) => id,
  );
  let takes = decide(usable);
  if (isLocking) {
    const chosen = new Set(takes.map(({ supply }) => supply));
    const locked = await lockChosen(
      tx,
      seen.filter((one) => chosen.has(one)),
    );
    takes = decide(groupBy(locked, ({ item_id: id }) => id));
  }
  return takes.map(({ id, supply, qty, split }) => {
    const { item_id, merchant_id, warehouse_id, location_id, lot_no, lpn_id, expiry_date, received_at } =
      supply;
    const rejected = candidates
      .get(item_id)!
      .filter(({ reason, rank }) => reason !== null && Number(rank) < Number(supply.rank))
      .slice(0, rejectedShown)
      .map(({ location, lot_no: lot, qty: there, reason }) => {
        return { location, lot_no: lot, qty: Number(there), reason };
      });
    const parts = split.map(({ unit, qty: part }) => ({ unit, qty: Number(part.toString()) }));
    const why = { strategy, rank: Number(supply.rank), expiry_date, received_at, rejected, split: parts };
    const stock = { item_id, merchant_id, warehouse_id, location_id, lot_no, lpn_id };
    return { line_id: id, ...stock, qty: qty.toString(), why };
  });
}

/** Per item the first stock in the strategy's order, with what cannot be allocated of it and why. */
function candidatesOf(
  tx: TenantTransaction,
  { warehouseId, lines, order, look }: WholeQuestion,
): Promise<Candidate[]> {
  const items = [...new Set(lines.map(({ item_id: id }) => id))];
  const factorOf = (level: string): SqlText =>
    sql`(select p.factor from item_packagings p where p.organization_id = c.organization_id and p.item_id = c.item_id
            and p.level = ${level})`;
  return rows<Candidate>(
    tx,
    sql`select c.*, coalesce(${factorOf('case')}, c.units_per_carton) as in_case,
               coalesce(${factorOf('pallet')}, c.units_per_pallet) as on_pallet,
               c.lpn_id is not null and not exists (
                 select 1 from inventory_balances o
                  where o.organization_id = c.organization_id and o.lpn_id = c.lpn_id and o.qty > 0
                    and (o.item_id <> c.item_id or o.lot_no <> c.lot_no or o.status <> 'available')) as is_whole_plate
          from unnest(${items}::uuid[]) as wanted (item_id)
         cross join lateral (
           select b.organization_id, b.item_id, b.merchant_id, b.warehouse_id, b.location_id, b.lot_no, b.lpn_id, b.qty,
                  b.received_at, t.expiry_date::text as expiry_date, l.code as location, l.type = 'pick' as is_face,
                  i.units_per_carton, i.units_per_pallet, ${rejectionSql} as reason,
                  row_number() over (order by ${order}) as rank
             from inventory_balances b ${allocatableJoins}
            where b.organization_id = ${tx.organizationId} and b.item_id = wanted.item_id
              and b.warehouse_id = ${warehouseId} and b.status = 'available' and b.qty > 0
            order by ${order}
            limit ${look}
         ) c
         order by c.item_id, c.rank`,
  );
}

/** The chosen rows with what is there now; those that are gone are left out. */
async function lockChosen(tx: TenantTransaction, chosen: readonly Candidate[]): Promise<Candidate[]> {
  if (chosen.length === 0) return [];
  const keys = chosen.map(({ item_id, location_id, lot_no, lpn_id }, place) => {
    return { item_id, location_id, lot_no, lpn_id, place };
  });
  const locked = await rows<{ place: number; qty: string }>(
    tx,
    sql`select k.place, b.qty
          from inventory_balances b
          join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
               as k (item_id uuid, location_id uuid, lot_no text, lpn_id uuid, place integer)
            on b.item_id = k.item_id and b.location_id = k.location_id and b.lot_no = k.lot_no
           and b.lpn_id is not distinct from k.lpn_id
         where b.organization_id = ${tx.organizationId} and b.status = 'available'
         order by b.item_id, b.location_id, b.lot_no, b.lpn_id
           for update of b`,
  );
  const now = new Map(locked.map(({ place, qty }) => [place, qty]));
  return chosen.flatMap((one, place) => {
    const qty = now.get(place);
    return qty !== undefined && decimal(qty).gt(decimal('0')) ? [{ ...one, qty }] : [];
  });
}
