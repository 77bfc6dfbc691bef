/**
 * Ends the hold of a lot: what it put on hold becomes available again, wherever in its warehouse it stands now. Stock that
 * was on hold for another reason, or of a kind, stays, as do units that wait: returned ones for their disposition, picked
 * ones to be put back, received ones to be inspected. A merchant's token ends its own hold, never the operator's.
 */
import { decimal, least, sum, toJsonNumber, zero, type Decimal } from '../../domain/decimal.ts';
import { readKept } from '../../db/inventory/holders.read.ts';
import { freeHeld, readPlaced } from '../../db/inventory/lots/lot-stock.write.ts';
import { lockLot, readLotHold, recordLotHold } from '../../db/inventory/lots/lots.write.ts';
import { assertWaitingKept, lockLifting, readHeldUnits } from '../../db/returns/held-units.write.ts';
import { readWaitingPlaces } from '../../db/returns/waiting-places.read.ts';
import type { lotHoldCommands } from '../../queues/inventory/lot-holds.ts';
import { assertOperator } from '../acting-person.ts';
import type { Handler } from '../engine/handler.ts';

export const releaseLot: Handler<typeof lotHoldCommands.releaseLot> = async (work, input) => {
  const { tx, emit } = work;
  const { item_id, lot_no, reason } = input;
  const lot = { item_id, lot_no };
  await lockLot(tx, item_id, lot_no);
  const { merchant_id, hold } = await readLotHold(tx, lot);
  if (!hold) return { ...lot, hold_id: null, released_qty: 0, kept_qty: 0 };
  if (hold.is_operators)
    assertOperator(work, 'The operator put this lot on hold: whoever put it there releases it.');
  const placed = await readPlaced(tx, lot, hold.hold_id);
  const stocks = placed.map(({ warehouse_id, qty }) => ({ ...lot, warehouse_id, qty: decimal(qty) }));
  for (const stock of stocks) await lockLifting(tx, stock);
  const freeable = new Map<string, Decimal>();
  const released = await freeHeld(work, lot, { ...hold, reason }, async () => {
    for (const { qty, ...stock } of stocks) {
      const { held, waiting } = await readHeldUnits(tx, stock);
      const rest = held.minus(waiting).minus(decimal((await readKept(tx, stock)).all));
      freeable.set(stock.warehouse_id, least(rest, qty));
    }
    return { limits: freeable, waiting: await readWaitingPlaces(tx, lot) };
  });
  // Units may have come in or been disposed of while this read: counted again once the stock has moved.
  for (const stock of stocks)
    if (freeable.get(stock.warehouse_id)?.gt(zero)) await assertWaitingKept(tx, stock);
  await recordLotHold(tx, lot, null);
  const kept = sum(stocks.map(({ qty }) => qty)).minus(released);
  const quantities = { released_qty: toJsonNumber(released), kept_qty: toJsonNumber(kept) };
  const { hold_id, kind, is_operators } = hold;
  emit({
    type: 'lot.released',
    subject_type: 'item',
    subject_id: item_id,
    data: { merchant_id, ...lot, hold_id, kind, reason, is_operators, ...quantities },
  });
  return { ...lot, hold_id, ...quantities };
};
