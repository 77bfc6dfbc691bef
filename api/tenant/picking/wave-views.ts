/** How waves and pick tasks are shown. */
import { findPickTask, type PickTaskRow } from '../../../db/picking/pick-tasks.read.ts';
import { findWave, listWaveShipments } from '../../../db/picking/waves.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { pickTaskStatuses } from '../../../domain/picking/pick-task-states.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { exclusionReasons, waveStatuses } from '../../../domain/picking/wave-states.ts';
import {
  choice,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  qty,
  uuid,
} from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing, oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const amount = () => integer({ min: 0, max: 1e9 });

const waveFields = {
  id: uuid(),
  wave_no: freeText(),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  ship_mode: choice(...shipModes),
  cutoff: nullable(instant()),
  is_manual: flag(),
  status: choice(...waveStatuses),
  created_at: instant(),
  updated_at: instant(),
  released_at: nullable(instant()),
  picking_at: nullable(instant()),
  completed_at: nullable(instant()),
  cancelled_at: nullable(instant()),
  shipment_count: amount(),
  pick_task_count: amount(),
  pick_tasks_left: amount(),
};

export const waveSummaryView = object(waveFields);

export const waveView = object({
  ...waveFields,
  shipments: listOf(
    object({ shipment_id: uuid(), shipment_no: freeText(), status: choice(...shipmentStatuses) }),
  ),
  excluded: listOf(
    object({ shipment_id: uuid(), shipment_no: freeText(), reason: choice(...exclusionReasons) }),
  ),
});

/** A wave with its shipments and those its release left out. Refuses 404. */
export async function waveDetail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('wave', await findWave(tx, organizationId, id));
  const members = await listWaveShipments(tx, organizationId, id);
  return present(waveView, {
    ...found,
    shipments: members
      .filter(({ excluded_reason: reason }) => reason === null)
      .map(({ shipment_id, shipment_no, status }) => ({ shipment_id, shipment_no, status })),
    excluded: members
      .filter(({ excluded_reason: reason }) => reason !== null)
      .map(({ shipment_id, shipment_no, excluded_reason: reason }) => ({
        shipment_id,
        shipment_no,
        reason: reason!,
      })),
  });
}

export const pickTaskView = object({
  id: uuid(),
  status: choice(...pickTaskStatuses),
  wave_id: uuid(),
  wave_no: freeText(),
  shipment_id: uuid(),
  shipment_no: freeText(),
  merchant_id: uuid(),
  warehouse_id: uuid(),
  zone: freeText(),
  pick_sequence: integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  location_id: uuid(),
  location: freeText(),
  item_id: uuid(),
  sku: freeText(),
  item_name: freeText(),
  lot_no: nullable(freeText()),
  lpn_id: nullable(uuid()),
  lpn: nullable(freeText()),
  qty: qty(),
  picked_qty: nullable(qty()),
  assignee_id: nullable(uuid()),
  assignee: nullable(freeText()),
  count_task_id: nullable(uuid()),
  created_at: instant(),
  assigned_at: nullable(instant()),
  started_at: nullable(instant()),
  finished_at: nullable(instant()),
});

export const showPickTask = (row: PickTaskRow) =>
  present(pickTaskView, { ...row, lot_no: row.lot_no || null });

/** One pick task. Refuses 404. */
export const pickTaskDetail = oneOf('pick task', findPickTask, showPickTask);
