/** Goods that wait to be put away, with what rules and places ask of them. */
import { decimal } from '../../../domain/decimal.ts';
import { groupBy } from '../../../domain/group-by.ts';
import type { Velocity } from '../../../domain/inventory/location-types.ts';
import type { MovableStatus } from '../../../domain/moves/move-kinds.ts';
import type { PutawayGoods } from '../../../domain/moves/putaway.ts';
import type { Apart } from '../../../domain/inventory/hazard-segregation.ts';
import type { Lying } from '../../../domain/inventory/room.ts';
import type { KeptAs } from '../../../domain/inventory/storage-class.ts';
import { row, rows, type TenantTransaction } from '../../database.ts';
import { apartOf } from '../../inventory/stock-references.read.ts';
import { sql } from '../../sql-text.ts';

/** What is asked for: loose units, or the plate they lie on, which goes whole. */
export interface AskedGoods {
  item_id: string;
  location_id: string;
  lot_no: string;
  status: string;
  qty: string;
  /** The license plate's number; null for loose units. */
  pallet_lpn: string | null;
  receipt_id: string | null;
  /** Null: that of the receipt. */
  source_type: string | null;
}

interface ItemFacts extends KeptAs {
  id: string;
  merchant_id: string;
  sku: string;
  weight_kg: string | null;
  volume_cbm: string | null;
  item_class: string;
  velocity: Velocity | null;
  hazard_class: string | null;
  apart: Apart | null;
}

interface OnPlate extends ItemFacts {
  plate_id: string;
  lpn: string;
  height_cm: string | null;
  /** The number asked for: the plate's own, or that of a carton on it. */
  asked: string;
  location_id: string;
  lot_no: string;
  status: string;
  qty: string;
}

interface PlaceFacts {
  id: string;
  code: string;
  warehouse_id: string;
  x_m: string | null;
  y_m: string | null;
}

const itemColumns = sql`i.merchant_id, i.sku, i.weight_kg, i.volume_cbm, i.item_class, i.storage_class,
  i.temperature_class, i.velocity, i.hazard->>'class' as hazard_class, ${apartOf} as apart`;

/** Describes goods; those on one plate become one. Goods on a plate that stands nowhere are left out. */
export async function describeGoods(
  tx: TenantTransaction,
  asked: readonly AskedGoods[],
): Promise<PutawayGoods[]> {
  const loose = asked.filter(({ pallet_lpn: lpn }) => lpn === null);
  const numbers = [...new Set(asked.flatMap(({ pallet_lpn: lpn }) => lpn ?? []))];
  const placeIds = [...new Set(asked.map(({ location_id: id }) => id))];
  const [items, places, plates, sourceOf] = await Promise.all([
    loose.length === 0
      ? []
      : rows<ItemFacts>(
          tx,
          sql`select i.id, ${itemColumns} from items i
               where i.organization_id = ${tx.organizationId}
                 and i.id = any (${[...new Set(loose.map(({ item_id: id }) => id))]}::uuid[])`,
        ),
    rows<PlaceFacts>(
      tx,
      sql`select id, code, warehouse_id, x_m, y_m from locations
           where organization_id = ${tx.organizationId} and id = any (${placeIds}::uuid[])`,
    ),
    numbers.length === 0 ? [] : onPlates(tx, numbers),
    sourcesOf(tx, asked),
  ]);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const plateOf = groupBy(plates, ({ plate_id: id }) => id);
  const known = (one: AskedGoods): AskedGoods => ({
    ...one,
    source_type: one.source_type ?? sourceOf.get(one.receipt_id) ?? null,
  });
  const askedFor = (plate: readonly OnPlate[]): AskedGoods | undefined =>
    asked.find(({ pallet_lpn: lpn }) => plate.some((one) => one.asked === lpn));
  return [
    ...loose.map((one) => looseGoods(known(one), itemOf.get(one.item_id)!, placeOf.get(one.location_id)!)),
    ...[...plateOf.values()].flatMap((plate) => {
      const one = askedFor(plate)!;
      const place = placeOf.get(plate[0]!.location_id);
      return place ? [plateGoods(known(one), plate, place)] : [];
    }),
  ];
}

/** What the rule of a move asked of where its goods came from: of goods without a receipt nothing else keeps it. */
export async function sourceByRule(tx: TenantTransaction, moveId: string): Promise<string | null> {
  const found = await row<{ source_type: string | null }>(
    tx,
    sql`select r.applies_to ->> 'source_type' as source_type
          from planned_moves m
          join putaway_rules r on r.organization_id = m.organization_id and r.id = m.rule_id
         where m.organization_id = ${tx.organizationId} and m.id = ${moveId}`,
  );
  return found?.source_type ?? null;
}

