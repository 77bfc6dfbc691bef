/** Order review: submitting drafts and confirming orders, those of a group together. Each emits its own event. */
import { decimal, zero } from '../../domain/decimal.ts';
import { shortages, type DemandLine, type LineShortage } from '../../domain/inventory/coverage.ts';
import { wholeUnitsOnly } from '../../domain/inventory/serials.ts';
import { insufficientAtp, orderedDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { isGood, Refusal, refusalOr, type ValidationProblem } from '../../domain/refusal.ts';
import type { TenantTransaction } from '../database.ts';
import { together } from '../sql-errors.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { decideInTurn } from '../inventory/coverage.read.ts';
import { lockCommitments, placeReservations } from '../inventory/commitments.write.ts';
import { itemsInFractions } from '../inventory/stock-references.read.ts';
import { readOrderSettings, type OrderLine } from './order-lock.write.ts';
import { moveOrders, takeSteps, type AskedOrder, type OrderStep } from './orders-together.write.ts';

export type ReviewWork = Pick<StockPosting, 'tx' | 'organizationId' | 'emit'>;

type Asked = AskedOrder<ReviewWork>;
type Step = OrderStep<Asked>;

/** draft to pending_review. Refuses 400 with every line that cannot be ordered as it stands. */
export async function sendToReview(work: ReviewWork, id: string): Promise<void> {
  throwRefusal(await sendTogetherToReview(work.tx, [{ work, order_id: id }]));
}

/** The same for the orders of a group. Returns for each, in the order given, why it was refused, if it was. */
export async function sendTogetherToReview(
  tx: TenantTransaction,
  asked: readonly Asked[],
): Promise<(Refusal | undefined)[]> {
  const steps = await takeSteps(tx, asked, 'submit');
  const all = steps.filter(isGood).flatMap(({ lines }) => lines);
  const isBrokenUp = await itemsInFractions(tx, all);
  const checked = steps.map((step) =>
    step instanceof Refusal ? step : (refusalOr(() => assertOrderable(step.lines, isBrokenUp)) ?? step),
  );
  await tellMoved(tx, checked.filter(isGood), 'submitted');
  return checked.map(refusalOnly);
}

/**
 * pending_review to confirmed: ATP must cover all lines together, summed per item, or 409 INSUFFICIENT_ATP. The items'
 * promises are locked while stock is read and the reservation placed, so two approvals cannot promise the same unit.
 */
export async function confirmOrder(work: ReviewWork, id: string): Promise<void> {
  throwRefusal(await confirmTogether(work.tx, [{ work, order_id: id }]));
}

/** The same for the orders of a group, each covered by what the earlier ones left. */
export async function confirmTogether(
  tx: TenantTransaction,
  asked: readonly Asked[],
): Promise<(Refusal | undefined)[]> {
  const [steps, settings] = await Promise.all([takeSteps(tx, asked, 'approve'), readOrderSettings(tx)]);
  const isReserving = settings.reserve_at === 'confirm';
  const wanted = steps.filter(isGood).map((step) => ({ ...step, demand: orderedDemand(step.lines) }));
  const itemIds = wanted.flatMap(({ demand }) => demand.map(({ item_id: itemId }) => itemId));
  await lockCommitments(tx, itemIds);
  const shortOf = await coverInTurn(tx, wanted, settings.safety_stock, isReserving);
  const confirmed = wanted.filter(({ order }) => shortOf.get(order.id)!.length === 0);
  const promised = isReserving ? confirmed : [];
  await together([
    placeReservations(
      tx,
      promised.flatMap(({ order, demand }) =>
        demand.map(({ line_id: lineId, item_id: itemId, qty }) => ({
          order_line_id: lineId,
          order_id: order.id,
          merchant_id: order.merchant_id,
          item_id: itemId,
          warehouse_id: null,
          qty: String(qty),
        })),
      ),
    ),
    tellMoved(tx, confirmed, 'confirmed'),
  ]);
  return steps.map((step) => {
    if (step instanceof Refusal) return step;
    const short = shortOf.get(step.order.id)!;
    return short.length > 0 ? insufficientAtp(short) : undefined;
  });
}

function refusalOnly(step: Step | Refusal): Refusal | undefined {
  return step instanceof Refusal ? step : undefined;
}

function throwRefusal([refusal]: readonly (Refusal | undefined)[]): void {
  if (refusal) throw refusal;
}

async function tellMoved(
  tx: TenantTransaction,
  steps: readonly Step[],
  type: 'submitted' | 'confirmed',
): Promise<void> {
  await moveOrders(
    tx,
    steps.map(({ order, to }) => ({ id: order.id, to })),
  );
  for (const { asked, order, to } of steps) {
    asked.work.emit(orderEvent(order, type, { status: to, previous_status: order.status }));
  }
}

function assertOrderable(lines: readonly OrderLine[], isBrokenUp: (line: OrderLine) => boolean): void {
  const problems: ValidationProblem[] = [];
  if (lines.length === 0)
    problems.push({ path: 'lines', code: 'required', message: 'the order has no lines' });
  lines.forEach(({ item_id: itemId, qty }, index) => {
    if (!itemId) {
      problems.push({
        path: `lines.${index}.product_id`,
        code: 'unmapped',
        message: 'the product of the line is not known yet',
      });
    }
    if (decimal(qty).lte(zero)) {
      problems.push({
        path: `lines.${index}.qty`,
        code: 'positive',
        message: 'the quantity of the line must be above zero',
      });
    }
    if (isBrokenUp(lines[index]!)) problems.push(wholeUnitsOnly(`lines.${index}.qty`));
  });
  if (problems.length > 0) throw new Refusal('VALIDATION_FAILED', `${problems[0]!.message}.`, problems);
}

/** What each order is short of, by id, when they are promised one after another. */
async function coverInTurn(
  tx: TenantTransaction,
  wanted: readonly (Step & { demand: DemandLine[] })[],
  safetyStock: string,
  isReserving: boolean,
): Promise<ReadonlyMap<string, LineShortage[]>> {
  const [mode, other] = new Set(wanted.map(({ order }) => order.inventory_mode));
  if (!mode) return new Map();
  // The mode is copied when an order is created, so after the setting changes a group may contain both: those are
  // processed one by one.
  if (other) throw new Error('Orders of two inventory modes are not promised together.');
  const itemIds = wanted.flatMap(({ demand }) => demand.map(({ item_id: itemId }) => itemId));
  const question = { organizationId: tx.organizationId, mode, itemIds, safetyStock, orders: wanted.length };
  return decideInTurn(tx, question, (coverage) => {
    const answers = new Map<string, LineShortage[]>();
    for (const { order, demand } of wanted) {
      const short = shortages(demand, coverage.of(demand.map(({ item_id: itemId }) => itemId)).atp);
      answers.set(order.id, short);
      if (short.length > 0 || !isReserving) continue;
      coverage.change(demand.map(({ item_id, qty }) => ({ item_id, warehouse_id: null, qty: qty.neg() })));
    }
    return { answers, isSure: [...answers.values()].every((short) => short.length === 0) };
  });
}
