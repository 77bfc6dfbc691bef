/** A CSV file that is written while it is read: one piece in memory, as fast as whoever reads it takes it. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { piecesOf } from '../../../db/exports/row-cursor.read.ts';
import type { ExportColumn, ExportPlan } from '../../../db/exports/exports.read.ts';
import { toJsonNumber } from '../../../domain/decimal.ts';
import { Refusal } from '../../../domain/refusals.ts';
import type { Call } from '../../http/endpoint.ts';

/** Each holds a connection for as long as its reader takes: more would leave none for the floor. */
const atOnceMax = 3;
/** A reader that takes nothing for so long has gone. */
const stalledMs = 30_000;

let underWay = 0;

type Row = Record<string, string | null>;

/**
 * Begins writing and answers the stream. Refuses 503 UNAVAILABLE while three others are under way. A fault, or a reader
 * that stalls, breaks the transfer off: a file that is not whole never looks as if it were.
 */
export function csvStream(call: Call, { columns, select }: ExportPlan, hasMark: boolean): PassThrough {
  if (underWay >= atOnceMax) {
    throw new Refusal('UNAVAILABLE', `${atOnceMax} exports are being read; try again in a moment.`);
  }
  underWay += 1;
  const file = new PassThrough();
  file.write(`${hasMark ? '\ufeff' : ''}${columns.map(([name]) => name).join(',')}\n`);
  void call
    .readLater(async (tx) => {
      for await (const piece of piecesOf<Row>(tx, select, 2 * stalledMs)) {
        if (file.destroyed) return;
        if (!file.write(csvOf(piece, columns))) await roomIn(file);
      }
    })
    .then(
      () => file.end(),
      (fault: Error) => file.destroy(fault),
    )
    .finally(() => (underWay -= 1));
  return file;
}

function csvOf(piece: readonly Row[], columns: readonly ExportColumn[]): string {
  const cells = piece.map((row) =>
    columns.map(([name, kind]) => {
      const value = row[name] ?? null;
      // An amount is given as a number: a negative one as text would look like a formula.
      return kind === 'number' && value !== null ? toJsonNumber(value) : value;
    }),
  );
  return stringify(cells, { escape_formulas: true });
}

async function roomIn(file: PassThrough): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  const late = setTimeout(() => file.destroy(new Error('Whoever reads the export has stalled.')), stalledMs);
  try {
    await Promise.race([once(file, 'drain', { signal }), once(file, 'close', { signal })]);
  } finally {
    clearTimeout(late);
    done.abort();
  }
}
