/** confirmed to allocated: binds the promises of orders to a warehouse, those of a group one after another. */
import { decideInTurn } from '../inventory/coverage.read.ts';
import { dropReservations, lockCommitments, placeReservations } from '../inventory/commitments.write.ts';
import type { StockPosting } from '../inventory/posting.ts';
import { readLineReferences } from '../records.read.ts';
import type { TenantTransaction } from '../database.ts';
import { readOrderSettings } from './order-lock.write.ts';
import { moveOrders, takeSteps, type AskedOrder, type OrderStep } from './orders-together.write.ts';
import { changeLines, clearBackorders } from './orders.write.ts';
import { decimal, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import {
  serve,
  shortages,
  type Coverage,
  type CoverageInTurn,
  type DemandLine,
  type LineShortage,
  type OwnPromise,
} from '../../domain/inventory/coverage.ts';
import { insufficientAtp, ownPromises, pushDemand } from '../../domain/orders/demand.ts';
import { orderEvent } from '../../domain/orders/events.ts';
import { invalid, isGood, orThrow, Refusal, refusalOr } from '../../domain/refusal.ts';

export interface AllocationRequest {
  order_id: string;
  warehouse_id?: string | undefined;
  allow_partial?: boolean | undefined;
}

type AllocatingWork = Pick<StockPosting, 'tx' | 'organizationId' | 'emit'>;
type AskedBinding = AskedOrder<AllocatingWork> & { input: AllocationRequest };

/** An order that may be bound to a warehouse, before we know what that covers. */
interface Binding extends OrderStep<AskedBinding> {
  warehouseId: string;
  demand: DemandLine[];
  own: readonly OwnPromise[];
}

/** What the warehouse has for an order. */
interface Bound {
  short: LineShortage[];
  /** By line of the demand. */
  served: Decimal[];
}

/** Binds the promise of one order: see `bindTogether`. */
export async function bindToWarehouse(work: AllocatingWork, input: AllocationRequest): Promise<void> {
  const [refusal] = await bindTogether(work.tx, [{ work, order_id: input.order_id, input }]);
  orThrow(refusal);
}

/**
 * Binds each promise to its warehouse: all lines or, with allow_partial, what it covers, with the rest backordered. Each
 * order is covered by what the earlier ones left. Refuses 400 without a warehouse, 409 INSUFFICIENT_ATP. The items'
 * promises are locked while stock is read.
 */
export async function bindTogether(
  tx: TenantTransaction,
  asked: readonly AskedBinding[],
): Promise<(Refusal | undefined)[]> {
  // Sent at once and run in this order.
  const [steps, settings, refuseUnknown] = await Promise.all([
    takeSteps(tx, asked, 'allocate'),
    readOrderSettings(tx),
    readLineReferences(
      tx,
      asked.map(({ input: { warehouse_id } }) => ({ warehouse_id })),
      { warehouse_id: 'warehouses' },
    ),
  ]);
  const bindings = steps.map((step) =>
    isGood(step)
      ? refusalOr(() => {
          const { warehouse_id } = step.asked.input;
          if (!warehouse_id) throw invalid('warehouse_id', 'required', 'warehouse_id is required');
          refuseUnknown([{ warehouse_id }], () => '');
          const demand = pushDemand(step.lines, step.order.status);
          return { ...step, warehouseId: warehouse_id.toLowerCase(), demand, own: ownPromises(step.lines) };
        })
      : step,
  );
  const bound = await coverInTurn(tx, bindings.filter(isGood), settings.safety_stock);
  const good = [...bound].flatMap(([binding, answer]) => (isGood(answer) ? [{ ...binding, ...answer }] : []));
  if (good.length > 0) await write(tx, good);
  return bindings.map((one) => {
    const answer = isGood(one) ? bound.get(one)! : one;
    return isGood(answer) ? undefined : answer;
  });
}

async function coverInTurn(
  tx: TenantTransaction,
  bindings: readonly Binding[],
  safetyStock: string,
): Promise<ReadonlyMap<Binding, Bound | Refusal>> {
  const [mode, other] = new Set(bindings.map(({ order }) => order.inventory_mode));
  if (!mode) return new Map();
  // A group with orders of before and after a change of the setting: they are processed one by one.
  if (other) throw new Error('Orders of two inventory modes are not promised together.');
  const itemIds = bindings.flatMap(({ demand }) => demand.map(({ item_id: itemId }) => itemId));
  await lockCommitments(tx, itemIds);
  const question = { organizationId: tx.organizationId, mode, itemIds, safetyStock, orders: bindings.length };
  return decideInTurn(tx, question, (coverage) => {
    const answers = new Map<Binding, Bound | Refusal>();
    let isSure = true;
    for (const one of bindings) {
      const answer = cover(one, coverage);
      answers.set(one, answer);
      isSure &&= isGood(answer) && answer.short.length === 0;
      if (isGood(answer)) coverage.change(changesOf(one, answer));
    }
    return { answers, isSure };
  });
}

function cover({ asked, warehouseId, demand, own }: Binding, inTurn: CoverageInTurn): Bound | Refusal {
  const coverage = inTurn.of(
    demand.map(({ item_id: itemId }) => itemId),
    own,
  );
  const available = availableIn(warehouseId, own, coverage);
  const short = shortages(demand, available);
  const served = serve(demand, available);
  const { allow_partial: isPartialFine = false } = asked.input;
  return short.length > 0 && (!isPartialFine || sum(served).eq(zero))
    ? insufficientAtp(short, asked.input.warehouse_id)
    : { short, served };
}

// What is already promised to the order it may have in full; a promise made now must leave the safety stock untouched.
function availableIn(
  warehouseId: string,
  own: readonly OwnPromise[],
  { atp, atpIn }: Coverage,
): (itemId: string) => Decimal {
  return (itemId) => {
    const there = atpIn(warehouseId, itemId);
    const promisable = atp(itemId);
    return own.length > 0 || there.lt(promisable) ? there : promisable;
  };
}

/** What a binding changes for the orders behind it: its promises are free, and those in their place are bound. */
function changesOf({ own, demand, warehouseId }: Binding, { served }: Bound): OwnPromise[] {
  const taken = demand.map(({ item_id }, index) => ({
    item_id,
    warehouse_id: warehouseId,
    qty: served[index]!.neg(),
  }));
  return [...own, ...taken];
}

async function write(tx: TenantTransaction, bindings: readonly (Binding & Bound)[]): Promise<void> {
  await dropReservations(
    tx,
    bindings.map(({ order }) => order.id),
  );
  await placeReservations(
    tx,
    bindings.flatMap(({ order, warehouseId, demand, served }) =>
      demand.flatMap(({ line_id: lineId, item_id: itemId }, index) => {
        const qty = served[index]!;
        const ref = {
          order_line_id: lineId,
          order_id: order.id,
          merchant_id: order.merchant_id,
          item_id: itemId,
        };
        return qty.gt(zero) ? [{ ...ref, warehouse_id: warehouseId, qty: String(qty) }] : [];
      }),
    ),
  );
  // Without a promise of its own the order requested everything open: earlier backorders are either covered or counted
  // again.
  await clearBackorders(
    tx,
    bindings.flatMap(({ order, own }) => (own.length === 0 ? [order.id] : [])),
  );
  await changeLines(
    tx,
    bindings.flatMap(({ short }) =>
      short.map(({ line_id: id, short: qty }) => ({ id, backordered: String(qty) })),
    ),
  );
  await moveOrders(
    tx,
    bindings.map(({ order, to, warehouseId }) => ({
      id: order.id,
      to,
      release: { ship_mode: order.ship_mode, warehouse_id: warehouseId },
    })),
  );
  for (const one of bindings) tell(one);
}

function tell({ asked: { work }, order, to, warehouseId, short }: Binding & Bound): void {
  const states = { status: to, previous_status: order.status };
  work.emit(orderEvent(order, 'allocated', states, { warehouse_id: warehouseId }));
  if (short.length === 0) return;
  const qty = toJsonNumber(sum(short.map((line) => decimal(String(line.short)))));
  work.emit(orderEvent(order, 'backordered', { status: to, previous_status: to }, { backordered_qty: qty }));
}
