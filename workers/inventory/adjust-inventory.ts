/**
 * Adjusts stock balances by a delta or to a quantity. `qty_after` compares and sets under the balance's lock: when the
 * quantity is already right, nothing is written. Stock allocated or in transit is never touched: it is a separate balance. Units of a
 * serial-tracked item are added and removed by serial number, in a transaction of their own, as dangerous goods are that
 * are kept apart: none are added beside others. Two adjustments of one balance in a group take turns.
 */
import { readInventoryRows, type InventoryRow } from '../../db/inventory/inventory.read.ts';
import { ensureLot, insufficientStock, lockStockRows } from '../../db/inventory/inventory.write.ts';
import { consumeEmptyLpns } from '../../db/inventory/lpns.write.ts';
import { assertReasonIn, readReasons } from '../../db/inventory/reason-codes.read.ts';
import { receiveSerials, removeSerials } from '../../db/inventory/serials/serials.write.ts';
import {
  assertItemOf,
  placeOf,
  readPlaces,
  readStockItems,
  stockItemOf,
  type StockItem,
} from '../../db/inventory/stock-references.read.ts';
import { merchantsFor } from '../../db/tenancy/merchants.read.ts';
import { executeUnawaited, planOnce, type TenantTransaction } from '../../db/database.ts';
import { decimal, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { chooseStock, stockOf, type StockAt, type Taken } from '../../domain/inventory/choose-stock.ts';
import type { Apart } from '../../domain/inventory/hazard-segregation.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { rowName, stockInTurn, type StockSoFar } from '../../domain/inventory/stock-in-turn.ts';
import { isGood, Refusal, refusalOr, refusalOrLater } from '../../domain/refusal.ts';
import type { InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import type { inventoryCommands } from '../../queues/inventory/inventory.ts';
import { untilAlone } from '../engine/each-of-group.ts';
import type { Answered, Asked, HandlerOfMany } from '../engine/handler.ts';
import { keepApart } from './keep-apart.ts';
import { postInTurn, type PlannedPosting } from './post-in-turn.ts';

type Adjust = typeof inventoryCommands.adjustInventory;

interface Named {
  at: {
    item_id: string;
    location_id: string;
    lot_no: string;
    status: 'available' | 'hold' | 'damaged';
  };
  item: StockItem;
  merchantId: string;
}

interface Planned extends PlannedPosting, Named {
  asked: Asked<Adjust>;
  before: Decimal;
  delta: Decimal;
  parts: readonly Taken[];
  /** How many license plates the balance is spread over afterwards. */
  lpnCount: number;
}

// Serial numbers are units with a history, added and removed one batch at a time.
export const adjustInventory: HandlerOfMany<Adjust> = (tx, asked) => {
  planOnce(tx);
  return untilAlone(
    asked,
    ({ input }) => (input.serial_nos ?? []).length > 0,
    (together) => adjustTogether(tx, together),
  );
};

async function adjustTogether(
  tx: TenantTransaction,
  asked: readonly Asked<Adjust>[],
): Promise<Answered<Adjust>[]> {
  // Sent at once and run in this order: what they name is locked before it is known to be right.
  const [named, locked] = await Promise.all([
    readNamed(tx, asked),
    lockStockRows(
      tx,
      asked.map(({ input }) => keyOf(input)),
    ),
  ]);
  // What is kept apart from others has to see what lies there once those before it are through.
  const isDangerous = (one: Asked<Adjust>): boolean => apartOf(named.get(one)!) !== null;
  return untilAlone(asked, isDangerous, (some) => adjustNamed(tx, some, named, stockInTurn(locked)));
}

const apartOf = (facts: Named | Refusal): Apart | null =>
  facts instanceof Refusal ? null : facts.item.apart;

async function adjustNamed(
  tx: TenantTransaction,
  asked: readonly Asked<Adjust>[],
  named: ReadonlyMap<Asked<Adjust>, Named | Refusal>,
  stock: StockSoFar,
): Promise<Answered<Adjust>[]> {
  const plans = new Map<Asked<Adjust>, Planned | Refusal>();
  for (const one of asked) {
    const facts = named.get(one)!;
    plans.set(one, facts instanceof Refusal ? facts : await planOne(tx, one, facts, stock));
  }
  const planned = [...plans.values()].filter(isGood);
  const entryIds = await write(
    tx,
    planned.filter(({ delta }) => !delta.eq(zero)),
  );
  const balances = await readBalances(tx, planned);
  return asked.map((one) => {
    const plan = plans.get(one)!;
    return plan instanceof Refusal ? plan : answerOf(plan, entryIds.get(plan) ?? [], balances);
  });
}

/** The balance, as the input names it. */
function keyOf({ item_id, location_id, lot_no = '', status = 'available' }: InputOf<Adjust>): Named['at'] {
  return { item_id: item_id.toLowerCase(), location_id: location_id.toLowerCase(), lot_no, status };
}

/** What each one refers to, or why it is refused; the first problem is reported. */
async function readNamed(
  tx: TenantTransaction,
  asked: readonly Asked<Adjust>[],
): Promise<Map<Asked<Adjust>, Named | Refusal>> {
  const wanted = ({ work, input }: Asked<Adjust>): string | null =>
    input.merchant_id ?? work.actor.merchant_id;
  const [merchantOf, items, places, reasons] = await Promise.all([
    merchantsFor(tx, asked.map(wanted)),
    readStockItems(
      tx,
      asked.map(({ input }) => input.item_id),
    ),
    readPlaces(
      tx,
      asked.map(({ input }) => input),
    ),
    readReasons(
      tx,
      asked.map(({ input }) => input.reason_code),
    ),
  ]);
  const nameOne = (one: Asked<Adjust>): Named => {
    const { input } = one;
    const lotNo = input.lot_no ?? '';
    const { id: merchantId } = merchantOf(wanted(one));
    const item = stockItemOf(items, input.item_id, lotNo);
    const place = placeOf(places, input);
    assertReasonIn(reasons, input.reason_code);
    assertItemOf(item, merchantId);
    return { at: { ...keyOf(input), item_id: item.id, location_id: place.id }, item, merchantId };
  };
  return new Map(asked.map((one) => [one, refusalOr(() => nameOne(one))]));
}

async function planOne(
  tx: TenantTransaction,
  asked: Asked<Adjust>,
  { at, item, merchantId }: Named,
  stock: StockSoFar,
): Promise<Planned | Refusal> {
  const { work, input } = asked;
  const present = stock.present(at);
  const before = stockOf(present);
  const delta =
    input.qty_after === undefined ? decimal(input.qty_delta!) : decimal(input.qty_after).minus(before);
  const plan = { asked, work, at, item, merchantId, before, delta };
  if (delta.eq(zero)) return { ...plan, parts: [], entries: [], statement: 0, lpnCount: lpnsOf(present) };
  const unlike = refusalOr(() => assertSerialsOf(item, input.serial_nos ?? [], delta.abs()));
  if (unlike) return unlike;
  const parts = delta.gt(zero) ? [{ lpn_id: null, qty: delta }] : chooseStock(present, delta.neg());
  if (!parts) return insufficientStock(tx, at, present, delta.neg());
  const { apart } = item;
  // What lies there already is not brought there: where it clashes, it did before.
  const clash =
    apart && before.eq(zero) && delta.gt(zero)
      ? await refusalOrLater(() => keepApart(tx, [{ location_id: at.location_id, apart }]))
      : undefined;
  if (clash) return clash;
  const signed = parts.map(({ lpn_id, qty }) => ({ at, lpn_id, qty: delta.gt(zero) ? qty : qty.neg() }));
  const entries = signed.map(({ lpn_id, qty }) => ({
    ...at,
    lpn_id,
    warehouse_id: input.warehouse_id,
    merchant_id: merchantId,
    qty_delta: qty.toFixed(),
    transaction_type: 'adjust' as const,
    ref_type: 'adjustment',
    ref_id: work.commandId,
    reason_code: input.reason_code,
    note: input.note ?? null,
  }));
  const statement = stock.change(signed);
  return { ...plan, parts, entries, statement, lpnCount: lpnsOf(stock.present(at)) };
}

function lpnsOf(present: readonly StockAt[]): number {
  return present.filter(({ lpn_id: lpnId, qty }) => lpnId && !decimal(qty).eq(zero)).length;
}

async function write(
  tx: TenantTransaction,
  planned: readonly Planned[],
): Promise<ReadonlyMap<Planned, string[]>> {
  const brought = planned.filter(({ delta, at }) => delta.gt(zero) && at.lot_no);
  const lots = new Map(brought.map(({ at }) => [`${at.item_id}/${at.lot_no}`, at]));
  for (const key of [...lots.keys()].sort()) {
    const { item_id: itemId, lot_no: lotNo } = lots.get(key)!;
    await ensureLot(tx, itemId, lotNo);
  }
  for (const { asked, at, delta } of planned) {
    const changeSerials = delta.gt(zero) ? receiveSerials : removeSerials;
    const serials = { item_id: at.item_id, receipt_id: null, serial_nos: asked.input.serial_nos ?? [] };
    await changeSerials(tx, serials);
  }
  const ids = await postInTurn(tx, planned, executeUnawaited);
  await consumeEmptyLpns(
    tx,
    planned.flatMap(({ parts }) => parts.map(({ lpn_id: lpnId }) => lpnId)),
  );
  for (const { asked, at, merchantId, delta } of planned) {
    const { work, input } = asked;
    work.emit({
      type: 'inventory.adjusted',
      subject_type: 'inventory_adjustment',
      subject_id: work.commandId,
      data: {
        ...at,
        warehouse_id: input.warehouse_id,
        merchant_id: merchantId,
        qty_delta: toJsonNumber(delta),
        reason_code: input.reason_code,
        serial_nos: input.serial_nos ?? [],
      },
    });
  }
  return new Map(planned.map((plan, index) => [plan, ids[index]!]));
}

/** The balances of the group, by key. */
async function readBalances(
  tx: TenantTransaction,
  planned: readonly Planned[],
): Promise<ReadonlyMap<string, InventoryRow>> {
  if (planned.length === 0) return new Map();
  const keys = planned.map(({ at }) => at);
  const found = await readInventoryRows(tx, keys);
  return new Map(found.map((row) => [rowName({ ...row, lot_no: row.lot_no ?? '' }), row]));
}

/** Each answer shows the balance as its own command left it, whatever later commands in the group did. */
function answerOf(
  { at, before, delta, lpnCount }: Planned,
  ledgerEntryIds: string[],
  balances: ReadonlyMap<string, InventoryRow>,
): ResultOf<Adjust> {
  const row = balances.get(rowName(at))!;
  const qtyAfter = toJsonNumber(before.plus(delta));
  return {
    changed: !delta.eq(zero),
    qty_before: toJsonNumber(before),
    qty_after: qtyAfter,
    ledger_entry_ids: ledgerEntryIds,
    balance: { ...row, qty: qtyAfter, lpn_count: lpnCount, updated_at: row.updated_at.toISOString() },
  };
}
