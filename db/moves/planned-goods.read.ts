/** What a move planned by hand is to carry, as it stands there now. */
import { statesOnFloor } from '../../domain/inventory/lpn-states.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import type { Apart } from '../../domain/inventory/hazard-segregation.ts';
import type { Brought } from '../../domain/inventory/room.ts';
import type { KeptAs } from '../../domain/inventory/storage-class.ts';
import { Refusal, unknownReference } from '../../domain/refusal.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { apartOf } from '../inventory/stock-references.read.ts';
import { sql } from '../sql-text.ts';

export interface PlateGoods {
  lpn_id: string;
  location_id: string;
  merchant_id: string | null;
  /** Null when it carries several. */
  item_id: string | null;
  lot_no: string;
  qty: string;
}

/**
 * A license plate of the warehouse with everything on it. Refuses 400 UNKNOWN_REFERENCE; 409 LPN_IN_USE for one that
 * left, stands nowhere or is nested on another; 409 INSUFFICIENT_STOCK for an empty one.
 */
export async function plateGoods(
  tx: TenantTransaction,
  warehouseId: string,
  lpn: string,
): Promise<PlateGoods> {
  const plate = await row<{ id: string; state: string; location_id: string | null; parent: string | null }>(
    tx,
    sql`select id, state, location_id, parent_lpn_id as parent from lpns
         where organization_id = ${tx.organizationId} and lpn = ${lpn} and warehouse_id = ${warehouseId}`,
  );
  if (!plate) throw unknownReference('pallet_lpn', 'license plate in that warehouse');
  if (!(statesOnFloor as readonly string[]).includes(plate.state) || !plate.location_id || plate.parent)
    throw new Refusal('LPN_IN_USE', `The license plate ${lpn} cannot be sent anywhere by itself.`, {
      lpn,
      state: plate.state,
    });
  const goods = await goodsOn(tx, plate.id);
  if (!goods)
    throw new Refusal('INSUFFICIENT_STOCK', `There is nothing on the license plate ${lpn}.`, { lpn });
  return { lpn_id: plate.id, location_id: plate.location_id, ...goods };
}

type Goods = Pick<PlateGoods, 'merchant_id' | 'item_id' | 'lot_no' | 'qty'>;

/** Of a plate with nothing on it, and of loose goods, how much alone. */
export type CarriedGoods = Partial<Goods> & Pick<Goods, 'qty'>;

/** What a license plate that was just moved, and is locked by that, carries. */
export async function carriedOnPlate(tx: TenantTransaction, id: string): Promise<CarriedGoods> {
  return (await goodsOn(tx, id)) ?? { qty: '0' };
}

async function goodsOn(tx: TenantTransaction, plateId: string): Promise<Goods | undefined> {
  const stock = await rows<{ merchant_id: string; item_id: string; lot_no: string; qty: string }>(
    tx,
    sql`select b.merchant_id, b.item_id, b.lot_no, b.qty
          from lpns p join inventory_balances b on b.organization_id = p.organization_id and b.lpn_id = p.id and b.qty > 0
         where p.organization_id = ${tx.organizationId} and (p.id = ${plateId} or p.parent_lpn_id = ${plateId})`,
  );
  if (stock.length === 0) return undefined;
  const only = <K extends 'merchant_id' | 'item_id' | 'lot_no'>(key: K): string | null =>
    stock.every((one) => one[key] === stock[0]![key]) ? stock[0]![key] : null;
  return {
    merchant_id: only('merchant_id'),
    item_id: only('item_id'),
    lot_no: only('item_id') ? (only('lot_no') ?? '') : '',
    qty: sum(stock.map(({ qty }) => decimal(qty))).toFixed(),
  };
}

/** The number of a license plate by its id. */
export async function lpnOf(tx: TenantTransaction, id: string): Promise<string> {
  const found = await row<{ lpn: string }>(
    tx,
    sql`select lpn from lpns where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found!.lpn;
}

/** A license plate with the cartons on it, and what lies on them. */
export async function carriedGoods(
  tx: TenantTransaction,
  lpn: string,
): Promise<{ plateIds: string[]; lying: Brought[] }> {
  const found = await rows<
    Record<'id' | 'plate_id' | 'lot_no' | 'item_id' | keyof KeptAs, string> &
      AmountsText & { lpn_height_cm: string | null; apart: Apart | null }
  >(
    tx,
    sql`select c.id, p.id as plate_id, b.item_id, b.lot_no, b.qty, b.qty * coalesce(i.weight_kg, 0) as weight_kg,
               b.qty * coalesce(i.volume_cbm, 0) as volume_cbm, i.storage_class, i.temperature_class, ${apartOf} as apart,
               p.height_cm as lpn_height_cm
          from lpns p join lpns c on c.organization_id = p.organization_id and (c.id = p.id or c.parent_lpn_id = p.id)
          join inventory_balances b on b.organization_id = c.organization_id and b.lpn_id = c.id and b.qty > 0
          join items i on i.organization_id = b.organization_id and i.id = b.item_id
         where p.organization_id = ${tx.organizationId} and p.lpn = ${lpn}`,
  );
  const lying = found.map(({ id: _carrier, plate_id, qty, weight_kg, volume_cbm, ...goods }) => ({
    ...goods,
    lpn_id: plate_id,
    qty: decimal(qty),
    weight_kg: decimal(weight_kg),
    volume_cbm: decimal(volume_cbm),
  }));
  return { plateIds: [...new Set(found.map(({ id }) => id))], lying };
}

type AmountsText = Record<'qty' | 'weight_kg' | 'volume_cbm', string>;
