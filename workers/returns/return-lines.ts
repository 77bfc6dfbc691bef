/** What callers ask to return, checked against what was shipped, under its rules; shared by creating a return and adding to one. */
import { lockOrder } from '../../db/orders/order-lock.write.ts';
import { resolveUnits } from '../../db/catalog/item-units.read.ts';
import { linesLeftAt, rulesFor } from '../../db/returns/return-rules.read.ts';
import {
  assertSerialsShipped,
  lockReturnable,
  type OrderLineToReturn,
} from '../../db/returns/returnable.write.ts';
import { assertLotsShipped } from '../../db/returns/shipped-lots.read.ts';
import type { NewReturnLine } from '../../db/returns/returns.write.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import { newId } from '../../domain/new-id.ts';
import { assertHeld } from '../acting-person.ts';
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { assertWithinShipped } from '../../domain/returns/return-limits.ts';
import { firstMatch, isInWindow, termsOf } from '../../domain/returns/return-rules.ts';
import type { ReturnKind } from '../../domain/returns/return-states.ts';
import type { InputOf } from '../../queues/engine/define-command.ts';
import type { returnCommands } from '../../queues/returns/returns.ts';
import type { Work } from '../engine/handler.ts';

type AskedLine = InputOf<typeof returnCommands.createReturn>['lines'][number];

/** A line that may come back, before the rules say how. */
export type AskedUnits = Omit<NewReturnLine, 'terms'>;

export interface ReturnScope {
  kind: ReturnKind;
  merchant_id: string;
  order_id: string | null;
  shipment_id: string | null;
}

/**
 * The lines as they are stored. Locks the order and its lines, so that two returns of one unit take turns. Refuses 400
 * UNKNOWN_REFERENCE, 409 RETURN_EXCEEDS_SHIPPED, SERIAL_NOT_SHIPPED and, under `strict_lots`, LOT_NOT_SHIPPED, and 403 for goods that no order line names.
 */
export async function linesToReturn(
  work: Work,
  scope: ReturnScope,
  asked: readonly AskedLine[],
): Promise<AskedUnits[]> {
  const { tx } = work;
  const sold = await soldLines(work, scope);
  const found = asked.map((line, index) => soldLine(sold, line, `lines.${index}.`));
  if (found.includes(undefined)) await assertUnplanned(work, scope, asked, found);
  assertShipped(asked, found);
  const lines = asked.map((line, index) => storedLine(line, found[index], `lines.${index}.`));
  for (const { order_line_id, item_id, serial_nos } of lines) {
    if (order_line_id) await assertSerialsShipped(tx, { order_line_id, item_id }, serial_nos);
  }
  await assertLotsShipped(
    tx,
    lines.flatMap(({ order_line_id, lot_no }) =>
      order_line_id && lot_no ? [{ order_line_id, lot_no }] : [],
    ),
  );
  return lines;
}

async function soldLines(
  { tx }: Work,
  { order_id: orderId, shipment_id: shipmentId }: ReturnScope,
): Promise<OrderLineToReturn[]> {
  if (orderId === null) return [];
  await lockOrder(tx, orderId);
  return lockReturnable(tx, orderId, shipmentId);
}

/** The order line meant; undefined for goods whose order line nobody knows. */
function soldLine(
  sold: readonly OrderLineToReturn[],
  { order_line_id: lineId, item_id: itemId }: AskedLine,
  path: string,
): OrderLineToReturn | undefined {
  if (lineId) {
    const line = sold.find(({ order_line_id: id }) => id === lineId.toLowerCase());
    if (!line || (itemId && itemId.toLowerCase() !== line.item_id))
      throw unknownReference(`${path}order_line_id`, 'line of what was shipped');
    return line;
  }
  if (!itemId)
    throw invalid(`${path}order_line_id`, 'required', `${path}order_line_id or item_id is required`);
  const lines = sold.filter(({ item_id: id }) => id === itemId.toLowerCase());
  if (lines.length > 1)
    throw invalid(
      `${path}order_line_id`,
      'required',
      `${path}order_line_id is required: the order has several lines of this item`,
    );
  return lines[0];
}

async function assertUnplanned(
  work: Work,
  { merchant_id: merchantId }: ReturnScope,
  asked: readonly AskedLine[],
  found: readonly (OrderLineToReturn | undefined)[],
): Promise<void> {
  assertHeld(
    work,
    'wms.returns.unplanned',
    'Goods that no shipped order line names need the permission wms.returns.unplanned.',
  );
  const places = asked.flatMap((line, index) => (found[index] ? [] : [{ line, index }]));
  const wanted = places.map(({ line }) => ({ item_id: line.item_id!.toLowerCase(), uom: null }));
  await resolveUnits(work.tx, merchantId, wanted, (index) => `lines.${places[index]!.index}.`);
}

/** Two lines of one call may name one order line. */
function assertShipped(asked: readonly AskedLine[], found: readonly (OrderLineToReturn | undefined)[]): void {
  for (const line of new Set(found)) {
    if (!line) continue;
    const all = sum(asked.filter((_, index) => found[index] === line).map(({ qty }) => decimal(qty)));
    assertWithinShipped(line, all);
    if (line.of_shipment) assertWithinShipped(line.of_shipment, all, 'shipment');
  }
}

function storedLine(line: AskedLine, sold: OrderLineToReturn | undefined, path: string): AskedUnits {
  const serials = line.serial_nos ?? [];
  if (decimal(line.qty).lt(String(serials.length)) || new Set(serials).size < serials.length)
    throw invalid(`${path}serial_nos`, 'too_many', `${path}serial_nos names more units than come back`);
  return {
    id: newId(),
    order_line_id: sold?.order_line_id ?? null,
    shipment_line_id: sold?.shipment_line_id ?? null,
    item_id: sold?.item_id ?? line.item_id!,
    qty: line.qty,
    reason_code: line.reason_code,
    lot_no: line.lot_no ?? null,
    wanted: line.wanted ?? 'refund',
    serial_nos: serials,
  };
}

export interface LinesUnderRules {
  lines: NewReturnLine[];
  /** Whether the rules of all of them authorize the return as it is asked for. */
  areAuthorized: boolean;
}

/** What the rules say of lines that are asked for, kept with each. */
export async function underRules(
  { tx }: Work,
  { merchant_id, kind }: Pick<ReturnScope, 'merchant_id' | 'kind'>,
  asked: readonly AskedUnits[],
): Promise<LinesUnderRules> {
  const rules = await rulesFor(tx, merchant_id);
  if (rules.length === 0)
    return { lines: asked.map((line) => ({ ...line, terms: termsOf(undefined) })), areAuthorized: false };
  const facts = await linesLeftAt(tx, asked);
  const now = new Date();
  const found = asked.map((line, index) => {
    const { item_class, left_at } = facts[index]!;
    const rule = firstMatch(rules, {
      merchant_id,
      kind,
      item_class,
      reason_code: line.reason_code,
      grade: null,
    });
    const isAuthorized = rule !== undefined && rule.auto_authorize && isInWindow(rule, left_at, now);
    return { line: { ...line, terms: termsOf(rule) }, isAuthorized };
  });
  return {
    lines: found.map(({ line }) => line),
    areAuthorized: found.every(({ isAuthorized }) => isAuthorized),
  };
}
