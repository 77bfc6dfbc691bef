/**
 * Puts waiting shipments into waves by the templates of a warehouse, the most urgent template first. Planned twice at once,
 * whoever comes second finds them in waves. At a template's time its waves are released, once. Where more wait by the clock
 * than one plan takes, the next one goes on with them, and with the templates after theirs.
 */
import { assertReference } from '../../db/records.read.ts';
import { openWavesOf, takeDueTime } from '../../db/picking/wave-templates.write.ts';
import {
  templatesOf,
  waitingForWave,
  waitingMax,
  type WaitingForWave,
  type WaveTemplate,
} from '../../db/picking/wave-templates.read.ts';
import { insertWave } from '../../db/picking/waves.write.ts';
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import { fillWaves, type FilledWave } from '../../domain/picking/wave-plan.ts';
import { assertAllFound } from '../../domain/refusal.ts';
import type { ResultOf } from '../../queues/engine/define-command.ts';
import { waveTemplateCommands } from '../../queues/picking/wave-templates.ts';
import { waveCommands } from '../../queues/picking/waves.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { joinWave } from './wave-shipments.ts';

type Plan = typeof waveTemplateCommands.planWaves;
type Result = ResultOf<Plan>;

export const planWaves: Handler<Plan> = async (work, input) => {
  assertOperator(work);
  const { warehouse_id: warehouseId, template_ids: ids, dry_run: isDry = false } = input;
  const { goes_on_with: begun, ...asked } = input;
  const { is_scheduled: isScheduled = false } = asked;
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
    const isTimeNow = isScheduled && (await takeDueTime(work.tx, template.id));
    const isDue = isTimeNow || template.id === begun;
    if (isScheduled && !isDue && template.release !== 'when_full') continue;
    if (isTimeNow) await releaseOpen(work, template);
    const areMore = await planOne(work, template, { isDry, isDue }, result);
    if (!isScheduled || !areMore) continue;
    const goesOnWith = isDue ? template.id : begun;
    const goingOn = goesOnWith ? { goes_on_with: goesOnWith } : {};
    work.enqueue(waveTemplateCommands.planWaves, { ...asked, ...goingOn });
    break;
  }
  return result;
};

/** What was planned by hand before its time. */
async function releaseOpen(work: Work, { id }: WaveTemplate): Promise<void> {
  for (const waveId of await openWavesOf(work.tx, id))
    work.enqueue(waveCommands.releaseWave, { wave_id: waveId });
}

/** Returns whether more may wait that another plan could put into waves. */
async function planOne(
  work: Work,
  template: WaveTemplate,
  { isDry, isDue }: { isDry: boolean; isDue: boolean },
  result: Result,
): Promise<boolean> {
  const except = result.waves.flatMap(({ shipment_ids: ids }) => ids);
  const { waiting, areMore } = await lockWaiting(work, template, { isDry, except });
  const before = result.waves.length;
  for (const wave of fillWaves(waiting, template)) {
    if (template.release === 'when_full' && !wave.is_full) {
      const { id: template_id, name } = template;
      result.waiting.push({ template_id, template: name, shipment_ids: wave.shipment_ids });
      continue;
    }
    result.waves.push(isDry ? told(template, wave) : await makeWave(work, template, wave, waiting, isDue));
  }
  return areMore && (isDue || result.waves.length > before);
}

/** What waits, locked and looked at again, unless nothing is to come of it. */
async function lockWaiting(
  { tx }: Work,
  template: WaveTemplate,
  { isDry, except }: { isDry: boolean; except: readonly string[] },
): Promise<{ waiting: WaitingForWave[]; areMore: boolean }> {
  const seen = await waitingForWave(tx, template, { except });
  const areMore = seen.length >= waitingMax;
  if (isDry || seen.length === 0) return { waiting: seen, areMore };
  const among = seen.map(({ id }) => id);
  await lockShipments(tx, among);
  return { waiting: await waitingForWave(tx, template, { among, except }), areMore };
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
  if (isReleased) work.enqueue(waveCommands.releaseWave, { wave_id: wave.id });
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
