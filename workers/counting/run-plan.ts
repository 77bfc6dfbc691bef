/** Makes the count tasks a plan has due on a day. */
import {
  dueItems,
  dueLocations,
  notePlanned,
  plannedOn,
  type CountPlan,
  type DuePlace,
} from '../../db/counting/count-plans.write.ts';
import { countLocationsMax, enterLocationsAlone, locationsOfItems } from '../../db/counting/counts.write.ts';
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
    const { places, parts } = await fitting(tx, plan, found.slice(from, from + plan.places_per_task));
    from += places.length;
    // An item that takes several tasks is begun on a day that has room for all of them, or is the day's alone.
    const isFresh = tasks.length === 0 && tasksLeft === plan.tasks_per_day_max;
    if (tasks.length + parts.length > tasksLeft && !isFresh) break;
    const made = await refusalOrLater(() => tasksOf(work, plan, { on, places, parts, isDry }));
    if (made instanceof Refusal && made.code === 'LOCATION_LOCKED') continue;
    tasks.push(...orThrow(made));
  }
  return { due_on: on, dry_run: isDry, tasks, due: found[0]?.due ?? 0 };
}

interface Fitting {
  places: readonly DuePlace[];
  /** Where they are: parts that one task each can count. */
  parts: string[][];
}

/** As many items as one task can count everywhere they lie, or one that takes several. */
async function fitting(
  tx: TenantTransaction,
  plan: Pick<CountPlan, 'warehouse_id'>,
  places: readonly DuePlace[],
): Promise<Fitting> {
  const itemIds = places.flatMap(({ item_id: id }) => id ?? []);
  if (itemIds.length === 0) return { places, parts: [places.map(({ location_id: id }) => id!)] };
  const parts: string[][] = [];
  for (let after: string | null = null; ;) {
    const found = await locationsOfItems(tx, plan.warehouse_id, itemIds, after);
    const isAll = found.length <= countLocationsMax;
    if (!isAll && itemIds.length > 1) return fitting(tx, plan, places.slice(0, Math.ceil(places.length / 2)));
    const part = found.slice(0, countLocationsMax);
    parts.push(part);
    if (isAll) return { places, parts };
    after = part.at(-1)!;
  }
}

interface Planned {
  on: string;
  places: readonly DuePlace[];
  parts: readonly string[][];
  isDry: boolean;
}

async function tasksOf(
  work: Work,
  plan: CountPlan,
  { on, places, parts, isDry }: Planned,
): Promise<Run['tasks']> {
  const { tx } = work;
  const itemIds = places.flatMap(({ item_id: id }) => id ?? []);
  const tasks: Run['tasks'] = [];
  // All are refused or none.
  if (plan.lock === 'creation' && !isDry && parts.length > 1) await enterLocationsAlone(tx, parts.flat());
  for (const locationIds of parts) {
    const id = isDry ? null : await openTask(work, plan, { on, itemIds, locationIds });
    if (id !== null) await notePlanned(tx, plan.id, on, id, places);
    tasks.push({ count_task_id: id, location_ids: locationIds, item_ids: itemIds });
  }
  return tasks;
}

function openTask(
  work: Work,
  plan: CountPlan,
  { on, itemIds, locationIds }: { on: string; itemIds: string[]; locationIds: string[] },
): Promise<string> {
  const { tolerance, recount, approve_above: above } = plan;
  return openCount(work, {
    kind: plan.cadence.random ? 'random' : 'plan',
    lock: plan.lock,
    warehouse_id: plan.warehouse_id,
    location_ids: locationIds,
    item_ids: itemIds.length > 0 ? itemIds : undefined,
    is_blind: plan.is_blind,
    plan: { id: plan.id, due_on: on },
    rules: { tolerance, recount, ...(above === null ? {} : { approve_above: Number(above) }) },
  });
}
