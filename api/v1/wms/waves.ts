/** v1: waves. */
import { findWave, listWaveShipments, listWaves, waveSorts } from '../../../db/picking/waves.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { shipmentStatuses } from '../../../domain/shipping/shipment-states.ts';
import { exclusionReasons, waveStatuses } from '../../../domain/picking/wave-states.ts';
import {
  choice,
  described,
  freeText,
  instant,
  integer,
  list as listField,
  listOf,
  nullable,
  object,
  optional,
  uuid,
  type Infer,
} from '../../../queues/schema.ts';
import { waveCommands } from '../../../queues/picking/waves.ts';
import { command, list, type Call, type Endpoint } from '../../http/endpoint.ts';
import { existing } from '../../http/reads.ts';
import { v1Query } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';
import { idOrCode, listed, withIds } from '../names.ts';

const path = '/v1/wms/waves';
const permission = 'wms.picking.work';
const amount = () => integer({ min: 0, max: 1e9 });

const fields = {
  id: uuid(),
  wave_no: freeText(),
  status: choice(...waveStatuses),
  warehouse_id: uuid(),
  warehouse_code: freeText(),
  ship_mode: choice(...shipModes),
  cutoff: nullable(instant()),
  shipment_count: amount(),
  pick_task_count: amount(),
  pick_tasks_left: amount(),
  created_at: instant(),
  updated_at: instant(),
  released_at: nullable(instant()),
  completed_at: nullable(instant()),
  cancelled_at: nullable(instant()),
};

const rowView = object(fields);
const waveView = object({
  ...fields,
  shipments: listOf(object({ id: uuid(), shipment_no: freeText(), status: choice(...shipmentStatuses) })),
  excluded: listOf(object({ id: uuid(), shipment_no: freeText(), reason: choice(...exclusionReasons) })),
});

async function detail({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('wave', await findWave(tx, organizationId, id));
  const members = await listWaveShipments(tx, organizationId, id);
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

const openBody = object({
  warehouse_id: idOrCode(),
  ship_mode: optional(described(choice(...shipModes), 'Default parcel.')),
  shipment_ids: optional(
    described(
      listField(uuid(), { min: 1, max: 500 }),
      'A wave of only these. By default the open wave of the warehouse, ship mode and cutoff, with what is waiting.',
    ),
  ),
  cutoff: optional(described(instant(), 'Shipments committed after this moment go to a later wave.')),
});

export const waveEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Waves, newest first',
    permission: ['wms.outbound.view', 'wms.picking.view'],
    query: v1Query(
      { status: choice(...waveStatuses), warehouse_id: idOrCode(), ship_mode: choice(...shipModes) },
      Object.keys(waveSorts),
    ),
    returns: rowView,
    run: (call) => listed(call, listWaves, shownAs(rowView)),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Open a wave, of chosen shipments or of those waiting',
    description:
      'If a wave is already open for that warehouse, ship mode and cutoff, it is returned with 200 instead of 201.',
    permission,
    command: waveCommands.openWave,
    body: openBody,
    input: async (call: Call, body: Infer<typeof openBody>) => ({
      ship_mode: 'parcel' as const,
      ...(await withIds(call, body)),
    }),
    respondWith: (call, result) => detail(call, result),
    responseMeta: ({ existing }) => (existing ? { status: 200 } : {}),
    returns: waveView,
    status: 201,
  }),
  command({
    method: 'POST',
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
