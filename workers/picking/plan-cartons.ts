/**
 * Plans the cartons of a shipment, or of goods that are named. A shipment's plan is kept with it; packing takes its cartons
 * by number.
 */
import { cartonTypesFor, namedLines } from '../../db/picking/pack-plans.read.ts';
import type { TenantTransaction } from '../../db/database.ts';
import { lockShipment } from '../../db/shipping/shipments.write.ts';
import { planPack, type CartonFacts } from '../../domain/picking/pack-plan.ts';
import { assertAllFound, invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { allowedActions } from '../../domain/state-machine.ts';
import { packableStates, shipmentStates } from '../../domain/shipping/shipment-states.ts';
import type { packingCommands } from '../../queues/picking/packing.ts';
import type { InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import type { Handler, Work } from '../engine/handler.ts';
import { keepPlans, planShipment } from './planned-cartons.ts';

type Input = InputOf<typeof packingCommands.planCartons>;
type Result = ResultOf<typeof packingCommands.planCartons>;

export const planCartons: Handler<typeof packingCommands.planCartons> = (work, input) =>
  input.lines ? planNamed(work.tx, input, input.lines) : planOf(work, input, input.shipment_id!);

async function planOf(work: Work, input: Input, id: string): Promise<Result> {
  const { tx } = work;
  const { dry_run: isDryRun = false } = input;
  const shipment = await lockShipment(tx, id);
  const { status } = shipment;
  if (!packableStates.includes(status))
    throw new Refusal('ILLEGAL_TRANSITION', `A shipment that is ${status} has nothing left to pack.`, {
      from: status,
      action: 'plan_cartons',
      allowed: allowedActions(shipmentStates, status),
    });
  const types = await typesFor(tx, shipment.merchant_id, input);
  const planned = await planShipment(tx, shipment, types);
  const plan = isDryRun ? planned : (await keepPlans(work, [{ shipment, plan: planned }]))[0]!;
  return { shipment_id: id, dry_run: isDryRun, ...plan, types_tried: types.length };
}

async function planNamed(
  tx: TenantTransaction,
  input: Input,
  named: NonNullable<Input['lines']>,
): Promise<Result> {
  const lines = await namedLines(tx, named);
  const found = lines.map((line) => line.item_id);
  const missing = named.findIndex((line) => !found.includes(line.item_id.toLowerCase()));
  if (missing >= 0) throw unknownReference(`lines.${missing}.item_id`, 'item');
  const [owner, another] = new Set(lines.map((line) => line.merchant_id));
  if (another) throw invalid('lines', 'several_merchants', 'lines must be the goods of one merchant');
  const types = await typesFor(tx, owner!, input);
  return { shipment_id: null, dry_run: true, ...planPack(lines, types), types_tried: types.length };
}

async function typesFor(
  tx: TenantTransaction,
  merchantId: string,
  { carton_type_ids: typeIds }: Input,
): Promise<CartonFacts[]> {
  const types = await cartonTypesFor(tx, merchantId, typeIds);
  if (typeIds)
    assertAllFound(
      'carton_type_ids',
      typeIds,
      types.map((type) => type.id),
      "carton type for the merchant's goods",
    );
  return types;
}
