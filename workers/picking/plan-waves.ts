/**
 * Puts waiting shipments into waves by the templates of a warehouse, the most urgent template first. Planned twice at once,
 * whoever comes second finds them in waves. At a template's time its waves are released, once.
 */
import { assertReference } from '../../db/records.read.ts';
import { openWavesOf, takeDueTime } from '../../db/picking/wave-templates.write.ts';
import {
  templatesOf,
  waitingForWave,
  type WaitingForWave,
  type WaveTemplate,
} from '../../db/picking/wave-templates.read.ts';
import { insertWave } from '../../db/picking/waves.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { fillWaves, type FilledWave } from '../../domain/picking/wave-plan.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import type { ResultOf } from '../../queues/engine/define-command.ts';
import type { waveTemplateCommands } from '../../queues/picking/wave-templates.ts';
import { waveCommands } from '../../queues/picking/waves.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { joinWave } from './wave-shipments.ts';

type Plan = typeof waveTemplateCommands.planWaves;
type Result = ResultOf<Plan>;

export const planWaves: Handler<Plan> = async (work, input) => {
  assertOperator(work);
  const { warehouse_id: warehouseId, template_ids: ids, dry_run: isDry = false } = input;
  const { is_scheduled: isScheduled = false } = input;
  await assertReference(work.tx, 'warehouses', warehouseId, 'warehouse_id');
  const templates = await templatesOf(work.tx, warehouseId, ids ?? null);
  assertAllFound(
    'template_ids',
    ids ?? [],
    templates.map(({ id }) => id),
    'active wave template of that warehouse',
  );
  const result: Result = { dry_run: isDry, waves: [], waiting: [] };
  for (const template of templates) {
    const isDue = isScheduled && (await takeDueTime(work.tx, template.id));
    if (isScheduled && !isDue && template.release !== 'when_full') continue;
    await planOne(work, template, { isDry, isDue }, result);
    if (!isDue) continue;
    for (const waveId of await openWavesOf(work.tx, template.id))
      work.enqueue(waveCommands.releaseWave, { wave_id: waveId });
  }
  return result;
};

async function planOne(
  work: Work,
  template: WaveTemplate,
  { isDry, isDue }: { isDry: boolean; isDue: boolean },
  result: Result,
): Promise<void> {
  const except = result.waves.flatMap(({ shipment_ids: ids }) => ids);
  const waiting = await lockWaiting(work, template, { isDry, except });
  const waves = fillWaves(waiting, template);
  for (const wave of waves) {
    if (template.release === 'when_full' && !wave.is_full) {
      const { id: template_id, name } = template;
      result.waiting.push({ template_id, template: name, shipment_ids: wave.shipment_ids });
      continue;
    }
    result.waves.push(isDry ? told(template, wave) : await makeWave(work, template, wave, waiting, isDue));
  }
}

/** What waits, locked and looked at again, unless nothing is to come of it. */
async function lockWaiting(
  { tx }: Work,
  template: WaveTemplate,
  { isDry, except }: { isDry: boolean; except: readonly string[] },
): Promise<WaitingForWave[]> {
  const seen = await waitingForWave(tx, template, { except });
  if (isDry || seen.length === 0) return seen;
  const among = seen.map(({ id }) => id);
  await lockShipments(tx, among);
  return waitingForWave(tx, template, { among, except });
}

async function makeWave(
  work: Work,
  template: WaveTemplate,
  filled: FilledWave,
  waiting: readonly WaitingForWave[],
  isDue: boolean,
): Promise<Result['waves'][number]> {
  const { id: template_id, warehouse_id, ship_mode, priority } = template;
  const wave = (await insertWave(work, {
    warehouse_id,
    ship_mode,
    cutoff: null,
    is_manual: true,
    template_id,
    priority,
  }))!;
  const chosen = new Set(filled.shipment_ids);
  await joinWave(
    work,
    wave,
    filled.shipment_ids,
    waiting.filter(({ id }) => chosen.has(id)).map((one) => ({ ...one, status: 'commit' as const })),
  );
  const isReleased = template.release === 'when_full' || isDue;
  // At its time all open waves of the template are released, this one among them.
  if (isReleased && !isDue) work.enqueue(waveCommands.releaseWave, { wave_id: wave.id });
  return { ...told(template, filled), id: wave.id, wave_no: wave.wave_no, is_released: isReleased };
}

const told = (
  { id: template_id, name }: WaveTemplate,
  { shipment_ids, lines, cbm, kg, is_full }: FilledWave,
): Result['waves'][number] => ({
  id: null,
  wave_no: null,
  template_id,
  template: name,
  orders: shipment_ids.length,
  lines,
  cbm: toJsonNumber(cbm.round(6)),
  kg: toJsonNumber(kg.round(6)),
  is_full,
  is_released: false,
  shipment_ids,
});
