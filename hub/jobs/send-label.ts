import { setTimeout as pause } from 'node:timers/promises';
import { isReady, troubleOf, type PrinterState } from '../../domain/printing/printer-state.ts';
import { planCopies } from '../../domain/printing/zpl-copies.ts';
import { queryState } from '../devices/query-state.ts';
import type { JobResult } from '../state/journal-entry.ts';
import { TransportError, type Link } from '../transports/link.ts';
import type { Timings } from '../timings.ts';

/** However long a batch is, after this time the hub stops waiting for the printer to report that it is done. */
const batchMsMax = 3_600_000;

export type Finding = Pick<JobResult, 'status' | 'error' | 'verified'>;

/**
 * Sends a label over an open link and finds out what happened to it. `done` with `verified` means the printer's own
 * status came back clean and idle; `done` without it, that the link to a printer without status ended cleanly.
 * `onState` receives what the printer reports meanwhile. Never throws: each fault is a `failed` that says whether the
 * label may have printed.
 */
export async function sendLabel(
  link: Link,
  label: { zpl: string; copies: number },
  stateBefore: PrinterState,
  timings: Timings,
  onState: (state: PrinterState) => void,
): Promise<Finding> {
  try {
    const plan = planCopies(label.zpl, label.copies);
    const bytes = Buffer.from(plan.zpl, 'utf8');
    for (let sent = 0; sent < plan.repeat; sent += 1) await link.write(bytes);
    return isReady(stateBefore) === null
      ? await endUnwatched(link, timings)
      : await watchToEnd(link, stateBefore.idle !== null, timings, onState);
  } catch (cause) {
    if (cause instanceof TransportError) return failed(cause.code, cause.message, cause.mayHavePrinted);
    return failed('INTERNAL', `The hub failed while printing: ${(cause as Error).message}`, true);
  }
}

async function watchToEnd(
  link: Link,
  tellsIdle: boolean,
  timings: Timings,
  onState: (state: PrinterState) => void,
): Promise<Finding> {
  const started = Date.now();
  let lastGood = started;
  let why = 'the printer stopped answering';
  let hasAnswered = false;
  let wasSilent = false;
  while (Date.now() - started < batchMsMax) {
    const state = await queryState(link, timings.statusMs);
    onState(state);
    const isGood = isReady(state) === true;
    const isHalf = isGood && state.idle === null && tellsIdle && link.outlivesPrinter;
    const isSilent = isReady(state) === null || isHalf;
    // Before its first answer the line may still be busy with the label.
    if (isSilent) wasSilent ||= hasAnswered;
    else hasAnswered = true;
    if (isGood && !isSilent) {
      if (wasSilent && link.outlivesPrinter)
        return failed('PRINTER_ERROR', 'The printer stopped answering, as if it had been switched off', true);
      if (state.idle) return { status: 'done', error: null, verified: true };
      if (state.idle === null) return endUnwatched(link, timings);
    }
    if (!link.isAlive)
      return failed('WRITE_FAILED', 'The printer disconnected before it finished the label', true);
    if (isGood && !isSilent) lastGood = Date.now();
    else why = troubleOf(state) ?? why;
    if (Date.now() - lastGood >= timings.troubleMs) {
      return failed('PRINTER_ERROR', `The printer did not finish the label: ${why}`, true);
    }
    await pause(timings.statusPollMs);
  }
  return failed('PRINTER_ERROR', 'The printer did not finish within an hour', true);
}

export async function endUnwatched(link: Link, timings: Timings): Promise<Finding> {
  if (await link.finish(timings.finishMs)) return { status: 'done', error: null, verified: false };
  return failed('WRITE_STALLED', 'The printer did not accept the whole label', true);
}

export function failed(code: string, message: string, mayHavePrinted: boolean): Finding {
  return { status: 'failed', error: { code, message, may_have_printed: mayHavePrinted }, verified: false };
}
