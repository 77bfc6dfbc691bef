/** v1: waves. */
import { findWave, listWaveShipments, listWaves, waveSorts } from '../../../db/picking/waves.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { exclusionReasons, waveStatuses } from '../../../domain/picking/wave-states.ts';
import * as s from '../../../queues/schema.ts';
import { waveCommands } from '../../../queues/picking/waves.ts';
import { command, create, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const path = '/v1/wms/waves';
const permission = 'wms.picking.work';
const amount = () => s.integer({ min: 0, max: 1e9 });

const fields = {
  id: s.uuid(),
  wave_no: s.freeText(),
  status: s.choice(...waveStatuses),
  warehouse_id: s.uuid(),
  warehouse_code: s.freeText(),
  ship_mode: s.choice(...shipModes),
  cutoff: s.nullable(s.instant()),
  shipment_count: amount(),
  pick_task_count: amount(),
  pick_tasks_left: amount(),
  created_at: s.instant(),
  updated_at: s.instant(),
  released_at: s.nullable(s.instant()),
  completed_at: s.nullable(s.instant()),
  cancelled_at: s.nullable(s.instant()),
};

const rowView = s.object(fields);
const waveView = s.object({
  ...fields,
  shipments: s.listOf(
    s.object({ id: s.uuid(), shipment_no: s.freeText(), status: s.choice(...shipmentStatuses) }),
  ),
  excluded: s.listOf(
    s.object({ id: s.uuid(), shipment_no: s.freeText(), reason: s.choice(...exclusionReasons) }),
  ),
});

async function detail({ tx }: Call, { id }: { id: string }) {
  const found = existing('wave', await findWave(tx, id));
  const members = await listWaveShipments(tx, id);
  return present(waveView, {
    ...found,
    shipments: members
      .filter(({ excluded_reason: reason }) => reason === null)
      .map(({ shipment_id, shipment_no, status }) => ({ id: shipment_id, shipment_no, status })),
    excluded: members
      .filter(({ excluded_reason: reason }) => reason !== null)
      .map(({ shipment_id, shipment_no, excluded_reason: reason }) => ({
        id: shipment_id,
        shipment_no,
        reason: reason!,
      })),
  });
}

const openBody = s.object({
  warehouse_id: idOrCode(),
  ship_mode: s.optional(s.choice(...shipModes), 'Default parcel.'),
  shipment_ids: s.optional(
    s.list(s.uuid(), { min: 1, max: 500 }),
    'A wave of only these. By default the open wave of the warehouse, ship mode and cutoff, with what is waiting.',
  ),
  cutoff: s.optional(s.instant(), 'Shipments committed after this moment go to a later wave.'),
});

export const waveEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Waves, newest first',
    permission: ['wms.outbound.view', 'wms.picking.view'],
    query: v1Query(
      { status: s.choice(...waveStatuses), warehouse_id: idOrCode(), ship_mode: s.choice(...shipModes) },
      Object.keys(waveSorts),
    ),
    returns: rowView,
    run: (call) => listed(call, listWaves, shownAs(rowView)),
  }),
  create({
    path,
    summary: 'Open a wave, of chosen shipments or of those waiting',
    description:
      'If a wave is already open for that warehouse, ship mode and cutoff, it is returned with 200 instead of 201.',
    permission,
    command: waveCommands.openWave,
    body: openBody,
    input: async (call: Call, body: s.Infer<typeof openBody>) => ({
      ship_mode: 'parcel' as const,
      ...(await withIds(call, body)),
    }),
    respondWith: (call, result) => detail(call, result),
    responseMeta: ({ existing }) => (existing ? { status: 200 } : {}),
    returns: waveView,
  }),
  command({
    path: `${path}/release`,
    summary: 'Release a wave: its pick tasks are created',
    description:
      'Shipments that cannot be picked are left out, each with its reason. Repeating it changes nothing.',
    permission,
    command: waveCommands.releaseWave,
    respondWith: detail,
    returns: waveView,
  }),
];
