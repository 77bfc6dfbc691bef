/** The thread that reads uploads, one at a time. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../domain/refusal.ts';
import { yieldToEventLoop } from './thread-priority.ts';
import type { UploadAnswer, UploadOrder } from './take-upload.ts';
import { readUpload } from './uploads.ts';

async function answer({ name, raw, contentType }: UploadOrder): Promise<UploadAnswer> {
  try {
    return await readUpload(name, Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), contentType);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const { code, message, details } = fault;
    return { refused: { code, message, details } };
  }
}

yieldToEventLoop();
parentPort?.on('message', (order: UploadOrder) => {
  // A fault other than a refusal ends the thread, and the API notices.
  void answer(order).then((words) => {
    const handedOver = 'files' in words ? [...words.files.values()].map(({ buffer }) => buffer) : [];
    parentPort?.postMessage(words, handedOver);
  });
});
