/** A CSV file that is written while it is read: one chunk in memory, at the speed of its reader. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { piecesOf } from '../../../db/exports/row-cursor.read.ts';
import type { ExportColumn, ExportPlan } from '../../../db/exports/export-plan.read.ts';
import { nearestJsonNumber } from '../../../domain/decimal.ts';
import type { Call } from '../../http/endpoint.ts';

/** A reader that takes nothing for this long is gone. */
const stalledMs = 30_000;
/**
 * A whole file takes this long at most: it holds one of the few reporting connections, and a snapshot that keeps dead
 * rows from being vacuumed, however little its reader takes at a time.
 */
const fileMsMax = 15 * 60_000;

type Row = Record<string, string | null>;

/**
 * Starts writing and returns the stream once its first rows are there: if no reporting connection is free, it is refused
 * before a byte is sent (503 UNAVAILABLE). A later fault, a reader that stalls, or a file that takes longer than
 * `msMax` aborts the transfer, so an incomplete file never looks complete.
 */
export async function csvStream(
  call: Pick<Call, 'readLater' | 'organizationId'>,
  { columns, select }: ExportPlan,
  hasMark: boolean,
  msMax = fileMsMax,
): Promise<PassThrough> {
  const file = new PassThrough();
  // Until somebody reads it, a fault is told by the promise alone.
  file.on('error', () => {});
  const late = setTimeout(() => file.destroy(new Error('The export took too long.')), msMax);
  await new Promise<void>((opened, refused) => {
    call
      .readLater(async (tx, begin) => {
        const pieces = piecesOf<Row>(tx, select, 2 * stalledMs);
        let piece = await pieces.next();
        if (file.errored) throw file.errored;
        begin();
        opened();
        file.write(`${hasMark ? '\ufeff' : ''}${columns.map(([name]) => name).join(',')}\n`);
        for (; !piece.done; piece = await pieces.next()) {
          if (file.destroyed) return;
          if (!file.write(csvOf(piece.value, columns))) await roomIn(file);
        }
      })
      .then(
        () => file.end(),
        (fault: Error) => {
          refused(fault);
          file.destroy(fault);
        },
      )
      .finally(() => clearTimeout(late));
  });
  return file;
}

function csvOf(piece: readonly Row[], columns: readonly ExportColumn[]): string {
  const cells = piece.map((row) =>
    columns.map(([name, kind]) => {
      const value = row[name] ?? null;
      // An amount is passed as a number: a negative one as text would look like a formula.
      return kind === 'number' && value !== null ? nearestJsonNumber(value) : value;
    }),
  );
  return stringify(cells, { escape_formulas: true });
}

async function roomIn(file: PassThrough): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  const late = setTimeout(() => file.destroy(new Error('The reader of the export has stalled.')), stalledMs);
  try {
    await Promise.race([once(file, 'drain', { signal }), once(file, 'close', { signal })]);
  } finally {
    clearTimeout(late);
    done.abort();
  }
}
