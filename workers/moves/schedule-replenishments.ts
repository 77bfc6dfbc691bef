/**
 * Every five minutes: has each warehouse fill the pick faces that are under their least, and where it is to be topped up
 * while it is idle, all of them.
 */
import type { Database } from '../../db/database.ts';
import { warehousesToReplenish } from '../../db/moves/replenish.read.ts';
import { replenishmentCommands } from '../../queues/moves/replenishment.ts';
import { submitDue, type Due, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: what is planned counts for whoever plans next. */
export async function scheduleReplenishments(parts: Scheduling): Promise<void> {
  const due = await dueReplenishments(parts.database);
  await submitDue(parts, 'replenishment', replenishmentCommands.planReplenishments, due);
}

/** What each warehouse is asked for. */
export async function dueReplenishments(
  database: Database,
): Promise<Due<typeof replenishmentCommands.planReplenishments>[]> {
  const warehouses = await warehousesToReplenish(database);
  return warehouses.map(({ organization_id, warehouse_id, tops_up: topsUp }) => ({
    organization_id,
    input: topsUp ? { warehouse_id, kinds: ['min_max', 'top_up'], when_idle: true } : { warehouse_id },
  }));
}
