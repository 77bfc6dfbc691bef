/** Pick tasks: claim, start, confirm, short. */
import { listPickTasks } from '../../../db/picking/pick-tasks.read.ts';
import { pickTaskStatuses } from '../../../domain/picking/pick-task-states.ts';
import { choice, text, uuid } from '../../../queues/schema.ts';
import { pickingCommands } from '../../../queues/picking/picking.ts';
import { actions, command, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, shownPage } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { pickTaskDetail, pickTaskView, showPickTask } from './wave-views.ts';

const path = '/api/wms/pick-tasks';
const view = ['wms.picking.view', 'wms.outbound.view'] as const;
const permission = 'wms.picking.work';

export const pickTaskEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Pick tasks in walking order: zone, pick sequence, location',
    permission: view,
    query: pagedQuery({
      status: choice(...pickTaskStatuses),
      wave_id: uuid(),
      shipment_id: uuid(),
      warehouse_id: uuid(),
      assignee_id: uuid(),
      zone: text(64),
    }),
    returns: pickTaskView,
    run: async ({ tx, query: { page, page_size, ...filters } }) =>
      shownPage(await listPickTasks(tx, filters, { page, page_size }), showPickTask),
  }),
  command({
    path: `${path}/claim`,
    summary: 'Claim the next open pick task of a warehouse',
    description: '404 if none is left.',
    permission,
    command: pickingCommands.claimNextPick,
    respondWith: pickTaskDetail,
    returns: pickTaskView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One pick task',
    permission: view,
    returns: pickTaskView,
    run: byId(pickTaskDetail),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Claim, start, unclaim, confirm or short a pick task',
    description:
      'short: the location is locked for a count, and the rest is allocated elsewhere with new tasks, or backordered. Of a lot on hold 0 is picked: other lots take its place, and nothing is counted.',
    permission,
    pathToInput: { id: 'pick_task_id' },
    actions: {
      claim: { command: pickingCommands.claimPick, permission },
      start: { command: pickingCommands.startPick, permission },
      unclaim: { command: pickingCommands.unclaimPick, permission },
      confirm: { command: pickingCommands.confirmPick, permission },
      short: { command: pickingCommands.shortPick, permission },
    },
    respondWith: pickTaskDetail,
    returns: pickTaskView,
  }),
];
