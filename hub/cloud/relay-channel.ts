import type { PrinterLanguage } from '../../domain/printing/label-types.ts';
import type { JobResult } from '../state/journal-entry.ts';

/** The connection to the relay broke before the answer came; the request may or may not have been carried out. */
export class ChannelLost extends Error {}

export interface ClaimedJob {
  print_job_id: string;
  device_id: string;
  copies: number;
  content_type: string;
  /** The base64 of a label that is a file. */
  zpl_content: string;
}

export interface LedgerDevice {
  device_id: string;
  reachable: boolean | null;
  status: string;
}

export interface LedgerRow extends LedgerDevice {
  name: string;
  model: string | null;
  device_type: 'label_printer';
  takes: readonly PrinterLanguage[];
  connection: string;
  address: string;
  is_default_label_printer: boolean;
}

/**
 * What the hub asks of the relay, over the link or over HTTP alike. Every call rejects with ChannelLost if no answer
 * came, and is safe to repeat.
 */
export interface RelayChannel {
  /** The job, or `null` if it is not ours to print, e.g. because it was moved to a printer other than `deviceId`. */
  claim(printJobId: string, claimId: string, deviceId?: string): Promise<ClaimedJob | null>;
  /** Resolves when the backend has the result. */
  report(printJobId: string, claimId: string, result: JobResult): Promise<void>;
  /** Resolves with the ids of those that another hub of the platform has. */
  sendDevices(rows: LedgerRow[]): Promise<readonly string[]>;
  sendHeartbeat(devices: LedgerDevice[]): Promise<void>;
}

/** The job's `error` text: code and sentence, or nothing. */
export function errorText({ error }: JobResult): string | null {
  return error ? `${error.code}: ${error.message}` : null;
}

/** Whether an error leaves it open if something was printed; a finished label was, of course. */
export function mayHavePrinted({ error }: JobResult): boolean {
  return error ? error.may_have_printed : true;
}

/** An older platform does not say which printers another hub has. */
export function foreignOf({ foreign }: Record<string, unknown>): readonly string[] {
  return Array.isArray(foreign) ? foreign.map(String) : [];
}

/** Checks what the relay sent; anything that is not a job counts as no answer. */
export function readClaimedJob(value: unknown): ClaimedJob {
  const job = value as Partial<ClaimedJob> | null;
  const { print_job_id, device_id, copies, zpl_content } = job ?? {};
  if (typeof print_job_id !== 'string' || typeof device_id !== 'string' || typeof zpl_content !== 'string') {
    throw new ChannelLost('The relay sent a job that cannot be read');
  }
  return {
    print_job_id,
    device_id,
    copies: copies ?? 1,
    content_type: job?.content_type ?? 'application/zpl',
    zpl_content,
  };
}
