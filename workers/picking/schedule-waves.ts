/** Every minute: has waves planned by the templates whose time has come, and by those that release what gets full. */
import { dueTemplates } from '../../db/picking/wave-templates.read.ts';
import { waveTemplateCommands } from '../../queues/picking/wave-templates.ts';
import { submitDue, type Scheduling } from '../engine/scheduled.ts';

/** Safe in several processes at once: a time is taken once, and a shipment is put into one wave. */
export async function scheduleWaves(parts: Scheduling): Promise<void> {
  const templates = await dueTemplates(parts.database);
  const due = templates.map(({ organization_id, warehouse_id, id, due_at }) => ({
    organization_id,
    input: { warehouse_id, template_ids: [id], ...(due_at ? { due_at: due_at.toISOString() } : {}) },
  }));
  await submitDue(parts, 'wave templates', waveTemplateCommands.planWaves, due);
}
