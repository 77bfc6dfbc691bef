/** The life of a print job, as in the contract's table. Only a person retries: a machine never prints a label twice. */
import { fits, type LabelType } from './label-types.ts';
import { stateMachine, statesOf, type StateIn } from '../state-machine.ts';

export const printJobStates = stateMachine(
  'print job',
  ['queued'],
  [
    ['claim', ['queued'], 'printing'],
    ['finish', ['printing'], 'done'],
    ['fail', ['printing'], 'failed'],
    ['cancel', ['queued'], 'cancelled'],
    ['expire', ['queued'], 'expired'],
    ['retry', ['failed'], 'queued'],
  ],
  // The hub and the clock take these; a person cancels and retries.
  ['claim', 'finish', 'fail', 'expire'],
);

export type PrintJobStatus = StateIn<typeof printJobStates>;
export const printJobStatuses = statesOf(printJobStates);
/** No hub works on it any more. */
export const finishedStates = ['done', 'cancelled', 'failed', 'expired'] as const;

/** The terms a hub uses for what a printer reports about itself. */
export const deviceStatuses = [
  'ready',
  'out_of_paper',
  'out_of_ribbon',
  'cover_open',
  'paused',
  'busy',
  'error',
  'offline',
  'unknown',
] as const;

/** The contract: a device is online when last_seen_at lies within the last 2 minutes. */
export const onlineMsMax = 2 * 60_000;

export function isOnline(lastSeenAt: Date | null, now = new Date()): boolean {
  return lastSeenAt !== null && now.getTime() - lastSeenAt.getTime() <= onlineMsMax;
}

/**
 * A printer that could not print for longer than this, and finds labels older than this, asks a person first; a printer
 * and a warehouse may have a limit of their own.
 */
export const backlogMinutesDefault = 60;
/** What the second of the two choices cancels: labels older than this. */
export const oldMinutesDefault = 60;

/** A hub silent for this long is assumed to have lost the job it was printing. */
export const hubLostMinutes = 15;
/**
 * A hub gives up on one label after little more than an hour. One it has held for this long, although it is heard from,
 * it no longer knows: its journal was lost.
 */
export const printingMinutesMax = 180;
export const hubLostError = 'HUB_LOST: the label may have printed; check before retrying';

/** Why a queued job has not gone out yet; null when it only waits its turn. */
export type WaitingReason =
  | 'LABEL_NOT_TAKEN'
  | 'BACKLOG_UNDECIDED'
  | 'NO_DEFAULT_PRINTER'
  | 'DEVICE_REMOVED'
  | 'DEVICE_OFFLINE'
  | 'PRINTER_NOT_READY';

/** What a printer reports while it prints nothing. */
export const troubles: readonly string[] = [
  'out_of_paper',
  'out_of_ribbon',
  'cover_open',
  'paused',
  'error',
  'offline',
];

export interface WaitingFacts {
  status: string;
  device_id: string | null;
  device_status: string | null;
  device_removed_at: Date | null;
  device_last_seen_at: Date | null;
  device_asked_at: Date | null;
  content_type: LabelType;
  device_takes: readonly string[] | null;
}

/** The waiting reason the print center shows for a job. */
export function waitingReason(job: WaitingFacts, now = new Date()): WaitingReason | null {
  if (job.status !== 'queued') return null;
  if (job.device_id === null) return 'NO_DEFAULT_PRINTER';
  if (job.device_removed_at !== null) return 'DEVICE_REMOVED';
  if (!fits(job.content_type, job.device_takes ?? [])) return 'LABEL_NOT_TAKEN';
  if (!isOnline(job.device_last_seen_at, now)) return 'DEVICE_OFFLINE';
  if (job.device_asked_at !== null) return 'BACKLOG_UNDECIDED';
  return job.device_status !== null && troubles.includes(job.device_status) ? 'PRINTER_NOT_READY' : null;
}
