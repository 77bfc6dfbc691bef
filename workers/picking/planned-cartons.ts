/** Plans the cartons of what a shipment holds and has not packed; their numbers go on after those packed already. */
import {
  cartonTypesFor,
  findPackPlan,
  findPackPlans,
  packedOfPlan,
  unpackedLines,
} from '../../db/picking/pack-plans.read.ts';
import { keepPackPlan } from '../../db/picking/pack-plans.write.ts';
import { labelledNumbers, unplanLabels } from '../../db/parcels/planned-labels.write.ts';
import { wantAtPlan } from '../../db/parcels/wanted-labels.write.ts';
import { isCartonized } from '../../db/picking/wave-templates.read.ts';
import { nextSsccs } from '../../db/inventory/gs1-numbers.write.ts';
import { usedSsccs } from '../../db/shipping/cartons.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { planPack, type CartonFacts, type PackPlan } from '../../domain/picking/pack-plan.ts';
import { changedNumbers, keepNumbers } from '../../domain/picking/planned-numbers.ts';
import type { Work } from '../engine/handler.ts';

export interface PlannedOf {
  id: string;
  merchant_id: string;
  warehouse_id: string;
}

/** The caller holds the shipment locked. */
export async function planShipment(
  tx: TenantTransaction,
  { id, merchant_id }: Pick<PlannedOf, 'id' | 'merchant_id'>,
  given?: readonly CartonFacts[],
): Promise<PackPlan> {
  const types = given ?? (await cartonTypesFor(tx, merchant_id, undefined));
  const packed = Math.max(0, ...(await packedOfPlan(tx, id)).keys());
  const used = await usedSsccs(tx, id);
  const before = ((await findPackPlan(tx, id))?.plan.cartons ?? []).filter(({ sscc }) => !used.has(sscc));
  const { cartons, ...plan } = planPack(await unpackedLines(tx, id), types);
  const numbered = cartons.map((one) => ({ ...one, carton: one.carton + packed }));
  return { ...plan, cartons: keepNumbers(numbered, before) };
}

/**
 * Keeps plans, each carton with an SSCC: the counter of those is locked last, once for all. Labels of cartons that are
 * planned otherwise now go back, and those that a rule has bought as cartons are planned are wanted.
 */
export async function keepPlans(
  work: Work,
  planned: readonly { shipment: PlannedOf; plan: PackPlan }[],
): Promise<PackPlan[]> {
  const { tx, actor } = work;
  const without = planned.flatMap(({ plan: { cartons } }) => cartons.filter(({ sscc }) => sscc === null));
  const ssccs = await nextSsccs(tx, without.length);
  const ids = planned.map(({ shipment: { id } }) => id);
  const labelled = await labelledNumbers(tx, ids);
  const before = await findPackPlans(tx, [...labelled.keys()]);
  const kept: PackPlan[] = [];
  for (const { shipment, plan: unnumbered } of planned) {
    const cartons = unnumbered.cartons.map((one) => ({ ...one, sscc: one.sscc ?? ssccs.shift()! }));
    const plan = { ...unnumbered, cartons };
    await keepPackPlan(tx, shipment, plan, actor.name);
    kept.push(plan);
    const was = before.get(shipment.id)?.plan.cartons ?? [];
    const changed = changedNumbers(was, cartons, labelled.get(shipment.id) ?? []);
    if (changed.length > 0) await unplanLabels(work, [shipment.id], 'planned_otherwise', changed);
    if (await wantAtPlan(tx, shipment, actor.name)) work.signal({ kind: 'look', reason: 'labels' });
    work.emit({
      type: 'pack_plan.made',
      subject_type: 'pack_plan',
      subject_id: shipment.id,
      data: {
        shipment_id: shipment.id,
        merchant_id: shipment.merchant_id,
        cartons: plan.cartons.length,
        unpacked_lines: plan.unpacked.length,
      },
    });
  }
  return kept;
}

/**
 * What is left of it after a short pick is planned anew, where its wave had it planned, or a planned carton has a label.
 * The caller holds the shipment locked.
 */
export async function planAgain(work: Work, shipment: PlannedOf, waveId: string): Promise<void> {
  const isPlanned =
    (await isCartonized(work.tx, waveId)) || (await labelledNumbers(work.tx, [shipment.id])).size > 0;
  if (!isPlanned) return;
  await keepPlans(work, [{ shipment, plan: await planShipment(work.tx, shipment) }]);
}
