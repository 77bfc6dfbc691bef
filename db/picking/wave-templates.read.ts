/** Wave templates, and the shipments that wait for their waves. */
import type { PickMethod } from '../../domain/picking/pick-job-states.ts';
import type { ReleaseRule, WaitingShipment, WaveLimits } from '../../domain/picking/wave-plan.ts';
import { customerKinds } from '../../domain/shipping/shipment-kinds.ts';
import { row, rows, type Database, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { isOneOf } from '../state-columns.ts';
import { unpickableBecause } from './unpickable.ts';

export interface WaveTemplate extends WaveLimits {
  id: string;
  name: string;
  warehouse_id: string;
  ship_mode: string;
  priority: number;
  conditions: {
    merchant_ids?: string[];
    carrier_codes?: string[];
    zones?: string[];
    min_lines?: number;
    max_lines?: number;
  };
  method: PickMethod;
  positions: number;
  cutoff: string | null;
  release: ReleaseRule;
}

const columns = sql`t.id, t.name, t.warehouse_id, t.ship_mode, t.priority, t.conditions, t.max_orders, t.max_lines, t.max_cbm, t.max_kg,
  t.method, t.positions, t.cutoff, t.release`;

/** The active templates of a warehouse, or these of them, in the order they are planned. */
export function templatesOf(
  tx: TenantTransaction,
  warehouseId: string,
  ids: readonly string[] | null,
): Promise<WaveTemplate[]> {
  return rows<WaveTemplate>(
    tx,
    sql`select ${columns} from wave_templates t
         where t.organization_id = ${tx.organizationId} and t.warehouse_id = ${warehouseId} and t.is_active
           and (${ids === null} or t.id = any (${[...(ids ?? [])]}::uuid[]))
         order by t.priority, t.name, t.id`,
  );
}

export function findTemplate(tx: TenantTransaction, id: string): Promise<WaveTemplate | undefined> {
  return row<WaveTemplate>(
    tx,
    sql`select ${columns} from wave_templates t where t.organization_id = ${tx.organizationId} and t.id = ${id}`,
  );
}

/** Whether the cartons of a wave are planned as it is released. */
export async function isCartonized(tx: TenantTransaction, waveId: string): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from waves w
          join wave_templates t on t.organization_id = w.organization_id and t.id = w.template_id and t.cartonize_at_release
         where w.organization_id = ${tx.organizationId} and w.id = ${waveId}`,
  );
  return found !== undefined;
}

/** How many shipments one plan puts into a template's waves. */
export const waitingMax = 2000;

export interface WaitingForWave extends WaitingShipment {
  merchant_id: string;
}

/**
 * What waits for a template's waves, oldest first, at most 2,000: at commit, in no wave but the one that collects whatever
 * comes, and nothing that a release would leave out again. `among`: only of these, which are locked. A cutoff that has
 * passed today keeps out what was committed after it.
 */
export function waitingForWave(
  tx: TenantTransaction,
  { warehouse_id, ship_mode, cutoff, conditions }: WaveTemplate,
  { among, except }: { among?: readonly string[]; except: readonly string[] },
): Promise<WaitingForWave[]> {
  const { merchant_ids, carrier_codes, zones, min_lines = 1, max_lines = 1e9 } = conditions;
  return rows<WaitingForWave>(
    tx,
    sql`select s.id, s.merchant_id, count(l.id)::integer as lines, coalesce(sum(l.qty * i.volume_cbm), 0)::text as cbm,
               coalesce(sum(l.qty * i.weight_kg), 0)::text as kg
          from wms_shipments s
          join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
          join wms_shipment_lines l on l.organization_id = s.organization_id and l.shipment_id = s.id and l.qty > 0
          join items i on i.organization_id = l.organization_id and i.id = l.item_id
         where s.organization_id = ${tx.organizationId} and s.warehouse_id = ${warehouse_id}
           and s.ship_mode = ${ship_mode} and s.status = 'commit' and ${isOneOf('s.kind', customerKinds)}
           and (${among === undefined} or s.id = any (${[...(among ?? [])]}::uuid[]))
           and s.id <> all (${[...except]}::uuid[])
           and (${merchant_ids === undefined} or s.merchant_id = any (${merchant_ids ?? []}::uuid[]))
           and (${carrier_codes === undefined} or s.carrier_code = any (${carrier_codes ?? []}::text[]))
           and (${cutoff}::text is null or (now() at time zone w.time_zone)::time < ${cutoff}::time
             or s.created_at <= ((now() at time zone w.time_zone)::date + ${cutoff}::time) at time zone w.time_zone)
           and not exists (
             select 1 from wave_shipments x join waves v on v.organization_id = x.organization_id and v.id = x.wave_id
              where x.organization_id = s.organization_id and x.shipment_id = s.id and x.is_active
                and (v.is_manual or v.status <> 'open'))
           and ${unpickableBecause(tx)} is null
           and (${zones === undefined} or not exists (
             select 1 from allocations a join locations p on p.organization_id = a.organization_id and p.id = a.location_id
              where a.organization_id = s.organization_id and a.shipment_id = s.id and a.status = 'open'
                and p.zone <> all (${zones ?? []}::text[])))
         group by s.id, s.merchant_id, s.created_at
        having count(l.id) between ${min_lines} and ${max_lines}
         order by s.created_at, s.id limit ${waitingMax}`,
  );
}

/** Warehouses with a template that releases by itself, of every organization. */
export function warehousesToPlan({
  system,
}: Database): Promise<{ organization_id: string; warehouse_id: string }[]> {
  return rows(
    system,
    sql`select distinct organization_id, warehouse_id from wave_templates
         where is_active and release <> 'manual' order by organization_id, warehouse_id`,
  );
}
