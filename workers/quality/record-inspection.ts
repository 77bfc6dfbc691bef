/**
 * Records what an inspection found, and decides it at once where that follows: what passes is accepted, and what fails does
 * what its plan says. The inspection's lock makes two who record it take turns.
 */
import { lockInspection, setInspection } from '../../db/quality/goods-inspections.write.ts';
import { photosOfInspection } from '../../db/quality/photos.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { inspectionEvent } from '../../domain/quality/events.ts';
import { decisionOf, outcomeOf, type CheckResult } from '../../domain/quality/inspection-plans.ts';
import { goodsInspectionStates } from '../../domain/quality/inspection-states.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import { nextState } from '../../domain/state-machine.ts';
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import type { qualityCommands } from '../../queues/quality/quality.ts';
import type { Handler } from '../engine/handler.ts';
import { takeDecision } from './take-decision.ts';

export const recordInspection: Handler<typeof qualityCommands.recordInspection> = async (
  work,
  { inspection_id: id, results, location_id = null, note = '' },
) => {
  const { tx, actor, emit } = work;
  const found = await lockInspection(tx, id);
  const status = nextState(goodsInspectionStates, found.status, 'record');
  const outcome = outcomeOf(found.terms.checks, results);
  await assertPhotosThere(tx, found.id, results);
  await setInspection(tx, found.id, status, { outcome, results, note, inspected_by: actor.name });
  emit(inspectionEvent(found, 'inspected', { status, previous_status: found.status, outcome }));
  const decision = decisionOf(found.terms, outcome);
  if (decision) await takeDecision(work, { ...found, status }, { decision, location_id });
  return { id: found.id };
};

/** Refuses 400 for an id that is of no photo of the inspection; what is no id says where else the photo is kept. */
async function assertPhotosThere(
  tx: TenantTransaction,
  inspectionId: string,
  results: readonly CheckResult[],
): Promise<void> {
  const named = results.flatMap(({ photo }) =>
    photo && uuidPattern.test(photo) ? [photo.toLowerCase()] : [],
  );
  if (named.length === 0) return;
  const photos = await photosOfInspection(tx, inspectionId);
  assertAllFound(
    'results',
    named,
    photos.map(({ id }) => id),
    'photo of this inspection',
  );
}
