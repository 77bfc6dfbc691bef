/** The thread that reads proofs of delivery, one at a time. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../../domain/refusal.ts';
import { yieldToEventLoop } from '../../files/thread-priority.ts';
import { readPod } from './pod-body.ts';
import type { PodAnswer, PodOrder } from './take-pod.ts';

async function answer({ raw, contentType }: PodOrder): Promise<PodAnswer> {
  try {
    return await readPod(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), contentType);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    const { code, message, details } = fault;
    return { refused: { code, message, details } };
  }
}

yieldToEventLoop();
parentPort?.on('message', (order: PodOrder) => {
  // A fault other than a refusal ends the thread, and the API notices.
  void answer(order).then((words) => {
    const handedOver = 'files' in words ? [...words.files.values()].map(({ buffer }) => buffer) : [];
    parentPort?.postMessage(words, handedOver);
  });
});
