/**
 * Records what an inspection found, and decides it at once where that follows: what passes is accepted, and what fails does
 * what its plan says. The inspection's lock makes two who record it take turns.
 */
import { lockInspection, setInspection } from '../../db/quality/goods-inspections.write.ts';
import { inspectionEvent } from '../../domain/quality/events.ts';
import { decisionOf, outcomeOf } from '../../domain/quality/inspection-plans.ts';
import { goodsInspectionStates } from '../../domain/quality/inspection-states.ts';
import { nextState } from '../../domain/state-machine.ts';
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
  await setInspection(tx, found.id, status, { outcome, results, note, inspected_by: actor.name });
  emit(inspectionEvent(found, 'inspected', { status, previous_status: found.status, outcome }));
  const decision = decisionOf(found.terms, outcome);
  if (decision) await takeDecision(work, { ...found, status }, { decision, location_id });
  return { id: found.id };
};