/** By the receipt, of goods of which nobody said it. */
async function sourcesOf(
  tx: TenantTransaction,
  asked: readonly AskedGoods[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = asked.flatMap((one) => (one.source_type === null && one.receipt_id) || []);
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: string; source_type: string }>(
    tx,
    sql`select id, source_type from inbound_receipts
         where organization_id = ${tx.organizationId} and id = any (${[...new Set(ids)]}::uuid[])`,
  );
  return new Map(found.map((one) => [one.id, one.source_type]));
}

/**
 * What lies on plates and on the cartons on them. Each step asks by the ids of the one before: joined, a floor of many
 * plates is read whole.
 */
function onPlates(tx: TenantTransaction, numbers: readonly string[]): Promise<OnPlate[]> {
  const own = sql`organization_id = ${tx.organizationId}`;
  return rows<OnPlate>(
    tx,
    sql`with asked as materialized (
          select coalesce(parent_lpn_id, id) as plate_id, min(lpn) as asked from lpns
           where ${own} and lpn = any (${[...numbers]}::text[]) group by 1
        ), carriers as materialized (
          select id, id as plate_id from lpns where ${own} and id = any (array(select plate_id from asked))
          union all
          select id, parent_lpn_id from lpns where ${own} and parent_lpn_id = any (array(select plate_id from asked))
        )
        select i.id, ${itemColumns}, p.id as plate_id, p.lpn, p.height_cm, a.asked, p.location_id, b.lot_no, b.status, b.qty
          from asked a
          join lpns p on p.organization_id = ${tx.organizationId} and p.id = a.plate_id
          join carriers c on c.plate_id = a.plate_id
          join inventory_balances b on b.organization_id = ${tx.organizationId} and b.lpn_id = any (array(select id from carriers))
           and b.lpn_id = c.id and b.qty > 0
          join items i on i.organization_id = b.organization_id and i.id = b.item_id
         order by p.lpn, i.sku, b.lot_no`,
  );
}

function lying(item: ItemFacts, lotNo: string, qty: string, plateId: string | null): Lying {
  const amount = decimal(qty);
  return {
    item_id: item.id,
    lot_no: lotNo,
    qty: amount,
    weight_kg: amount.times(decimal(item.weight_kg ?? '0')),
    volume_cbm: amount.times(decimal(item.volume_cbm ?? '0')),
    lpn_id: plateId,
    apart: item.apart,
  };
}

const placed = ({ id, code, warehouse_id, x_m, y_m }: PlaceFacts) => ({
  warehouse_id,
  from_location_id: id,
  from_location: code,
  x_m,
  y_m,
});

function looseGoods(asked: AskedGoods, item: ItemFacts, place: PlaceFacts): PutawayGoods {
  const { lot_no, receipt_id, source_type } = asked;
  const { merchant_id, sku, item_class, storage_class, temperature_class, velocity, hazard_class } = item;
  return {
    ...placed(place),
    merchant_id,
    item_id: item.id,
    sku,
    lot_no,
    lpn_id: null,
    pallet_lpn: null,
    stock_status: asked.status as MovableStatus,
    item_class,
    storage_class,
    temperature_class,
    temperature_classes: [temperature_class],
    velocity,
    hazard_class,
    source_type,
    receipt_id,
    goods: [lying(item, lot_no, asked.qty, null)],
  };
}

function plateGoods(
  { receipt_id, source_type }: AskedGoods,
  plate: readonly OnPlate[],
  place: PlaceFacts,
): PutawayGoods {
  const [first] = plate;
  const only = <K extends 'merchant_id' | 'id' | 'lot_no' | 'item_class' | 'velocity' | 'hazard_class'>(
    key: K,
  ): OnPlate[K] | null => (plate.every((one) => one[key] === first![key]) ? first![key] : null);
  return {
    ...placed(place),
    merchant_id: only('merchant_id'),
    item_id: only('id'),
    sku: only('id') === null ? null : first!.sku,
    lot_no: only('id') === null ? '' : (only('lot_no') ?? ''),
    lpn_id: first!.plate_id,
    pallet_lpn: first!.lpn,
    stock_status: 'available',
    item_class: only('item_class') ?? '',
    // One that keeps goods of several classes has none of its own: it goes where its first item would.
    storage_class: first!.storage_class,
    temperature_class: first!.temperature_class,
    temperature_classes: [...new Set(plate.map((one) => one.temperature_class))].sort(),
    velocity: only('velocity'),
    hazard_class: only('hazard_class'),
    source_type,
    receipt_id,
    goods: plate.map((one) => ({
      ...lying(one, one.lot_no, one.qty, first!.plate_id),
      lpn_height_cm: first!.height_cm,
    })),
  };
}
