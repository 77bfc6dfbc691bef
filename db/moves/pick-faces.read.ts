/** Pick faces as records, and what they may name. */
import type { Refusal } from '../../domain/refusal.ts';
import { classRefusal, type KeptAs } from '../../domain/inventory/storage-class.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import type { RecordSource } from '../records.read.ts';
import { sql } from '../sql-text.ts';

/** With the words that `q` searches: the place's code and the item's SKU. */
export const pickFaceSource = (columns: readonly string[]): RecordSource => ({
  from: sql`(select f.*, l.code as location, i.sku from pick_faces f
               join locations l on l.organization_id = f.organization_id and l.id = f.location_id
               join items i on i.organization_id = f.organization_id and i.id = f.item_id)`,
  columns,
  searched: ['location', 'sku'],
});

/** The item of a face; undefined when there is none. */
export async function faceItem(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const found = await row<{ item_id: string }>(
    tx,
    sql`select item_id from pick_faces where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  return found?.item_id;
}

/** Whether it is a further unit of the item. */
export async function hasUnit(tx: TenantTransaction, itemId: string, uom: string): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from item_uoms
         where organization_id = ${tx.organizationId} and item_id = ${itemId} and uom = ${uom}`,
  );
  return found !== undefined;
}

/** The further units of items, as `<item>/<unit>`. */
export async function unitsOf(tx: TenantTransaction, itemIds: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ item_id: string; uom: string }>(
    tx,
    sql`select item_id, uom from item_uoms
         where organization_id = ${tx.organizationId} and item_id = any (${[...itemIds]}::uuid[])`,
  );
  return new Set(found.map(({ item_id, uom }) => `${item_id}/${uom}`));
}

interface FaceName {
  location_id: string;
  item_id: string;
}

export const faceName = ({ location_id: at, item_id: of }: FaceName): string => `${at}/${of}`;

/** Why whoever filled them would be refused, by `faceName`; under `capacity_policy: warn` nobody is. */
export async function classRefusals(
  tx: TenantTransaction,
  faces: readonly FaceName[],
): Promise<ReadonlyMap<string, Refusal>> {
  const found = await rows<FaceName & { code: string; type: string; wanted: KeptAs } & KeptAs>(
    tx,
    sql`select l.id as location_id, i.id as item_id, l.code, l.type, l.storage_class, l.temperature_class,
               jsonb_build_object('storage_class', i.storage_class, 'temperature_class', i.temperature_class) as wanted
          from unnest(${faces.map((one) => one.location_id)}::uuid[], ${faces.map((one) => one.item_id)}::uuid[])
                 as k (location_id, item_id)
          join organizations o on o.id = ${tx.organizationId} and o.capacity_policy = 'refuse'
          join locations l on l.organization_id = o.id and l.id = k.location_id
          join items i on i.organization_id = o.id and i.id = k.item_id
           and (i.storage_class, i.temperature_class) <> (l.storage_class, l.temperature_class)`,
  );
  return new Map(
    found.flatMap(({ wanted, ...face }) => {
      const refusal = classRefusal({ ...face, id: face.location_id }, [wanted]);
      return refusal ? [[faceName(face), refusal]] : [];
    }),
  );
}

/** The faces at these locations, by `faceName`. */
export async function facesAt(
  tx: TenantTransaction,
  locationIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<FaceName & { id: string }>(
    tx,
    sql`select id, location_id, item_id from pick_faces
         where organization_id = ${tx.organizationId} and location_id = any (${[...locationIds]}::uuid[])`,
  );
  return new Map(found.map((face) => [faceName(face), face.id]));
}

/** Those of the ids that are locations of the warehouse. */
export async function locationsOf(
  tx: TenantTransaction,
  warehouseId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from locations where organization_id = ${tx.organizationId} and warehouse_id = ${warehouseId}
           and id = any (${[...ids]}::uuid[])`,
  );
  return found.map(({ id }) => id);
}
