/** Reads of waves. */
import { isOneOf } from '../state-columns.ts';
import { openTaskStates } from '../../domain/picking/pick-task-states.ts';
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { ExclusionReason, WaveStatus } from '../../domain/picking/wave-states.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface WaveRow {
  id: string;
  wave_no: string;
  warehouse_id: string;
  warehouse_code: string;
  ship_mode: ShipMode;
  cutoff: Date | null;
  is_manual: boolean;
  template_id: string | null;
  priority: number;
  status: WaveStatus;
  created_at: Date;
  updated_at: Date;
  released_at: Date | null;
  picking_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
  shipment_count: number;
  pick_task_count: number;
  pick_tasks_left: number;
}

const ofWave = sql`x.organization_id = w.organization_id and x.wave_id = w.id`;

const columns = sql`w.id, w.wave_no, w.warehouse_id, h.code as warehouse_code, w.ship_mode, w.cutoff, w.is_manual,
  w.template_id, w.priority, w.status,
  w.created_at, w.updated_at, w.released_at, w.picking_at, w.completed_at, w.cancelled_at,
  (select count(*) from wave_shipments x where ${ofWave} and x.excluded_reason is null)::integer as shipment_count,
  (select count(*) from pick_tasks x where ${ofWave})::integer as pick_task_count,
  (select count(*) from pick_tasks x
    where ${ofWave} and ${isOneOf('x.status', openTaskStates)})::integer as pick_tasks_left`;

const from = sql`waves w`;
const joins = sql`join warehouses h on h.organization_id = w.organization_id and h.id = w.warehouse_id`;

// Waves belong to the operator; a merchant's token sees those its own shipments are or were in (wave_shipments shows it
// no others).
const ownOnly = sql`(nullif(current_setting('app.merchant_id', true), '') is null or exists (
  select 1 from wave_shipments x where ${ofWave}))`;

export const waveSorts = { created_at: 'w.created_at', updated_at: 'w.updated_at', wave_no: 'w.wave_no' };

/** Waves, newest first. */
export function listWaves(
  tx: TenantTransaction,
  filters: { status?: string; warehouse_id?: string; ship_mode?: string; template_id?: string },
  page: PageQuery,
): Promise<PageOf<WaveRow>> {
  const where = every([sql`w.organization_id = ${tx.organizationId}`, ownOnly, ...equalTo('w', filters)]);
  const list = { columns, from, joins, where, sorts: waveSorts, id: 'w.id', usual: '-created_at' };
  return readPage<WaveRow>(tx, list, page);
}

export function findWave(tx: TenantTransaction, id: string): Promise<WaveRow | undefined> {
  return row<WaveRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where w.organization_id = ${tx.organizationId} and ${ownOnly} and w.id = ${id}`,
  );
}

export interface WaveShipmentRow {
  shipment_id: string;
  shipment_no: string;
  status: ShipmentStatus;
  excluded_reason: ExclusionReason | null;
}

/** The shipments that are or were in a wave, including those left out at its release; at most 5,000. */
export function listWaveShipments(tx: TenantTransaction, waveId: string): Promise<WaveShipmentRow[]> {
  return rows<WaveShipmentRow>(
    tx,
    sql`select x.shipment_id, s.shipment_no, s.status, x.excluded_reason
       from wave_shipments x
       join wms_shipments s on s.organization_id = x.organization_id and s.id = x.shipment_id
      where x.organization_id = ${tx.organizationId} and x.wave_id = ${waveId} order by s.shipment_no limit 5000`,
  );
}
