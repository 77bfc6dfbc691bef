/** Reads what a pack plan is made of: what a shipment holds and has not packed, how its items are packed, and cartons. */
import type { CartonFacts, PackedAs, PackLine, PackPlan } from '../../domain/picking/pack-plan.ts';
import { numberedFor } from '../../domain/picking/planned-numbers.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { apartOf } from '../inventory/stock-references.read.ts';
import { usedSsccs } from '../shipping/cartons.read.ts';
import { sql, type SqlText } from '../sql-text.ts';

/** Goods (item_id, lot_no, qty), each with its base unit and what ships as it is. */
function packLines(tx: TenantTransaction, goods: SqlText): Promise<(PackLine & { merchant_id: string })[]> {
  const facts = sql`'uom', p.uom, 'factor', p.factor::text, 'length_cm', p.length_cm::text, 'width_cm', p.width_cm::text,
    'height_cm', p.height_cm::text, 'must_stand', p.must_stand, 'max_stack', p.max_stack, 'is_shippable', p.is_shippable`;
  return rows<PackLine & { merchant_id: string; packagings: PackedAs[] }>(
    tx,
    sql`select o.item_id, i.sku, i.merchant_id, o.lot_no, o.qty, ${apartOf} as apart,
               jsonb_build_array(coalesce(
                 (select jsonb_build_object(${facts}, 'weight_kg', coalesce(p.weight_kg, i.weight_kg)::text)
                    from item_packagings p
                   where p.organization_id = i.organization_id and p.item_id = i.id and p.level = 'each'),
                 jsonb_build_object('uom', i.uom, 'factor', '1', 'length_cm', null, 'width_cm', null, 'height_cm', null,
                   'must_stand', false, 'max_stack', null, 'is_shippable', false, 'weight_kg', i.weight_kg::text)))
               || coalesce(
                 (select jsonb_agg(jsonb_build_object(${facts}, 'weight_kg', p.weight_kg::text) order by p.factor desc)
                    from item_packagings p
                   where p.organization_id = i.organization_id and p.item_id = i.id and p.is_shippable
                     and p.level in ('inner', 'case')), '[]') as packagings
          from (${goods}) o
          join items i on i.organization_id = ${tx.organizationId} and i.id = o.item_id
         order by i.sku, o.item_id, o.lot_no`,
  );
}

/** By item and lot: allocated and picked, less what is in cartons; what has left in part left in those. */
export function unpackedLines(tx: TenantTransaction, shipmentId: string): Promise<PackLine[]> {
  return packLines(
    tx,
    sql`select item_id, lot_no, least(sum(held), sum(allocated) - sum(packed)) as qty from (
                  select item_id, lot_no, qty as allocated, case status when 'shipped' then 0 else qty end as held,
                         0::numeric as packed
                    from allocations
                   where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId} and status <> 'released'
                  union all
                  select l.item_id, l.lot_no, 0, 0, l.qty from cartons c
                    join carton_lines l on l.organization_id = c.organization_id and l.carton_id = c.id
                   where c.organization_id = ${tx.organizationId} and c.shipment_id = ${shipmentId}
                     and c.voided_at is null) both_sides
                 group by item_id, lot_no having least(sum(held), sum(allocated) - sum(packed)) > 0`,
  );
}

/** Goods that somebody names, with whose they are. */
export function namedLines(
  tx: TenantTransaction,
  lines: readonly { item_id: string; qty: number }[],
): Promise<(PackLine & { merchant_id: string })[]> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (item_id uuid, qty numeric)`;
  return packLines(tx, sql`select item_id, '' as lot_no, sum(qty) as qty from ${given} group by item_id`);
}

/** So many types are tried; somebody who has more names those to try. */
const cartonTypesMax = 100;

/** The cartons for a merchant's goods: those named, else all in use. */
export function cartonTypesFor(
  tx: TenantTransaction,
  merchantId: string,
  ids: readonly string[] | undefined,
): Promise<CartonFacts[]> {
  const named = ids === undefined ? sql`is_active` : sql`id = any (${[...ids]}::uuid[])`;
  return rows<CartonFacts>(
    tx,
    sql`select id, code, inner_length_cm, inner_width_cm, inner_height_cm, outer_length_cm, outer_width_cm,
               outer_height_cm, tare_kg, max_weight_kg, cost
          from carton_types
         where organization_id = ${tx.organizationId} and ${named}
           and (merchant_id is null or merchant_id = ${merchantId})
         order by code limit ${cartonTypesMax}`,
  );
}

export interface StoredPlan {
  plan: PackPlan;
  made_by: string;
  made_at: Date;
}

export async function findPackPlan(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<StoredPlan | undefined> {
  return (await findPackPlans(tx, [shipmentId])).get(shipmentId);
}

/** The plans of these shipments, by shipment. */
export async function findPackPlans(
  tx: TenantTransaction,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPlan>> {
  const found = await rows<StoredPlan & { shipment_id: string }>(
    tx,
    sql`select shipment_id, plan, made_by, made_at from pack_plans
         where organization_id = ${tx.organizationId} and shipment_id = any (${[...shipmentIds]}::uuid[])`,
  );
  return new Map(
    found.map(({ shipment_id: id, ...stored }) => [id, { ...stored, plan: numbered(stored.plan) }]),
  );
}

/** Plans of before cartons had their numbers with them have none; nor do old ones say how they were found. */
const numbered = ({ cartons, method, ...plan }: PackPlan): PackPlan => ({
  ...plan,
  method: method ?? null,
  cartons: cartons.map((one) => ({ ...one, sscc: one.sscc ?? null })),
});

/** The numbers of the planned cartons that such goods of a shipment go into and that are not packed yet. */
export async function ssccsFor(
  tx: TenantTransaction,
  { shipment_id: id, ...goods }: { shipment_id: string; item_id: string; lot_no: string },
): Promise<string[]> {
  const kept = await findPackPlan(tx, id);
  const planned = numberedFor(kept?.plan.cartons ?? [], goods);
  if (planned.length === 0) return [];
  const used = await usedSsccs(tx, id);
  return planned.flatMap(({ sscc }) => (used.has(sscc) ? [] : [sscc]));
}

/** Which cartons of the plan are packed, by their number in it. */
export async function packedOfPlan(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<ReadonlyMap<number, string>> {
  const found = await rows<{ id: string; planned_carton: number }>(
    tx,
    sql`select id, planned_carton from cartons
         where organization_id = ${tx.organizationId} and shipment_id = ${shipmentId}
           and planned_carton is not null and voided_at is null`,
  );
  return new Map(found.map(({ id, planned_carton: no }) => [no, id]));
}
