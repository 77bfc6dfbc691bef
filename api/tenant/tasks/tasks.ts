/** Warehouse tasks of every kind in one list; receiving tasks are created and worked here. */
import { findTask, listTasks, type TaskRow } from '../../../db/tasks/tasks.read.ts';
import { inventoryViewPermissions } from '../../../domain/permissions.ts';
import { progressOf } from '../../../domain/receiving/receipt-progress.ts';
import { visibleKinds } from '../../../domain/tasks/task-kinds.ts';
import { taskStatuses } from '../../../domain/receiving/receiving-task-states.ts';
import {
  choice,
  described,
  instant,
  integer,
  nullable,
  object,
  optional,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { progressView } from '../../../queues/receiving/receipts.ts';
import { receivingTaskCommands } from '../../../queues/receiving/receiving-tasks.ts';
import { actions, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing } from '../../http/reads.ts';
import { pagedQuery, queryFlag } from '../../http/query-fields.ts';
import { present } from '../../http/present.ts';

const taskView = object({
  id: uuid(),
  task_type: text(),
  status: choice(...taskStatuses),
  warehouse_id: uuid(),
  ref_type: text(),
  ref_id: uuid(),
  ref_no: nullable(text()),
  receipt_id: nullable(uuid()),
  assignee_id: nullable(uuid()),
  priority: integer({ min: -1_000_000, max: 1_000_000 }),
  receiving_method: nullable(choice('palletized', 'direct', 'decide')),
  created_at: instant(),
  updated_at: instant(),
  started_at: nullable(instant()),
  finished_at: nullable(instant()),
  progress: optional(progressView),
});

function showTask(row: TaskRow, withProgress: boolean) {
  const { lines_total, lines_done, expected_qty, covered_qty, counted_qty, ...facts } = row;
  return present(taskView, {
    ...facts,
    receipt_id: row.ref_type === 'inbound_receipt' ? row.ref_id : null,
    ...(withProgress
      ? { progress: progressOf({ lines_total, lines_done, expected_qty, covered_qty, counted_qty }) }
      : {}),
  });
}

async function task({ tx, principal }: Call, { id }: { id: string }) {
  const found = existing('task', await findTask(tx, visibleKinds(principal.permissions), id));
  return showTask(found, true);
}

const permission = 'wms.inbound.receive';
const worked = { permission } as const;

export const taskEndpoints: readonly Endpoint[] = [
  create({
    path: '/api/wms/receiving-tasks',
    summary: 'Create the receiving task of a receipt, or return the open one',
    description: 'An open task of the receipt is returned with meta.existing true and status 200.',
    permission,
    command: receivingTaskCommands.createReceivingTask,
    respondWith: (call, result) => task(call, result),
    responseMeta: ({ existing }) => (existing ? { status: 200, meta: { existing: true } } : {}),
    returns: taskView,
  }),
  list({
    path: '/api/wms/tasks',
    summary: 'Tasks of every kind, most urgent first, then oldest',
    description:
      'task_type: receive, count, pick, put_back or a kind of planned move (putaway, replenish, reslot, consolidate). Each kind is listed for those who may see it in its own list. with_progress=1 adds the progress of each task.',
    permission: inventoryViewPermissions,
    query: pagedQuery({
      task_type: text(40),
      status: choice(...taskStatuses),
      warehouse_id: uuid(),
      assignee_id: described(uuid(), 'Who has it: of what is not over.'),
      mine: described(queryFlag(), '1: what you have and have not finished, such as after a restart.'),
      with_progress: queryFlag(),
    }),
    returns: taskView,
    run: async ({
      tx,
      principal,
      query: { task_type, status, warehouse_id, assignee_id, mine, with_progress: progress, ...page },
    }) => {
      const kinds = visibleKinds(principal.permissions);
      const holder = mine ? { assignee_id: principal.member_id ?? principal.token_id } : { assignee_id };
      const filters = { task_type, status, warehouse_id, ...holder };
      const found = await listTasks(tx, kinds, filters, page);
      return { ...found, rows: found.rows.map((row) => showTask(row, progress ?? false)) };
    },
  }),
  query({
    path: '/api/wms/tasks/{id}',
    summary: 'One task with its progress',
    permission: inventoryViewPermissions,
    returns: taskView,
    run: byId(task),
  }),
  actions({
    path: '/api/wms/tasks/{id}',
    summary: 'Start, unclaim, complete or cancel a receiving task',
    description:
      "unclaim gives it back: it is pending and nobody's, what was counted stays, and its receipt waits for whoever takes it up. Completing and cancelling release the receipt; cancelling reverses nothing. Tasks of other kinds are worked at /api/wms/count-tasks, /api/wms/pick-tasks, /api/wms/put-back-tasks and /api/wms/moves.",
    permission,
    pathToInput: { id: 'task_id' },
    actions: {
      start: { command: receivingTaskCommands.startReceivingTask, ...worked },
      unclaim: { command: receivingTaskCommands.unclaimReceivingTask, ...worked },
      complete: { command: receivingTaskCommands.completeReceivingTask, ...worked },
      cancel: { command: receivingTaskCommands.cancelReceivingTask, ...worked },
    },
    respondWith: task,
    returns: taskView,
  }),
];
