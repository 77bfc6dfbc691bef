/** What somebody says who gives back picks of which a batch has taken the goods. */
import type { PickTask } from '../../../db/picking/pick-tasks.write.ts';
import { Refusal } from '../../../domain/refusal.ts';

/** Refuses 409 GOODS_IN_HAND {pick_task_ids}: whoever picks them next is sent to where the goods were. */
export function assertPutBack(tasks: readonly PickTask[], isPutBack: boolean): void {
  const taken = tasks.filter((task) => task.is_taken);
  if (isPutBack || taken.length === 0) return;
  throw new Refusal('GOODS_IN_HAND', 'Goods were taken for this already: put them back first, and say so.', {
    pick_task_ids: taken.map(({ id }) => id),
  });
}
