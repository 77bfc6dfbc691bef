/** Makes the count tasks a plan has due on a day. */
import {
  dueItems,
  dueLocations,
  notePlanned,
  plannedOn,
  type CountPlan,
  type DuePlace,
} from '../../db/counting/count-plans.write.ts';
import { countLocationsMax, locationsOfItems } from '../../db/counting/counts.write.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { openCount } from '../../db/counting/open-count.write.ts';
import { orThrow, Refusal, refusalOrLater } from '../../domain/refusal.ts';
import type { countPlanCommands } from '../../queues/counting/count-plans.ts';
import type { ResultOf } from '../../queues/engine/define-command.ts';
import type { Work } from '../engine/handler.ts';

type Run = ResultOf<typeof countPlanCommands.runCountPlan>;

/**
 * The caller holds the plan locked. A dry run says what would be made. What another count holds locked, such as that of an
 * item at the same place, stays due for a later run.
 */
export async function runPlan(work: Work, plan: CountPlan, on: string, isDry: boolean): Promise<Run> {
  const { tx } = work;
  const tasksLeft = plan.tasks_per_day_max - (await plannedOn(tx, plan.id, on));
  const due = plan.method === 'by_item' ? dueItems : dueLocations;
  // One is asked for even when the day is full, for the figure of what is due.
  const found = await due(tx, plan, on, Math.max(1, tasksLeft * plan.places_per_task));
  const tasks: Run['tasks'] = [];
  for (let from = 0; from < found.length && tasks.length < tasksLeft;) {
    const places = await fitting(tx, plan, found.slice(from, from + plan.places_per_task));
    from += places.length;
    const made = await refusalOrLater(() => taskOf(work, plan, on, places, isDry));
    if (made instanceof Refusal && made.code === 'LOCATION_LOCKED') continue;
    tasks.push(orThrow(made));
  }
  return { due_on: on, dry_run: isDry, tasks, due: found[0]?.due ?? 0 };
}

/** As many items as one task can count everywhere they lie: an item that is noted is counted in all its places. */
async function fitting(
  tx: TenantTransaction,
  plan: Pick<CountPlan, 'warehouse_id'>,
  places: readonly DuePlace[],
): Promise<readonly DuePlace[]> {
  const itemIds = places.flatMap(({ item_id: id }) => id ?? []);
  if (itemIds.length < 2) return places;
  const found = await locationsOfItems(tx, plan.warehouse_id, itemIds);
  if (found.length <= countLocationsMax) return places;
  return fitting(tx, plan, places.slice(0, Math.ceil(places.length / 2)));
}

async function taskOf(
  work: Work,
  plan: CountPlan,
  on: string,
  places: readonly DuePlace[],
  isDry: boolean,
): Promise<Run['tasks'][number]> {
  const { tx } = work;
  const itemIds = places.flatMap(({ item_id: id }) => id ?? []);
  const locationIds =
    itemIds.length > 0
      ? await locationsOfItems(tx, plan.warehouse_id, itemIds)
      : places.map(({ location_id: id }) => id!);
  if (isDry) return { count_task_id: null, location_ids: locationIds, item_ids: itemIds };
  const { tolerance, recount, approve_above: above } = plan;
  const id = await openCount(work, {
    kind: 'plan',
    lock: plan.lock,
    warehouse_id: plan.warehouse_id,
    location_ids: locationIds,
    item_ids: itemIds.length > 0 ? itemIds : undefined,
    is_blind: plan.is_blind,
    plan: { id: plan.id, due_on: on },
    rules: { tolerance, recount, ...(above === null ? {} : { approve_above: Number(above) }) },
  });
  await notePlanned(tx, plan.id, on, id, places);
  return { count_task_id: id, location_ids: locationIds, item_ids: itemIds };
}
