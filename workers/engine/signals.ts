/**
 * Sends handlers' signals to whom they concern after the commit. Best effort: receivers work correctly without them.
 */
import type { PrintSignal } from '../../queues/printing/print-queue.ts';
import type { Wake, WakeReason } from '../../queues/engine/wakes.ts';

export type Signal = PrintSignal | Wake;

export interface SignalSinks {
  print(signals: readonly PrintSignal[]): void;
  wake(reason: WakeReason): void;
}

export function sendSignals(sent: readonly Signal[], { print, wake }: SignalSinks): void {
  const ofPrinting: PrintSignal[] = [];
  for (const signal of sent) {
    if (signal.kind === 'look') wake(signal.reason);
    else ofPrinting.push(signal);
  }
  if (ofPrinting.length > 0) print(ofPrinting);
}
