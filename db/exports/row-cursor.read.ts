/**
 * Reads the rows of one statement in pieces, all from one snapshot, through a cursor, so that memory holds one piece at
 * a time.
 */
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';

// Repeated as a literal in the FETCH below, because its count takes no binding.
const pieceSize = 1_000;

/** How many rows the statement has, counted up to one more than the limit. */
export async function countRows(tx: TenantTransaction, select: SqlText, limit: number): Promise<number> {
  const counted = await row<{ total: number }>(
    tx,
    sql`select count(*)::int as total from (select 1 from (${select}) r limit ${limit + 1}) counted`,
  );
  return counted!.total;
}

/**
 * The rows in pieces. Between pieces the transaction waits for its reader at most `idleMsMax`; then the database ends
 * it.
 */
export async function* piecesOf<R>(
  tx: TenantTransaction,
  select: SqlText,
  idleMsMax: number,
): AsyncGenerator<R[]> {
  await execute(
    tx,
    sql`select set_config('idle_in_transaction_session_timeout', ${String(idleMsMax)}, true)`,
  );
  await execute(tx, sql`declare export_rows no scroll cursor for ${select}`);
  for (;;) {
    const piece = await rows<R>(tx, sql`fetch forward 1000 from export_rows`);
    if (piece.length > 0) yield piece;
    if (piece.length < pieceSize) return;
  }
}
