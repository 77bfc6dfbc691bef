/** Reads of waves. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type { ExclusionReason, WaveStatus } from '../../domain/picking/wave-states.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { orderOf, readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

export interface WaveRow {
  id: string;
  wave_no: string;
  warehouse_id: string;
  warehouse_code: string;
  ship_mode: ShipMode;
  cutoff: Date | null;
  is_manual: boolean;
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

function columns(tx: TenantTransaction) {
  const of = 'x.organization_id = w.organization_id and x.wave_id = w.id';
  return [
    'w.id',
    'w.wave_no',
    'w.warehouse_id',
    'h.code as warehouse_code',
    'w.ship_mode',
    'w.cutoff',
    'w.is_manual',
    'w.status',
    'w.created_at',
    'w.updated_at',
    'w.released_at',
    'w.picking_at',
    'w.completed_at',
    'w.cancelled_at',
    tx.raw(
      `(select count(*) from wave_shipments x where ${of} and x.excluded_reason is null)::integer as shipment_count`,
    ),
    tx.raw(`(select count(*) from pick_tasks x where ${of})::integer as pick_task_count`),
    tx.raw(
      `(select count(*) from pick_tasks x where ${of} and x.status in ('open', 'assigned', 'in_progress'))::integer
        as pick_tasks_left`,
    ),
  ];
}

// Waves are the operator's; a merchant's token sees those its own shipments are or were in (wave_shipments shows it no others).
const ownOnly = `(nullif(current_setting('app.merchant_id', true), '') is null or exists (
  select 1 from wave_shipments x where x.organization_id = w.organization_id and x.wave_id = w.id))`;

function waves(tx: TenantTransaction, organizationId: string) {
  return tx('waves as w')
    .join('warehouses as h', (on) =>
      on.on('h.organization_id', 'w.organization_id').andOn('h.id', 'w.warehouse_id'),
    )
    .where('w.organization_id', organizationId)
    .whereRaw(ownOnly);
}

export const waveSorts = { created_at: 'w.created_at', updated_at: 'w.updated_at', wave_no: 'w.wave_no' };

export function listWaves(
  tx: TenantTransaction,
  organizationId: string,
  filters: { status?: string; warehouse_id?: string; ship_mode?: string },
  page: PageQuery,
): Promise<{ rows: WaveRow[]; total: number }> {
  const query = waves(tx, organizationId);
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) void query.where(`w.${name}`, value);
  }
  return readPage<WaveRow>(query, columns(tx), orderOf(waveSorts, 'w.id', page.sort), page);
}

export function findWave(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<WaveRow | undefined> {
  return waves(tx, organizationId)
    .where('w.id', id)
    .first(columns(tx) as never) as unknown as Promise<WaveRow | undefined>;
}

export interface WaveShipmentRow {
  shipment_id: string;
  shipment_no: string;
  status: ShipmentStatus;
  excluded_reason: ExclusionReason | null;
}

/** The shipments a wave has or had, those left out at its release among them; at most 5,000. */
export function listWaveShipments(
  tx: TenantTransaction,
  organizationId: string,
  waveId: string,
): Promise<WaveShipmentRow[]> {
  return rows<WaveShipmentRow>(
    tx,
    sql`select x.shipment_id, s.shipment_no, s.status, x.excluded_reason
       from wave_shipments x
       join wms_shipments s on s.organization_id = x.organization_id and s.id = x.shipment_id
      where x.organization_id = ${organizationId} and x.wave_id = ${waveId} order by s.shipment_no limit 5000`,
  );
}
