/** Every minute: has waves planned where a template releases by itself, at its times or when a wave gets full. */
import { warehousesToPlan } from '../../db/picking/wave-templates.read.ts';
import { waveTemplateCommands } from '../../queues/picking/wave-templates.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: a time is taken once, and a shipment is put into one wave. */
export async function scheduleWaves(parts: Scheduling): Promise<void> {
  const warehouses = await warehousesToPlan(parts.database);
  const due = warehouses.map(({ organization_id, warehouse_id }) => ({
    organization_id,
    input: { warehouse_id, is_scheduled: true },
  }));
  await submitDue(parts, 'wave templates', waveTemplateCommands.planWaves, due);
}
