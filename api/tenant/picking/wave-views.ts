/** How waves and pick tasks are shown. */
import { findPickTask, type PickTaskRow } from '../../../db/picking/pick-tasks.read.ts';
import { findWave, listWaveShipments } from '../../../db/picking/waves.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { hasPositions, positionCode } from '../../../domain/picking/pick-job-states.ts';
import { pickTaskStatuses } from '../../../domain/picking/pick-task-states.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { exclusionReasons, waveStatuses } from '../../../domain/picking/wave-states.ts';
import * as s from '../../../queues/schema.ts';
import type { Call } from '../../http/endpoint.ts';
import { existing, oneOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';

const amount = () => s.integer({ min: 0, max: 1e9 });

const waveFields = {
  id: s.uuid(),
  wave_no: s.freeText(),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  ship_mode: s.choice(...shipModes),
  cutoff: s.nullable(s.instant()),
  is_manual: s.flag(),
  template_id: s.nullable(s.uuid(), 'The wave template that planned it.'),
  priority: s.integer({ min: 0, max: 1_000_000 }),
  status: s.choice(...waveStatuses),
  created_at: s.instant(),
  updated_at: s.instant(),
  released_at: s.nullable(s.instant()),
  picking_at: s.nullable(s.instant()),
  completed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
  shipment_count: amount(),
  pick_task_count: amount(),
  pick_tasks_left: amount(),
};

export const waveSummaryView = s.object(waveFields);

export const waveView = s.object({
  ...waveFields,
  shipments: s.listOf(
    s.object({ shipment_id: s.uuid(), shipment_no: s.freeText(), status: s.choice(...shipmentStatuses) }),
  ),
  excluded: s.listOf(
    s.object({ shipment_id: s.uuid(), shipment_no: s.freeText(), reason: s.choice(...exclusionReasons) }),
  ),
});

/** A wave with its shipments and those its release left out. Refuses 404. */
export async function waveDetail({ tx }: Call, { id }: { id: string }) {
  const found = existing('wave', await findWave(tx, id));
  const members = await listWaveShipments(tx, id);
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

export const pickTaskView = s.object({
  id: s.uuid(),
  status: s.choice(...pickTaskStatuses),
  wave_id: s.uuid(),
  wave_no: s.freeText(),
  shipment_id: s.uuid(),
  shipment_no: s.freeText(),
  merchant_id: s.uuid(),
  warehouse_id: s.uuid(),
  zone: s.freeText(),
  pick_sequence: s.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  location_id: s.uuid(),
  location: s.freeText(),
  item_id: s.uuid(),
  sku: s.freeText(),
  item_name: s.freeText(),
  lot_no: s.nullable(s.freeText()),
  lpn_id: s.nullable(s.uuid()),
  lpn: s.nullable(s.freeText()),
  qty: s.qty(),
  picked_qty: s.nullable(s.qty()),
  assignee_id: s.nullable(s.uuid()),
  assignee: s.nullable(s.freeText()),
  job_id: s.nullable(s.uuid(), 'The pick job it is picked in.'),
  position: s.nullable(s.text(), 'The code of its position there.'),
  waits_for_move_id: s.nullable(
    s.uuid(),
    'The planned move that brings its goods: until that has ended it is given to nobody.',
  ),
  count_task_id: s.nullable(s.uuid(), 'The count made by a short pick, or by what the picker said is left.'),
  please_count: s.nullable(
    s.object({ location_id: s.uuid() }),
    'The ledger has nothing of the item left there, or little (count_below): confirm again with left_qty.',
  ),
  created_at: s.instant(),
  assigned_at: s.nullable(s.instant()),
  started_at: s.nullable(s.instant()),
  finished_at: s.nullable(s.instant()),
});

/** The code of the position it is put into. */
export function positionOf({ job_method: method, job_no, position, ...holder }: PickTaskRow): string | null {
  if (position === null || method === null || !hasPositions(method)) return null;
  return positionCode({ ...holder, job_no: job_no! }, position);
}

export const showPickTask = (row: PickTaskRow) =>
  present(pickTaskView, {
    ...row,
    lot_no: row.lot_no || null,
    position: positionOf(row),
    please_count: row.please_count ? { location_id: row.please_count } : null,
  });

/** One pick task. Refuses 404. */
export const pickTaskDetail = oneOf('pick task', findPickTask, showPickTask);
