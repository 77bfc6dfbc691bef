/** Loads: the whole surface. */
import { listLoads } from '../../../db/shipping/loads.read.ts';
import { shipModes } from '../../../domain/catalog/ship-modes.ts';
import { loadStatuses } from '../../../domain/shipping/load-states.ts';
import { choice, uuid } from '../../../queues/schema.ts';
import { loadCommands } from '../../../queues/shipping/loads.ts';
import { actions, create, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { shownAs } from '../../http/present.ts';
import { loadDetail, loadSummaryView, loadView } from './load-view.ts';

const path = '/api/wms/loads';
const permission = 'wms.outbound.ship';

export const loadEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Loads, newest first',
    permission: 'wms.outbound.view',
    query: pagedQuery({
      status: choice(...loadStatuses),
      warehouse_id: uuid(),
      ship_mode: choice(...shipModes),
    }),
    returns: loadSummaryView,
    run: filteredPageOf(listLoads, shownAs(loadSummaryView)),
  }),
  create({
    path,
    summary: 'Plan a load',
    permission,
    command: loadCommands.createLoad,
    respondWith: loadDetail,
    returns: loadView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One load with its shipments',
    permission: 'wms.outbound.view',
    returns: loadView,
    run: byId(loadDetail),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Change a load, add or remove shipments, load or unload it, ship it or cancel it',
    description:
      'ship: all shipments in one transaction, once, with a bill of lading number, weight and handling units.',
    permission,
    pathToInput: { id: 'load_id' },
    actions: {
      add_shipments: { command: loadCommands.addLoadShipments, permission },
      remove_shipments: { command: loadCommands.removeLoadShipments, permission },
      start_loading: { command: loadCommands.startLoading, permission },
      finish_loading: { command: loadCommands.finishLoading, permission },
      unload: { command: loadCommands.unload, permission },
      ship: { command: loadCommands.shipLoad, permission },
      cancel: { command: loadCommands.cancelLoad, permission },
    },
    edit: { command: loadCommands.editLoad, permission },
    respondWith: loadDetail,
    returns: loadView,
  }),
];
