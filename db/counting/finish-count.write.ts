/** How a count goes on once everything was counted: posted and over, or some lines once more. */
import type { CountState } from '../../domain/counting/count-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { postDifferences } from './count-posting.write.ts';
import type { MissingSerials } from './count-serials.write.ts';
import { reopenCountLines, unvisitedPlaces, visitPlaces } from './count-scans.write.ts';
import { setCountState, type CountLineRow, type CountTaskRow } from './counts.write.ts';
import { freePlaces } from './free-places.write.ts';

/** Posts the differences, ends the task and frees its locations, which the caller has entered (`enterOwnPlaces`). */
export async function finishCount(
  work: StockPosting,
  task: CountTaskRow,
  lines: readonly CountLineRow[],
  state: CountState,
  { missing, approvedBy }: { missing?: readonly MissingSerials[] | undefined; approvedBy?: string } = {},
): Promise<void> {
  const { tx, emit } = work;
  const { id } = task;
  const approval = approvedBy ? { approved_by: approvedBy } : {};
  try {
    await postDifferences(work, task, lines, missing);
  } catch (fault) {
    throw fault instanceof Refusal && task.is_blind && !approvedBy ? blinded(fault) : fault;
  }
  // Of a place that was locked from the start all lines are counted: it was, though nothing lay there to scan.
  if (task.lock === 'creation') await visitPlaces(tx, id, await unvisitedPlaces(tx, id));
  await setCountState(tx, id, { state, ...approval });
  emit({ type: 'count_task.completed', subject_type: 'count_task', subject_id: id, data: approval });
  await freePlaces(work, id);
}

/** Sends lines back to be counted once more; what another person has to count is nobody's until somebody takes it up. */
export async function recountLines(
  { tx, emit }: StockPosting,
  { id, rules }: Pick<CountTaskRow, 'id' | 'rules'>,
  state: CountState,
  lineIds: readonly string[],
): Promise<void> {
  await reopenCountLines(tx, lineIds);
  await setCountState(tx, id, { state, assignee_id: rules.recount?.other_person ? null : undefined });
  emit({
    type: 'count_task.recount',
    subject_type: 'count_task',
    subject_id: id,
    data: { line_ids: [...lineIds] },
  });
}

const quantities = ['required', 'available', 'allocated', 'units', 'serials', 'qty'];
const isTold = ([name]: [string, unknown]): boolean => !quantities.includes(name);

/** A blind count that is not over says what is wrong and who holds it, and not what was expected. */
function blinded(refusal: Refusal): Refusal {
  const { holders, ...details } = (refusal.details ?? {}) as { holders?: readonly object[] };
  const told = {
    ...Object.fromEntries(Object.entries(details).filter(isTold)),
    ...(holders && { holders: holders.map((one) => Object.fromEntries(Object.entries(one).filter(isTold))) }),
  };
  const sentence =
    refusal.code === 'INSUFFICIENT_STOCK'
      ? 'What is missing is promised to orders: pick them short or have them allocated elsewhere first.'
      : refusal.message;
  return new Refusal(refusal.code, sentence, told);
}
