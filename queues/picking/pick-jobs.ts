/** Commands of pick jobs. None of them moves stock: that is the confirmation of each task. */
import { pickMethods } from '../../domain/picking/pick-job-states.ts';
import { defineCommand } from '../engine/define-command.ts';
import * as s from '../schema.ts';
import { putBack } from './picking.ts';

const job = { pick_job_id: s.uuid() };
const result = s.object({ id: s.uuid() });

export const pickJobCommands = {
  claimPickJob: defineCommand({
    name: 'wms.claim_pick_job',
    runs: 'inline',
    summary:
      'Gives a person open pick tasks of several shipments as one walk, each shipment with a position.',
    input: s.object({
      warehouse_id: s.uuid(),
      method: s.optional(
        s.choice(...pickMethods),
        'cluster (default): into positions of the cart. single: one shipment. batch: together, then sorted at a wall. zone: handed on from zone to zone.',
      ),
      positions: s.optional(
        s.integer({ min: 1, max: 99 }),
        'Shipments at most: 12 by default, 1 for method single.',
      ),
      cart: s.optional(s.code(32), 'Names the positions: CART7-01. Without, the job does.'),
      put_wall: s.optional(s.code(32), 'The same of a batch: WALL2-01.'),
      zone: s.optional(
        s.text(64),
        'Tasks of this zone alone; of method zone, jobs that are or begin there. Without it a job of method zone that was passed on is given two minutes later: until then it is for those who name its zone.',
      ),
      wave_id: s.optional(s.uuid()),
      template_id: s.optional(
        s.uuid(),
        'Picks of waves of this template, by its method and positions unless others are given.',
      ),
      from_location_id: s.optional(s.uuid(), 'Where the person stands: the walk begins there.'),
    }),
    result,
  }),
  takePickJob: defineCommand({
    name: 'wms.take_pick_job',
    runs: 'inline',
    summary: 'Takes over a pick job that was passed on.',
    input: s.object(job),
    result,
  }),
  pickStop: defineCommand({
    name: 'wms.pick_stop',
    runs: 'inline',
    summary: 'Says that the goods of a batch were taken at one of its places, for all its shipments at once.',
    input: s.object({
      ...job,
      pick_task_id: s.described(s.uuid(), 'Any task of the batch with that place, item and lot.'),
      qty: s.described(s.qty({ positive: true }), 'All of what the batch needs of it there.'),
    }),
    result,
  }),
  passOnPickJob: defineCommand({
    name: 'wms.pass_on_pick_job',
    runs: 'inline',
    summary: 'Hands a pick job of method zone on to its next zone.',
    input: s.object({
      ...job,
      zone: s.described(s.freeText(64), 'The zone it is handed to, as scanned there.'),
    }),
    result,
  }),
  abandonPickJob: defineCommand({
    name: 'wms.abandon_pick_job',
    runs: 'inline',
    summary: 'Ends a pick job: what it has not picked is open for anybody.',
    input: s.object({ ...job, put_back: putBack() }),
    result,
  }),
};
