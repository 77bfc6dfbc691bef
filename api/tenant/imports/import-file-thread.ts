/**
 * The thread that takes imports apart, one at a time: the body's JSON, its rules, then the CSV, whose lines it keeps as
 * texts until they are asked for. None of it is seen by the event loop, and its memory has an end of its own.
 */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { readCsv } from '../../../domain/imports/csv.ts';
import { Refusal } from '../../../domain/refusals.ts';
import { importBody, importColumns, type ImportKind } from '../../../queues/imports/imports.ts';
import type { Infer } from '../../../queues/schema.ts';
import { parseJsonBody } from '../../http/read-body.ts';
import { validate } from '../../http/validate.ts';
import type { Answer, Order } from './import-thread-words.ts';

let texts: string[] = [];

async function take(kind: ImportKind, raw: Uint8Array, contentType: string): Promise<Answer> {
  const body = validate<Infer<typeof importBody>>(importBody, parseJsonBody(Buffer.from(raw), contentType), {
    convert: false,
  });
  const { csv, ...rest } = body;
  let count = 0;
  for await (const lines of readCsv(csv, importColumns[kind])) {
    count += lines.length;
    texts.push(JSON.stringify(lines));
  }
  return { taken: { ...rest, csv: createHash('sha256').update(csv).digest('hex') }, count };
}

async function answer(order: Exclude<Order, { forget: true }>): Promise<Answer> {
  if ('at' in order) return { text: texts[order.at] };
  texts = [];
  try {
    return await take(order.kind, order.raw, order.contentType);
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
