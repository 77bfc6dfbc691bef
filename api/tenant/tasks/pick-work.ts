/**
 * What there is to do for a pick: of a pick job it may be the batch's whole stop, or handing the job on to its next zone.
 * What is said is what is so at this moment.
 */
import type { TenantTransaction } from '../../../db/database.ts';
import { findScannable, type ScannableItem } from '../../../db/catalog/packagings.read.ts';
import { ssccsFor } from '../../../db/picking/pack-plans.read.ts';
import { stopQty, zonesLeft } from '../../../db/picking/pick-jobs.read.ts';
import { findPickTask, type PickTaskRow } from '../../../db/picking/pick-tasks.read.ts';
import { decimal, toJsonNumber } from '../../../domain/decimal.ts';
import { nextZone } from '../../../domain/picking/zone-order.ts';
import { choicesOfJob, choicesOfPick, type WorkChoice } from '../../../domain/tasks/work-choices.ts';
import { finishOf, type Finish } from '../../../domain/tasks/work-kinds.ts';
import { stepOfCart, stepOfZone, stepsOfPick, type WorkStep } from '../../../domain/tasks/work-steps.ts';
import { existing } from '../../http/reads.ts';
import { positionOf } from '../picking/wave-views.ts';

interface PickWork {
  facts: { ref_type: string; ref_id: string; ref_no: string | null; priority: number; created_at: Date };
  steps: WorkStep[];
  finish: Finish;
  choices: WorkChoice[];
}

export async function pickWork(tx: TenantTransaction, id: string): Promise<PickWork> {
  const task = existing('pick task', await findPickTask(tx, id));
  const pick = { ...task, ...(await findScannable(tx, task.item_id)) };
  const { priority, created_at, job_id: jobId, job_no, job_method: method } = pick;
  const ofJob = { ref_type: 'pick_job', ref_id: jobId!, ref_no: job_no, priority, created_at };
  if (method === 'batch' && isToPick(pick) && !pick.is_taken) {
    const qty = await stopQty(tx, pick);
    const fields = { pick_task_id: id, qty: toJsonNumber(decimal(qty)) };
    return {
      facts: ofJob,
      // Which units they are is said where each goes, at the wall.
      steps: stepsOf({ ...pick, qty, serial_tracked: false }, null),
      finish: ofPickJob(jobId!, 'pick', fields),
      choices: choicesOfPick({ ...pick, id, position: positionOf(pick) }, true),
    };
  }
  if (method === 'zone' && isToPick(pick) && pick.zone !== pick.job_zone) {
    const next = nextZone(pick.job_zone!, await zonesLeft(tx, jobId!)) ?? pick.zone;
    return {
      facts: ofJob,
      steps: [stepOfZone(cartOf(pick), next)],
      finish: ofPickJob(jobId!, 'pass_on'),
      choices: choicesOfJob(jobId!),
    };
  }
  const { shipment_id: ref_id, shipment_no: ref_no } = pick;
  const facts = { ref_type: 'shipment', ref_id, ref_no, priority, created_at };
  const ssccs = method === 'cluster' ? await ssccsFor(tx, pick) : [];
  const steps = stepsOf(pick, positionOf(pick), ssccs);
  // Nobody has picked of it yet since it came here: its cart is fetched first.
  const isFetched = method === 'zone' && pick.job_status === 'open';
  return {
    facts,
    steps: isFetched ? [stepOfCart(cartOf(pick)), ...steps] : steps,
    finish: finishOf('pick', id),
    choices: choicesOfPick({ ...pick, id, position: positionOf(pick) }, false),
  };
}

const stepsOf = (
  pick: PickTaskRow & Partial<ScannableItem>,
  position: string | null,
  ssccs: readonly string[] = [],
): WorkStep[] =>
  stepsOfPick({ ...pick, from_location: pick.location, from_level: pick.level, position, ssccs });

const isToPick = ({ status }: PickTaskRow): boolean => status === 'assigned' || status === 'in_progress';
const cartOf = ({ cart, job_no }: PickTaskRow): string => cart ?? job_no!;

const ofPickJob = (id: string, action: string, fields?: Finish['fields']): Finish => ({
  path: `/api/wms/pick-jobs/${id}`,
  action,
  ...(fields ? { fields } : {}),
});
