/**
 * Plans moves that fill pick faces: by hand, by the schedule, and after picks that left some under their least. The
 * schedule tops up only an idle warehouse: what comes to be picked meanwhile is more urgent than what it planned. Planned
 * twice at once, what is planned once counts for the other: both count under the lock of the same space. Where there are
 * more faces than one plan looks at, another goes on with them.
 */
import { lockShipments } from '../../db/shipping/shipments.write.ts';
import { activeShipments } from '../../db/picking/waves.write.ts';
import { locationsOf } from '../../db/moves/pick-faces.read.ts';
import { isIdle } from '../../db/moves/replenish.read.ts';
import { replenishWave } from '../../db/moves/replenish-wave.write.ts';
import { fillFaces, type Replenishment } from '../../db/moves/replenish.write.ts';
import { assertReference } from '../../db/records.read.ts';
import { toJsonNumber } from '../../domain/decimal.ts';
import type { ReplenishKind } from '../../domain/moves/replenish.ts';
import { assertAllFound, invalid } from '../../domain/refusal.ts';
import type { InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import { namedFacesMax, replenishmentCommands } from '../../queues/moves/replenishment.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler, Work } from '../engine/handler.ts';

type Plan = typeof replenishmentCommands.planReplenishments;

export const planReplenishments: Handler<Plan> = async (work, input) => {
  assertOperator(work);
  const { warehouse_id: warehouseId, wave_id: waveId, dry_run: isDry = false } = input;
  await assertReference(work.tx, 'warehouses', warehouseId, 'warehouse_id');
  const { location_ids: named = [] } = input;
  assertAllFound(
    'location_ids',
    named,
    await locationsOf(work.tx, warehouseId, named),
    'location of that warehouse',
  );
  if (waveId) await assertReference(work.tx, 'waves', waveId, 'wave_id');
  const kinds: readonly ReplenishKind[] = input.kinds ?? (waveId ? ['on_demand', 'min_max'] : ['min_max']);
  if (kinds.includes('on_demand') && !waveId)
    throw invalid('wave_id', 'required', 'on_demand needs wave_id: it brings what that wave picks');
  const made: Replenishment = { planned: [], not: [] };
  for (const kind of kinds) {
    if (kind === 'top_up' && input.when_idle && !(await isIdle(work.tx, warehouseId))) continue;
    const { planned, not, goesOnAfter, freedFor = [] } = await planKind(work, kind, input);
    made.planned.push(...planned);
    made.not.push(...not);
    if (goesOnAfter && !isDry) goOn(work, kind, input, goesOnAfter);
    // Under the locks of space it holds already, this plan cannot lock what was freed.
    if (freedFor.length > 0)
      work.enqueue(replenishmentCommands.planReplenishments, {
        warehouse_id: warehouseId,
        location_ids: freedFor.slice(0, namedFacesMax),
      });
  }
  return told(made, isDry);
};

async function planKind(work: Work, kind: ReplenishKind, input: InputOf<Plan>): Promise<Replenishment> {
  const {
    warehouse_id: warehouseId,
    wave_id: waveId,
    location_ids: locationIds,
    dry_run: isDry = false,
    goes_on_after: after,
  } = input;
  if (kind !== 'on_demand') return fillFaces(work, kind, { warehouseId, locationIds, after }, isDry);
  if (!isDry) await lockShipments(work.tx, await activeShipments(work.tx, waveId!));
  return replenishWave(work, { warehouseId, waveId: waveId! }, isDry);
}

function goOn(
  work: Work,
  kind: ReplenishKind,
  { wave_id: _wave, when_idle: _idle, ...asked }: InputOf<Plan>,
  after: string,
): void {
  work.enqueue(replenishmentCommands.planReplenishments, { ...asked, kinds: [kind], goes_on_after: after });
}

function told({ planned, not }: Replenishment, isDry: boolean): ResultOf<Plan> {
  return {
    dry_run: isDry,
    moves: planned.map(({ face, refill: { source, qty, isWhole }, move, taskIds }) => ({
      id: move?.id ?? null,
      move_no: move?.move_no ?? null,
      ...faceNamed(face),
      lot_no: source.lot_no || null,
      pallet_lpn: isWhole ? source.pallet_lpn : null,
      qty: toJsonNumber(qty),
      from_location_id: source.location_id,
      from_location: source.location,
      pick_tasks: taskIds.length,
    })),
    not_replenished: not.map(({ face, reason }) => ({ ...faceNamed(face), reason })),
  };
}

const faceNamed = ({
  face_id,
  location_id,
  location,
  item_id,
  sku,
}: Replenishment['not'][number]['face']) => ({
  face_id,
  location_id,
  location,
  item_id,
  sku,
});
