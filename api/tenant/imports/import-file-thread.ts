/**
 * The thread that takes imports apart, one at a time: the body, its rules, then the CSV, whose lines it keeps as texts
 * until they are asked for. None of it is seen by the event loop, and its memory has an end of its own.
 */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { readCsv } from '../../../domain/imports/csv.ts';
import { Refusal } from '../../../domain/refusals.ts';
import { importColumns, type ImportKind } from '../../../queues/imports/imports.ts';
import type { Answer, Order } from './import-thread-words.ts';
import { readImport, type SentImport } from './read-import.ts';

let texts: string[] = [];

async function take(kind: ImportKind, sent: SentImport): Promise<Answer> {
  const { options, csv, charset } = await readImport(sent);
  let count = 0;
  for await (const lines of readCsv(csv, importColumns[kind], charset)) {
    count += lines.length;
    texts.push(JSON.stringify(lines));
  }
  return { taken: { ...options, csv: createHash('sha256').update(csv).digest('hex') }, count };
}

async function answer(order: Exclude<Order, { forget: true }>): Promise<Answer> {
  if ('at' in order) return { text: texts[order.at] };
  texts = [];
  try {
    return await take(order.kind, order.sent);
  } catch (fault) {
    texts = [];
    if (!(fault instanceof Refusal)) throw fault;
    const { code, message, details } = fault;
    return { refused: { code, message, details } };
  }
}

parentPort?.on('message', (order: Order) => {
  if ('forget' in order) return void (texts = []);
  // A fault that is no refusal ends the thread, whose opener hears of it.
  void answer(order).then((words) => parentPort?.postMessage(words));
});
