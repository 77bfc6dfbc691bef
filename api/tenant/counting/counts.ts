/** Count tasks: what to count, what was found, who approved it. */
import { countKinds, countLocks } from '../../../domain/counting/count-kinds.ts';
import { countStatuses } from '../../../domain/counting/count-states.ts';
import {
  findCountTask,
  listCountLines,
  listCountLocations,
  listCountTasks,
  type CountLineDetail,
} from '../../../db/counting/counts.read.ts';
import type { ResultOf } from '../../../queues/engine/define-command.ts';
import * as s from '../../../queues/schema.ts';
import { stockQty } from '../../../queues/inventory/inventory.ts';
import { countCommands, foundTogether } from '../../../queues/counting/counts.ts';
import { warnings } from '../../../queues/warnings.ts';
import { actions, command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, existing, filteredPageOf } from '../../http/reads.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { present, shownAs } from '../../http/present.ts';

const amount = () => s.integer({ min: 0, max: 1e9 });

const taskFields = {
  id: s.uuid(),
  task_no: s.text(),
  warehouse_id: s.uuid(),
  state: s.choice(...countStatuses),
  kind: s.choice(...countKinds),
  lock: s.described(
    s.choice(...countLocks),
    'When its locations are locked: with the task, with the first scan, or never.',
  ),
  plan_id: s.nullable(s.uuid()),
  due_on: s.nullable(s.date()),
  item_ids: s.nullable(s.listOf(s.uuid()), 'Counts these alone; null: everything at its locations.'),
  is_blind: s.flag(),
  assignee_id: s.nullable(s.uuid()),
  claimed_at: s.nullable(s.instant(), 'When a claim gave it to somebody: no scan may be said to be older.'),
  note: s.freeText(),
  created_by: s.text(),
  approved_by: s.nullable(s.text()),
  created_at: s.instant(),
  updated_at: s.instant(),
  completed_at: s.nullable(s.instant()),
  lines_total: amount(),
  lines_counted: amount(),
};

const lineView = s.object({
  id: s.uuid(),
  location_id: s.uuid(),
  location: s.text(),
  item_id: s.uuid(),
  sku: s.text(),
  item_name: s.text(300),
  lot_no: s.nullable(s.text()),
  status: s.choice('available', 'hold', 'damaged'),
  is_planned: s.flag(),
  attempt: amount(),
  counted_qty: s.nullable(stockQty()),
  expected_qty: s.nullable(stockQty()),
  difference: s.nullable(stockQty()),
  posted_delta: s.nullable(stockQty()),
  serial_nos: s.listOf(s.text()),
  counted_by: s.nullable(s.text()),
  counted_at: s.nullable(s.instant()),
});

const taskView = s.object(taskFields);
const detailFields = {
  ...taskFields,
  locations: s.listOf(
    s.object({
      location_id: s.uuid(),
      location: s.text(),
      is_locked: s.flag(),
      visited_at: s.nullable(s.instant(), 'The last scan there.'),
    }),
  ),
  lines: s.listOf(lineView),
};
const detailView = s.object(detailFields);

/** A blind count shows the expected quantities only after counting has ended. */
function unblinded(row: CountLineDetail, isHidden: boolean) {
  return isHidden ? { ...row, expected_qty: null, difference: null } : row;
}

async function countTask({ tx }: Call, { id }: { id: string }) {
  const found = existing('count task', await findCountTask(tx, id));
  const isHidden = found.is_blind && (found.state === 'pending' || found.state === 'in_progress');
  const lines = await listCountLines(tx, id);
  return present(detailView, {
    ...found,
    locations: await listCountLocations(tx, id),
    lines: lines.map((line) => unblinded(line, isHidden)),
  });
}

const workedView = s.object({ ...detailFields, warnings: s.optional(warnings(), foundTogether) });

async function workedTask(
  call: Call,
  { warnings: told, ...task }: ResultOf<typeof countCommands.completeCount>,
): Promise<s.Infer<typeof workedView>> {
  return { ...(await countTask(call, task)), ...(told && { warnings: told }) };
}

const path = '/api/wms/count-tasks';

export const countEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Count tasks, newest first',
    permission: 'wms.cycle_count.view',
    query: pagedQuery({
      state: s.choice(...countStatuses),
      kind: s.choice(...countKinds),
      plan_id: s.described(s.uuid(), 'The tasks of this count plan.'),
      warehouse_id: s.uuid(),
      assignee_id: s.uuid(),
      location_id: s.uuid(),
    }),
    returns: taskView,
    run: filteredPageOf(listCountTasks, shownAs(taskView)),
  }),
  create({
    path,
    summary:
      'Create a count task over locations or items; its locations are locked while it is open, unless lock says otherwise',
    permission: 'wms.cycle_count.work',
    command: countCommands.createCountTask,
    respondWith: countTask,
    returns: detailView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One count task with its lines',
    permission: 'wms.cycle_count.view',
    returns: detailView,
    run: byId(countTask),
  }),
  command({
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
    summary: 'Complete, approve, recount, unclaim or cancel a count task',
    description:
      'unclaim gives a count back that somebody took up: it is pending again and offered to all, what was counted stays, and places that its start locked are free until somebody takes it up. What another person has to count again stays in_progress.',
    permission: 'wms.cycle_count.work',
    pathToInput: { id: 'count_task_id' },
    actions: {
      complete: { command: countCommands.completeCount, permission: 'wms.cycle_count.work' },
      approve: { command: countCommands.approveCount, permission: 'wms.cycle_count.approve' },
      recount: { command: countCommands.recountTask, permission: 'wms.cycle_count.work' },
      unclaim: { command: countCommands.unclaimCount, permission: 'wms.cycle_count.work' },
      cancel: { command: countCommands.cancelCount, permission: 'wms.cycle_count.work' },
    },
    respondWith: workedTask,
    returns: workedView,
  }),
];
