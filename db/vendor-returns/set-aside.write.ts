/** Stock on hold or damaged that leaves, to its vendor or to a customer, taken where its lines say it stands. */
import { decimal } from '../../domain/decimal.ts';
import { chooseStock } from '../../domain/inventory/choose-stock.ts';
import { stockInTurn } from '../../domain/inventory/stock-in-turn.ts';
import type { TenantTransaction } from '../database.ts';
import type { AllocationPiece } from '../inventory/allocatable.ts';
import { insufficientStock, lockStockRows } from '../inventory/inventory.write.ts';
import type { VendorReturnLine } from './vendor-returns.write.ts';

/** Locks the stock and takes it, loose goods first. Refuses 409 INSUFFICIENT_STOCK. The caller posts the pieces. */
export async function takeSetAside(
  tx: TenantTransaction,
  of: { merchant_id: string; warehouse_id: string },
  lines: readonly Omit<VendorReturnLine, 'line_no'>[],
): Promise<AllocationPiece[]> {
  const wanted = lines.map((line) => ({
    line,
    at: {
      item_id: line.item_id,
      location_id: line.location_id!,
      lot_no: line.lot_no,
      status: line.stock_status,
    },
  }));
  const stock = stockInTurn(
    await lockStockRows(
      tx,
      wanted.map(({ at }) => at),
    ),
  );
  const pieces: AllocationPiece[] = [];
  for (const { line, at } of wanted) {
    const present = stock.present(at);
    const taken = chooseStock(present, decimal(line.qty));
    if (!taken) throw await insufficientStock(tx, at, present, decimal(line.qty));
    stock.change(taken.map(({ lpn_id, qty }) => ({ at, lpn_id, qty: qty.neg() })));
    const { status, ...key } = at;
    for (const { lpn_id, qty } of taken)
      pieces.push({
        ...key,
        ...of,
        line_id: line.id,
        lpn_id,
        qty: qty.toFixed(),
        stock_status: status,
        why: { strategy: 'named', rank: 1, expiry_date: null, received_at: '', rejected: [] },
      });
  }
  return pieces;
}
