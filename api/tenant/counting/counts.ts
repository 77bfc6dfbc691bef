/** Count tasks: what to count, what was found, who approved it. */
import { countStatuses } from '../../../domain/counting/count-states.ts';
import {
  findCountTask,
  listCountLines,
  listCountLocations,
  listCountTasks,
  type CountLineDetail,
} from '../../../db/counting/counts.read.ts';
import {
  choice,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { countCommands } from '../../../queues/counting/counts.ts';
import { actions, command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';

const amount = () => integer({ min: 0, max: 1e9 });

const taskFields = {
  id: uuid(),
  task_no: text(),
  warehouse_id: uuid(),
  state: choice(...countStatuses),
  is_blind: flag(),
  assignee_id: nullable(uuid()),
  note: freeText(),
  created_by: text(),
  approved_by: nullable(text()),
  created_at: instant(),
  updated_at: instant(),
  completed_at: nullable(instant()),
  lines_total: amount(),
  lines_counted: amount(),
};

const lineView = object({
  id: uuid(),
  location_id: uuid(),
  location: text(),
  item_id: uuid(),
  sku: text(),
  item_name: text(300),
  lot_no: nullable(text()),
  status: choice('available', 'hold', 'damaged'),
  is_planned: flag(),
  attempt: amount(),
  counted_qty: nullable(stockQty()),
  expected_qty: nullable(stockQty()),
  difference: nullable(stockQty()),
  posted_delta: nullable(stockQty()),
  serial_nos: listOf(text()),
  counted_by: nullable(text()),
  counted_at: nullable(instant()),
});

const taskView = object(taskFields);
const detailView = object({
  ...taskFields,
  locations: listOf(object({ location_id: uuid(), location: text(), is_locked: flag() })),
  lines: listOf(lineView),
});

/** A blind count shows the expected quantities only after counting has ended. */
function unblinded(row: CountLineDetail, isHidden: boolean) {
  return isHidden ? { ...row, expected_qty: null, difference: null } : row;
}

async function countTask({ tx, organizationId }: Call, { id }: { id: string }) {
  const found = existing('count task', await findCountTask(tx, organizationId, id));
  const isHidden = found.is_blind && (found.state === 'pending' || found.state === 'in_progress');
  const lines = await listCountLines(tx, organizationId, id);
  return present(detailView, {
    ...found,
    locations: await listCountLocations(tx, organizationId, id),
    lines: lines.map((line) => unblinded(line, isHidden)),
  });
}

const path = '/api/wms/count-tasks';

export const countEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Count tasks, newest first',
    permission: 'wms.cycle_count.view',
    query: pagedQuery({
      state: choice(...countStatuses),
      warehouse_id: uuid(),
      assignee_id: uuid(),
      location_id: uuid(),
    }),
    returns: taskView,
    run: filteredPageOf(listCountTasks, shownAs(taskView)),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Create a count task over locations or items; its locations are locked while it is open',
    permission: 'wms.cycle_count.work',
    command: countCommands.createCountTask,
    respondWith: countTask,
    returns: detailView,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One count task with its lines',
    permission: 'wms.cycle_count.view',
    returns: detailView,
    run: byId(countTask),
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/lines`,
    summary: 'Record counted lines; counting a line again replaces it',
    permission: 'wms.cycle_count.work',
    command: countCommands.recordCounts,
    pathToInput: { id: 'count_task_id' },
    respondWith: countTask,
    returns: detailView,
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Complete, approve, recount or cancel a count task',
    permission: 'wms.cycle_count.work',
    pathToInput: { id: 'count_task_id' },
    actions: {
      complete: { command: countCommands.completeCount, permission: 'wms.cycle_count.work' },
      approve: { command: countCommands.approveCount, permission: 'wms.cycle_count.approve' },
      recount: { command: countCommands.recountTask, permission: 'wms.cycle_count.work' },
      cancel: { command: countCommands.cancelCount, permission: 'wms.cycle_count.work' },
    },
    respondWith: countTask,
    returns: detailView,
  }),
];
