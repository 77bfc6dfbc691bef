/**
 * Posts a count's differences to the ledger: each difference is taken at the time of the scan and applied to the current
 * stock.
 */
import { groupBy } from '../../domain/group-by.ts';
import { decimal, zero, type Decimal } from '../../domain/decimal.ts';
import type { Finding } from '../../domain/counting/count-rules.ts';
import { chooseStock, type StockAt } from '../../domain/inventory/choose-stock.ts';
import { rowName } from '../../domain/inventory/stock-in-turn.ts';
import { otherCounts, type CountLineRow, type CountTaskRow } from './counts.write.ts';
import { ensureLot, insufficientStock, lockStockRows } from '../inventory/inventory.write.ts';
import type { LedgerEntry } from '../inventory/ledger.write.ts';
import { settlePlaces } from '../inventory/serials/serial-places.write.ts';
import { settleSerials, type MissingSerials } from './count-serials.write.ts';
import { consumeEmptyLpns } from '../inventory/lpns.write.ts';
import { platesInHand } from '../moves/taken-moves.read.ts';
import { postNext, type StockPosting } from '../inventory/posting.ts';
import { execute, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export function differenceOf(line: Pick<CountLineRow, 'counted_qty' | 'expected_qty'>): Decimal {
  return line.counted_qty === null ? zero : decimal(line.counted_qty).minus(decimal(line.expected_qty!));
}

/** What a line found, for its rules to judge. */
export function findingOf(line: CountLineRow): Finding {
  return {
    attempt: line.attempt,
    difference: differenceOf(line),
    expected: decimal(line.expected_qty ?? '0'),
    earlier: line.earlier.map((text) => decimal(text)),
  };
}

/**
 * Posts all differences of a task together, less what other counts of the same stock have posted since the scan. Refuses
 * 409 INSUFFICIENT_STOCK when missing stock is allocated: its orders have to be re-allocated or cancelled first. Refuses
 * 400 SERIAL_REQUIRED, SERIAL_DUPLICATE, SERIAL_COUNT_MISMATCH when serials do not explain the differences of a
 * serial-tracked item.
 */
export async function postDifferences(
  work: StockPosting,
  task: CountTaskRow,
  lines: readonly CountLineRow[],
  missing: readonly MissingSerials[] = [],
): Promise<void> {
  const { tx } = work;
  const found = await lockFound(tx, task.id, lines);
  const tracked = found.filter(({ line }) => line.serial_tracked);
  for (const [, ofItem] of groupBy(tracked, ({ line }) => line.item_id))
    await settleSerials(tx, ofItem, missing);
  const entries: LedgerEntry[] = [];
  for (const { line, delta, present } of found) {
    if (delta.eq(zero)) continue;
    entries.push(...(await entriesOf(tx, task, line, delta, present)));
    await execute(
      tx,
      sql`update count_lines set posted_delta = ${delta.toString()}
      where organization_id = ${tx.organizationId} and id = ${line.id}`,
    );
  }
  await postNext(work, entries);
  for (const { line } of tracked) await settlePlaces(tx, work.commandId, line);
  await consumeEmptyLpns(
    tx,
    entries.map(({ lpn_id: lpnId }) => lpnId),
  );
}

interface Found {
  line: CountLineRow;
  delta: Decimal;
  present: readonly StockAt[];
}

/**
 * Locks the stock of the lines that differ, and of those that another count has counted too, in key order. Under the
 * locks, what is left to post of each: of several counts of one stock the newest scan says what is there, so what others
 * posted after this scan is taken off, and nothing is left where another count's scan is newer and posted.
 */
async function lockFound(
  tx: TenantTransaction,
  taskId: string,
  lines: readonly CountLineRow[],
): Promise<Found[]> {
  const contested = new Set((await otherCounts(tx, taskId)).map(({ id }) => id));
  const counted = lines
    .filter((line) => line.counted_qty !== null)
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
  const stock = await lockStockRows(
    tx,
    counted.filter((line) => contested.has(line.id) || !differenceOf(line).eq(zero)),
  );
  const others = new Map((await otherCounts(tx, taskId)).map((one) => [one.id, one]));
  return counted.map((line) => {
    const other = others.get(line.id);
    const since = decimal(other?.posted ?? line.posted_before!).minus(decimal(line.posted_before!));
    const delta = other?.is_newer ? zero : differenceOf(line).minus(since);
    return { line, delta, present: stock.get(rowName(line)) ?? [] };
  });
}

async function entriesOf(
  tx: TenantTransaction,
  task: CountTaskRow,
  line: CountLineRow,
  delta: Decimal,
  present: readonly StockAt[],
): Promise<LedgerEntry[]> {
  const { item_id, location_id, lot_no: lotNo, status, merchant_id } = line;
  const at = { item_id, location_id, lot_no: lotNo, status };
  const lacking = delta.times(decimal(-1));
  const parts = delta.gt(zero)
    ? [{ lpn_id: null, qty: delta }]
    : chooseStock(await inHandLast(tx, location_id, present), lacking);
  if (!parts) throw await insufficientStock(tx, at, present, lacking);
  if (delta.gt(zero)) await ensureLot(tx, item_id, lotNo);
  return parts.map(({ lpn_id, qty }) => ({
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
  }));
}

/** What somebody carries away was not there to be counted: it is not what is missing, as long as other stock may be. */
async function inHandLast(
  tx: TenantTransaction,
  locationId: string,
  present: readonly StockAt[],
): Promise<StockAt[]> {
  const plates = new Set<string | null>(await platesInHand(tx, locationId, undefined));
  return [
    ...present.filter(({ lpn_id: plate }) => !plates.has(plate)),
    ...present.filter(({ lpn_id: plate }) => plates.has(plate)),
  ];
}

function keyOf({ item_id, location_id, status, lot_no: lotNo }: CountLineRow): string {
  return [item_id, location_id, status, lotNo].join('/');
}
