/**
 * Posts a count's differences to the ledger: each difference is taken at the time of the scan and applied to the current
 * stock.
 */
import { groupBy } from '../../domain/group-by.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import { chooseStock } from '../../domain/inventory/choose-stock.ts';
import type { CountLineRow, CountTaskRow } from './counts.write.ts';
import { ensureLot, insufficientStock, lockStock } from '../inventory/inventory.write.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { settleSerials, type MissingSerials } from './count-serials.write.ts';
import { consumeEmptyLpns } from '../inventory/lpns.write.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import { execute } from '../database.ts';
import { sql } from '../sql-text.ts';

export function differenceOf(line: Pick<CountLineRow, 'counted_qty' | 'expected_qty'>): Decimal {
  return line.counted_qty === null ? zero : decimal(line.counted_qty).minus(decimal(line.expected_qty!));
}

/**
 * Posts all differences of a task together. Refuses 409 INSUFFICIENT_STOCK when missing stock is allocated: its orders
 * have to be re-allocated or cancelled first. Refuses 400 SERIAL_REQUIRED, SERIAL_DUPLICATE, SERIAL_COUNT_MISMATCH when
 * serials do not explain the differences of a serial-tracked item.
 */
export async function postDifferences(
  work: StockPosting,
  task: CountTaskRow,
  lines: readonly CountLineRow[],
  missing: readonly MissingSerials[] = [],
): Promise<void> {
  const { tx, organizationId } = work;
  const entries: LedgerEntry[] = [];
  const inKeyOrder = [...lines].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
  const tracked = inKeyOrder
    .filter(({ serial_tracked: isTracked }) => isTracked)
    .map((line) => ({ line, delta: differenceOf(line) }));
  for (const [, ofItem] of groupBy(tracked, ({ line }) => line.item_id))
    await settleSerials(tx, ofItem, missing);
  for (const line of inKeyOrder) {
    const delta = differenceOf(line);
    if (delta.eq(zero)) continue;
    const { item_id, location_id, lot_no: lotNo, status, merchant_id } = line;
    const at = { item_id, location_id, lot_no: lotNo, status };
    const present = await lockStock(tx, at);
    const lacking = delta.times(decimal(-1));
    const parts = delta.gt(zero) ? [{ lpn_id: null, qty: delta }] : chooseStock(present, lacking);
    if (!parts) throw await insufficientStock(tx, at, present, lacking);
    if (delta.gt(zero)) await ensureLot(tx, item_id, lotNo);
    for (const { lpn_id, qty } of parts) {
      entries.push({
        ...at,
        lpn_id,
        merchant_id,
        warehouse_id: task.warehouse_id,
        qty_delta: delta.gt(zero) ? qty.toString() : `-${qty.toString()}`,
        transaction_type: 'count',
        ref_type: 'count_task',
        ref_id: task.id,
        ref_line_id: line.id,
        reason_code: 'count',
      });
    }
    await execute(
      tx,
      sql`update count_lines set posted_delta = ${delta.toString()}
      where organization_id = ${organizationId} and id = ${line.id}`,
    );
  }
  await postNext(work, entries);
  await consumeEmptyLpns(
    tx,
    entries.map(({ lpn_id: lpnId }) => lpnId),
  );
}

function keyOf({ item_id, location_id, status, lot_no: lotNo }: CountLineRow): string {
  return [item_id, location_id, status, lotNo].join('/');
}
