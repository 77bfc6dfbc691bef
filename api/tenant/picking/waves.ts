/** Waves: the whole surface. */
import { listWaves } from '../../../db/picking/waves.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { waveStatuses } from '../../../domain/picking/wave-states.ts';
import { choice, described, uuid } from '../../../queues/schema.ts';
import { waveCommands } from '../../../queues/picking/waves.ts';
import { actions, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';
import { waveDetail, waveSummaryView, waveView } from './wave-views.ts';

const path = '/api/wms/waves';
const view = ['wms.outbound.view', 'wms.picking.view'] as const;
const permission = 'wms.picking.work';

export const waveEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Waves, newest first',
    permission: view,
    query: pagedQuery({
      status: choice(...waveStatuses),
      warehouse_id: uuid(),
      ship_mode: choice(...shipModes),
      template_id: described(uuid(), 'The template that planned them.'),
    }),
    returns: waveSummaryView,
    run: filteredPageOf(listWaves, shownAs(waveSummaryView)),
  }),
  create({
    path,
    summary: 'Open a wave, of chosen shipments or of those waiting for its warehouse, ship mode and cutoff',
    description:
      'If there is an open wave with that warehouse, ship mode and cutoff, it is returned with meta.existing true and status 200.',
    permission,
    command: waveCommands.openWave,
    respondWith: (call, result) => waveDetail(call, result),
    responseMeta: ({ existing }) => (existing ? { status: 200, meta: { existing: true } } : {}),
    returns: waveView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One wave with its shipments and those its release left out',
    permission: view,
    returns: waveView,
    run: byId(waveDetail),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Add or remove shipments, release or cancel a wave',
    description:
      'A release leaves out shipments that cannot be picked, each with its reason, and never fails because of them.',
    permission,
    pathToInput: { id: 'wave_id' },
    actions: {
      add_shipments: { command: waveCommands.addWaveShipments, permission },
      remove_shipments: { command: waveCommands.removeWaveShipments, permission },
      release: { command: waveCommands.releaseWave, permission },
      cancel: { command: waveCommands.cancelWave, permission },
    },
    respondWith: waveDetail,
    returns: waveView,
  }),
];
