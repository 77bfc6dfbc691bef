/**
 * What units become that are downgraded: another item, of the same lot and dates if that is kept by lot or by expiry. What
 * may not be sold as what it was may not be sold as another item.
 */
import { recordLots } from '../../db/inventory/inventory.write.ts';
import { lockLotToSell, type LotToSell } from '../../db/inventory/lots.write.ts';
import { receiveSerials } from '../../db/inventory/serials/serials.write.ts';
import { requireStockItem, type StockItem } from '../../db/inventory/stock-references.read.ts';
import type { Decimal } from '../../domain/decimal.ts';
import { assertSerialsOf } from '../../domain/inventory/serials.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Work } from '../engine/handler.ts';

interface UnitsToDowngrade {
  warehouse_id: string;
  merchant_id: string;
  item_id: string;
  lot_no: string;
  to_item_id: string | null;
  qty: Decimal;
  serial_nos: readonly string[];
}

/**
 * Records the lot and the serials of what they become. Refuses 409 LOT_NOT_SELLABLE, and 400 for an item that needs a lot
 * or a date they do not have.
 */
export async function becomeAnother(
  { tx }: Work,
  {
    warehouse_id,
    merchant_id: merchantId,
    item_id,
    lot_no,
    to_item_id: toId,
    qty,
    serial_nos,
  }: UnitsToDowngrade,
): Promise<{ item_id: string; lot_no: string }> {
  if (!toId) throw invalid('to_item_id', 'required', 'to_item_id is required to downgrade units');
  const item = await requireStockItem(tx, toId, { lotNo: lot_no, merchantId });
  if (item.id === item_id) throw invalid('to_item_id', 'same_item', 'to_item_id names what the units are');
  const lot = await lockLotToSell(tx, { item_id, lot_no }, warehouse_id);
  const lotNo = lotOf(item, lot_no, lot);
  if (lotNo)
    await recordLots(tx, [
      {
        item_id: item.id,
        lot_no: lotNo,
        expiry_date: lot?.expiry_date ?? null,
        manufacture_date: lot?.manufacture_date ?? null,
      },
    ]);
  const serials = item.serial_tracked ? serial_nos : [];
  assertSerialsOf(item, serials, qty);
  await receiveSerials(tx, { item_id: item.id, receipt_id: null, serial_nos: serials });
  return { item_id: item.id, lot_no: lotNo };
}

/** The lot they are of as the other item; none if that is kept by neither lot nor expiry. */
function lotOf(item: StockItem, lotNo: string, lot: LotToSell | undefined): string {
  if (lot && (lot.is_held || lot.is_expired)) {
    const why = lot.is_held ? 'is on hold' : 'has expired';
    throw new Refusal('LOT_NOT_SELLABLE', `The lot ${lotNo} ${why}: its units become nothing that is sold.`, {
      lot_no: lotNo,
      is_on_hold: lot.is_held,
      expiry_date: lot.expiry_date,
    });
  }
  if (item.expiry_tracked && !lot?.expiry_date)
    throw new Refusal('EXPIRY_REQUIRED', `${item.sku} is tracked by expiry, and these units have no date.`, {
      item_id: item.id,
      lot_no: lotNo || null,
    });
  return item.lot_tracked || item.expiry_tracked ? lotNo : '';
}
