/** Steps of a handler of many: a broken rule of one command is a value, and the others go on. */
import { Refusal } from '../domain/refusals.ts';

/** What the step answers, or the refusal it throws; a fault stays a fault. */
export function refusalOr<T>(step: () => T): T | Refusal {
  try {
    return step();
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}
