/**
 * Gives a person a job: open tasks of shipments nobody else is taking at this moment, in one walk. Of two carts that claim
 * at once each gets its own. A job of method zone that waits in the person's zone comes first.
 */
import { assertReference } from '../../../db/records.read.ts';
import { insertRecord } from '../../../db/records.write.ts';
import { jobsHandedOn } from '../../../db/picking/handed-on.read.ts';
import { shipmentsToPick } from '../../../db/picking/pick-jobs.read.ts';
import { planWalk, writeStops } from '../../../db/picking/job-walks.write.ts';
import type { WantedPick } from '../../../db/picking/pick-tasks.read.ts';
import { findTemplate } from '../../../db/picking/wave-templates.read.ts';
import { assignPicks, readJob, tellJob } from '../../../db/picking/pick-jobs.write.ts';
import { lockOpenPicks, type PickTask } from '../../../db/picking/pick-tasks.write.ts';
import { beginWaves } from '../../../db/picking/wave-progress.write.ts';
import { lockFreeShipments, lockShipment, stagingOf } from '../../../db/shipping/shipments.write.ts';
import type { PickMethod } from '../../../domain/picking/pick-job-states.ts';
import type { JobWalk } from '../../../domain/picking/job-walk.ts';
import { invalid, notFound, unknownReference } from '../../../domain/refusal.ts';
import type { InputOf } from '../../../queues/engine/define-command.ts';
import type { pickJobCommands } from '../../../queues/picking/pick-jobs.ts';
import { assertOperator, floorPerson } from '../../acting-person.ts';
import type { Handler, Work } from '../../engine/handler.ts';
import { takeOver } from './take-over.ts';

type Input = InputOf<typeof pickJobCommands.claimPickJob>;

export const claimPickJob: Handler<typeof pickJobCommands.claimPickJob> = async (work, input) => {
  assertOperator(work);
  const { tx } = work;
  const { warehouse_id: warehouseId, zone = null, wave_id: waveId, template_id: templateId } = input;
  const { method, positions } = await named(work, input);
  if (method === 'zone') {
    for (const id of await jobsHandedOn(tx, { warehouseId, zone }))
      if (await takeOver(work, id, true)) return { id };
  }
  const wanted = { warehouseId, waveId: waveId ?? null, zone: method === 'zone' ? null : zone, templateId };
  const startsIn = method === 'zone' ? zone : null;
  let tasks: PickTask[] = [];
  for (let turn = 0; turn < turnsMax && tasks.length === 0; turn += 1) {
    const candidates = await shipmentsToPick(tx, { ...wanted, startsIn });
    if (candidates.length === 0) break;
    tasks = await take(work, candidates, wanted, positions);
  }
  if (tasks.length === 0) throw notFound('open pick task');
  return { id: await makeJob(work, tasks, { ...input, method }) };
};

// Of many carts that claim at once, some find all that they read taken by others.
const turnsMax = 5;

/** How it is picked, as asked or by the template. Refuses 400 for what is not there or does not go together. */
async function named({ tx }: Work, input: Input): Promise<{ method: PickMethod; positions: number }> {
  const {
    warehouse_id: warehouseId,
    from_location_id: fromId,
    template_id: templateId,
    put_wall: wall,
  } = input;
  const template = templateId ? await findTemplate(tx, templateId) : undefined;
  if (templateId && template?.warehouse_id !== warehouseId)
    throw unknownReference('template_id', 'wave template of that warehouse');
  const method = input.method ?? template?.method ?? 'cluster';
  await assertReference(tx, 'warehouses', warehouseId, 'warehouse_id');
  if (fromId) await assertReference(tx, 'locations', fromId, 'from_location_id');
  if (wall !== undefined && method !== 'batch')
    throw invalid('put_wall', 'not_batch', 'only a batch is sorted at a wall');
  if (method !== 'single') return { method, positions: input.positions ?? template?.positions ?? 12 };
  if ((input.positions ?? 1) > 1) throw invalid('positions', 'too_many', 'method single is of one shipment');
  return { method, positions: 1 };
}

/** First of the shipments nobody else has locked; only if that leaves nothing, waiting for one of the others. */
async function take(
  { tx }: Work,
  candidates: readonly string[],
  wanted: WantedPick,
  positions: number,
): Promise<PickTask[]> {
  const taken: PickTask[][] = [];
  const busy: string[] = [];
  for (const id of candidates) {
    if (taken.length === positions) break;
    if (!(await lockFreeShipments(tx, [id])).has(id)) {
      busy.push(id);
      continue;
    }
    const tasks = await lockOpenPicks(tx, id, wanted);
    if (tasks.length > 0) taken.push(tasks);
  }
  for (const id of busy) {
    if (taken.length > 0) break;
    await lockShipment(tx, id);
    const tasks = await lockOpenPicks(tx, id, wanted);
    if (tasks.length > 0) taken.push(tasks);
  }
  return taken.flat();
}

async function makeJob(
  work: Work,
  tasks: readonly PickTask[],
  input: Input & { method: PickMethod },
): Promise<string> {
  const { tx } = work;
  const { warehouse_id: warehouseId, method, cart = null, put_wall = null, from_location_id: fromId } = input;
  const walk = await planWalk(tx, {
    warehouseId,
    locationIds: tasks.map(({ location_id: id }) => id),
    isByZone: method === 'zone',
    fromId,
    toId: await stagingOf(tx, warehouseId),
  });
  const inOrder = sorted(tasks, walk);
  const person = floorPerson(work);
  const id = await insertRecord(tx, 'pick_jobs', {
    job_no: await work.takeNumber('PJ'),
    warehouse_id: warehouseId,
    method,
    person_id: person.id,
    person: person.name,
    cart,
    put_wall,
    zone: method === 'zone' ? inOrder[0]!.zone : null,
    from_location_id: fromId ?? null,
    walk: walk.name,
    metres: walk.metres?.toFixed(2) ?? null,
  });
  await writeStops(tx, id, walk, { stop: 0, metres: 0 });
  await assignPicks(work, inOrder, { jobId: id, person, positions: positionsIn(inOrder) });
  tellJob(work, (await readJob(tx, id))!, null);
  await beginWaves(
    tx,
    tasks.map((task) => ({ work, wave_id: task.wave_id })),
  );
  return id;
}

function sorted(tasks: readonly PickTask[], { stops }: JobWalk): PickTask[] {
  const stopAt = new Map(stops.map(({ id }, index) => [id, index]));
  return [...tasks].sort((a, b) => stopAt.get(a.location_id)! - stopAt.get(b.location_id)!);
}

/** Positions in the order in which they are first filled. */
function positionsIn(tasks: readonly PickTask[]): Map<string, number> {
  const shipments = [...new Set(tasks.map(({ shipment_id: id }) => id))];
  return new Map(shipments.map((id, index) => [id, index + 1]));
}
