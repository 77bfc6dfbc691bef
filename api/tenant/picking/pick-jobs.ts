/** Pick jobs: a cart, a walk, and a position for each shipment. */
import { findPackPlans } from '../../../db/picking/pack-plans.read.ts';
import {
  findPickJob,
  listJobTasks,
  listPickJobs,
  type JobTaskRow,
  type PickJobRow,
} from '../../../db/picking/pick-jobs.read.ts';
import type { PackPlan } from '../../../domain/picking/pack-plan.ts';
import {
  hasPositions,
  pickJobStatuses,
  pickMethods,
  positionCode,
} from '../../../domain/picking/pick-job-states.ts';
import { pickTaskStatuses } from '../../../domain/picking/pick-task-states.ts';
import { numberedFor } from '../../../domain/picking/planned-numbers.ts';
import { walkNames } from '../../../domain/picking/walk.ts';
import { pickJobCommands } from '../../../queues/picking/pick-jobs.ts';
import * as s from '../../../queues/schema.ts';
import { actions, command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { present, shownAs } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';
import { byId, existing, filteredPageOf } from '../../http/reads.ts';

const path = '/api/wms/pick-jobs';
const view = ['wms.picking.view', 'wms.outbound.view'] as const;
const permission = 'wms.picking.work';
const amount = () => s.integer({ min: 0, max: 1e9 });
const metres = (words: string) => s.nullable(s.decimalNumber({ places: 2, below: 1e10, min: 0 }), words);

const fields = {
  id: s.uuid(),
  job_no: s.text(),
  warehouse_id: s.uuid(),
  method: s.choice(...pickMethods),
  status: s.choice(...pickJobStatuses),
  person_id: s.nullable(s.uuid(), 'Null while a job passed on waits for somebody.'),
  person: s.nullable(s.freeText()),
  cart: s.nullable(s.text()),
  put_wall: s.nullable(s.text()),
  zone: s.nullable(s.freeText(), 'Where a job of method zone is now.'),
  walk: s.described(
    s.choice(...walkNames),
    'The shortest of three known walks; sequence: by zone and pick_sequence, since a place has no coordinates.',
  ),
  metres: metres('Of the whole walk, to staging; null without coordinates.'),
  shipments: amount(),
  tasks: amount(),
  tasks_left: amount(),
  created_at: s.instant(),
  started_at: s.nullable(s.instant()),
  finished_at: s.nullable(s.instant()),
};

const pickJobSummary = s.object(fields);

export const pickJobView = s.object({
  ...fields,
  picks: s.described(
    s.listOf(
      s.object({
        pick_task_id: s.uuid(),
        status: s.choice(...pickTaskStatuses),
        stop: s.nullable(
          amount(),
          'Null if its goods were moved since: they come into the walk with the next pick.',
        ),
        metres: metres('From the start of the walk.'),
        shipment_id: s.uuid(),
        shipment_no: s.freeText(),
        merchant_id: s.uuid(),
        position: s.nullable(s.text(), 'What confirm has to name. Null for method single.'),
        ssccs: s.described(
          s.listOf(s.freeText(18)),
          'The planned cartons its goods go into: in a cluster confirm takes one of these as well.',
        ),
        zone: s.freeText(),
        location_id: s.uuid(),
        location: s.freeText(),
        item_id: s.uuid(),
        sku: s.freeText(),
        item_name: s.freeText(),
        lot_no: s.nullable(s.freeText()),
        lpn: s.nullable(s.freeText()),
        qty: s.qty(),
        picked_qty: s.nullable(s.qty()),
        is_taken: s.described(s.flag(), 'A batch has its goods: what is left is to put them at the wall.'),
      }),
    ),
    'In walking order.',
  ),
});

const showPick = (
  job: PickJobRow,
  { id, position, lot_no: lot, ...task }: JobTaskRow,
  plan: PackPlan | undefined,
) => ({
  ...task,
  ssccs: numberedFor(plan?.cartons ?? [], { ...task, lot_no: lot }).map(({ sscc }) => sscc),
  pick_task_id: id,
  lot_no: lot || null,
  position: hasPositions(job.method) ? positionCode(job, position) : null,
});

/** A job with its tasks. Refuses 404. */
async function pickJobDetail({ tx }: Call, { id }: { id: string }) {
  const job = existing('pick job', await findPickJob(tx, id));
  const tasks = await listJobTasks(tx, id);
  const shipments = job.method === 'cluster' ? [...new Set(tasks.map((task) => task.shipment_id))] : [];
  const plans = await findPackPlans(tx, shipments);
  const picks = tasks.map((task) => showPick(job, task, plans.get(task.shipment_id)?.plan));
  return present(pickJobView, { ...job, picks });
}

export const pickJobEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Pick jobs, newest first',
    permission: view,
    query: pagedQuery({
      status: s.choice(...pickJobStatuses),
      warehouse_id: s.uuid(),
      method: s.described(s.choice(...pickMethods), 'How the job is picked.'),
      person_id: s.described(s.uuid(), 'Who walks it.'),
    }),
    returns: pickJobSummary,
    run: filteredPageOf(listPickJobs, shownAs(pickJobSummary)),
  }),
  command({
    path: `${path}/claim`,
    summary: 'Claim a pick job: open tasks of several shipments in one walk',
    description:
      'Tasks in walking order, each shipment with a position whose code its confirm has to name: PATCH /api/wms/pick-tasks/{id} {action: confirm, position}. Two carts that claim at once share no task. Of method zone, a job that was passed on to the zone comes first; without zone, one that was passed on to any two minutes ago or more. 404 if nothing is left.',
    permission,
    command: pickJobCommands.claimPickJob,
    respondWith: pickJobDetail,
    returns: pickJobView,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One pick job with its tasks in walking order',
    permission: view,
    returns: pickJobView,
    run: byId(pickJobDetail),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Take over, pass on or abandon a pick job; pick a stop of a batch',
    description:
      'pick: the goods of a batch were taken at one place, for all its shipments; each task is then confirmed at the wall. pass_on: nothing of the zone is left, and the job goes to its next zone, whose name is scanned; somebody there takes it. abandon: what is not picked yet is open for anybody; goods of a batch that were taken have to be put back, which put_back says. A job ends by itself with its last task.',
    permission,
    pathToInput: { id: 'pick_job_id' },
    actions: {
      take: { command: pickJobCommands.takePickJob, permission },
      pick: { command: pickJobCommands.pickStop, permission },
      pass_on: { command: pickJobCommands.passOnPickJob, permission },
      abandon: { command: pickJobCommands.abandonPickJob, permission },
    },
    respondWith: pickJobDetail,
    returns: pickJobView,
  }),
];
