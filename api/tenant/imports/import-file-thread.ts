/**
 * The thread that parses imports, one at a time: the body, its rules, then the CSV or X12, whose lines it keeps in slices
 * until they are requested. The event loop never sees any of it, and the thread has a memory limit of its own.
 */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { readCsv, type CsvColumns } from '../../../domain/imports/csv.ts';
import { textSlices } from '../../../domain/imports/csv-text.ts';
import { readInvoices210 } from '../../../domain/imports/invoices-210.ts';
import { lineSlices, type LineSlice } from '../../../domain/imports/line-slices.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { ImportKind } from '../../../domain/imports/import-kinds.ts';
import { importColumns, linesOfSlice } from '../../../queues/imports/imports.ts';
import { yieldToEventLoop } from '../../files/thread-priority.ts';
import type { Answer, Order, Taking } from './import-thread-words.ts';
import { readImport } from './read-import.ts';

let slices: LineSlice[] = [];

async function take({ kind, sent, usualMerchant }: Taking): Promise<Answer> {
  const { options, csv, charset, x12 } = await readImport(kind, sent);
  let [count, bad] = [0, 0];
  const lines = x12
    ? readInvoices210([...textSlices(csv, charset, 'x12')].join(''), {
        ...x12,
        isDryRun: options.dry_run ?? false,
      })
    : readCsv(csv, columnsFor(kind, usualMerchant), charset);
  for await (const slice of lineSlices(lines, linesOfSlice[kind])) {
    count += slice.line_count;
    bad += slice.bad_count;
    slices.push(slice);
  }
  return { taken: { ...options, csv: createHash('sha256').update(csv).digest('hex') }, count, bad };
}

/** A record is the same with and without the name of its merchant. */
function columnsFor(kind: ImportKind, usualMerchant: string | undefined): CsvColumns {
  const columns = importColumns[kind];
  if (usualMerchant === undefined) return columns;
  return { ...columns, usual: { ...columns.usual, merchant: usualMerchant } };
}

async function answer(order: Exclude<Order, { forget: true }>): Promise<Answer> {
  if ('at' in order) return { slice: slices[order.at] };
  slices = [];
  try {
    return await take(order);
  } catch (fault) {
    slices = [];
    if (!(fault instanceof Refusal)) throw fault;
    const { code, message, details } = fault;
    return { refused: { code, message, details } };
  }
}

yieldToEventLoop();
parentPort?.on('message', (order: Order) => {
  if ('forget' in order) return void (slices = []);
  // A fault other than a refusal ends the thread, and the API notices.
  void answer(order).then((words) => parentPort?.postMessage(words));
});
