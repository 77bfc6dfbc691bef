/** Every five minutes: has each warehouse fill the pick faces that are under their least. */
import { warehousesToReplenish } from '../../db/moves/replenish.read.ts';
import { replenishmentCommands } from '../../queues/moves/replenishment.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: what is planned counts for whoever plans next. */
export async function scheduleReplenishments(parts: Scheduling): Promise<void> {
  const warehouses = await warehousesToReplenish(parts.database);
  const due = warehouses.map(({ organization_id, warehouse_id }) => ({
    organization_id,
    input: { warehouse_id },
  }));
  await submitDue(parts, 'replenishment', replenishmentCommands.planReplenishments, due);
}
