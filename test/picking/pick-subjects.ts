/** A pick task, and a pick job of two shipments with one stop, for the tests of state machines. */
import {
  newShelf,
  newShipment,
  newWave,
  stocked,
  tasksOf,
  type Running,
} from '../fulfillment/outbound-rig.ts';
import { repeats, verbsOf, type Ask, type Subject } from '../helpers/machine-asks.ts';
import type { Platform } from '../helpers/join-platform.ts';
import { claimed, itemAt, job, onJob, waveOf } from './jobs-rig.ts';

export function pickSubjects(platform: Platform): { pick_task: Subject; pick_job: Subject } {
  return { pick_task: pickTaskSubject(platform), pick_job: pickJobSubject(platform as Running) };
}

function pickTaskSubject(platform: Platform): Subject {
  const { client } = platform;
  return {
    table: 'pick_tasks',
    column: 'status',
    make: async () => {
      // A location of its own: a short pick locks it for counting.
      const own = await stocked(platform, { [await newShelf(platform)]: 1 });
      const { id } = await newShipment(platform, [{ item_id: own, qty: 1 }]);
      const wave = await newWave(platform, [id]);
      return (await tasksOf(client, { wave_id: wave.id }))[0].id;
    },
    ask: verbsOf(client).acts('/api/wms/pick-tasks', {
      claim: {},
      start: {},
      unclaim: {},
      confirm: {},
      short: {},
    }),
    otherwise: repeats({
      claim: 'assigned',
      start: 'in_progress',
      unclaim: 'open',
      confirm: 'done',
      short: 'short',
    }),
  };
}

function pickJobSubject(platform: Running): Subject {
  const { client } = platform;
  const act =
    (action: string, more: object = {}): Ask =>
    (id) =>
      onJob(client, id, action, more);
  return {
    table: 'pick_jobs',
    column: 'status',
    make: async () => {
      const item = await itemAt(platform, await newShelf(platform), 2);
      const wave = await waveOf(platform, [[[item, 1]], [[item, 1]]]);
      return (await claimed(platform, { method: 'batch', wave_id: wave.id })).id;
    },
    ask: {
      take: act('take'),
      pick: async (id) => {
        // One that was given up has none.
        const [first] = (await job(client, id)).picks;
        return onJob(client, id, 'pick', { pick_task_id: first?.pick_task_id ?? id, qty: 2 });
      },
      pass_on: act('pass_on', { zone: 'B' }),
      abandon: act('abandon'),
    },
    // A batch is not handed from zone to zone.
    ownRule: ['open pass_on', 'in_progress pass_on'],
    otherwise: repeats({ abandon: 'abandoned' }),
  };
}
