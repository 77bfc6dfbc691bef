/** What states and reasons are called on the page. */
import type { Device, JobStatus, PrintJob } from './api.ts';
import { serverNow } from './ask.ts';

/** The contract: jobs waiting more than 5 minutes are highlighted. */
export const lateMs = 5 * 60_000;

export const statuses: readonly JobStatus[] = [
  'queued',
  'printing',
  'failed',
  'done',
  'cancelled',
  'expired',
];

export const statusWords: Record<JobStatus, string> = {
  queued: 'Waiting',
  printing: 'Printing',
  failed: 'Failed',
  done: 'Done',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

/** If a list is empty, the page says what that means. */
export const emptyWords: Record<JobStatus, string> = {
  queued: 'Nothing is waiting. New labels show up here by themselves.',
  printing: 'Nothing is printing right now.',
  failed: 'No label has failed.',
  done: 'Nothing has been printed yet.',
  cancelled: 'No label has been cancelled.',
  expired: 'No label has expired before it could be printed.',
};

const kindWords: Record<string, string> = {
  packing_list: 'Packing list',
  carton_content: 'Carton content',
  carton: 'Carton',
  pallet: 'Pallet',
  location: 'Location',
  item: 'Item',
  lpn: 'License plate',
  ucc: 'UCC-128',
  ucc128: 'UCC-128',
  shipping: 'Shipping',
  carrier: 'Carrier',
};

const documentWords: Record<string, string> = {
  pallet: 'Pallet',
  lpn: 'License plate',
  carton: 'Carton',
  shipment: 'Shipment',
  wms_shipment: 'Shipment',
  receipt: 'Receipt',
  inbound_receipt: 'Receipt',
  order: 'Order',
  sales_order: 'Order',
};

/** What kind of label it is, in words; a custom kind as it was written, without its underscores. */
export function kindWord({ label_kind: kind }: { label_kind: string }): string {
  return kindWords[kind] ?? kind.replaceAll('_', ' ');
}

/** `Packing list label`, but not `Pallet label label` if a custom kind already says it. */
export function labelWord(job: { label_kind: string }): string {
  const kind = kindWord(job);
  return /label$/i.test(kind) ? kind : `${kind} label`;
}

export function documentKind(refType: string): string {
  return documentWords[refType] ?? refType.replaceAll('_', ' ');
}

const deviceWords: Record<string, string> = {
  ready: 'ready',
  out_of_paper: 'out of paper',
  out_of_ribbon: 'out of ribbon',
  cover_open: 'cover open',
  paused: 'paused',
  busy: 'busy',
  error: 'in trouble',
  offline: 'switched off',
  unknown: 'tells no state',
};

export function deviceWord(status: string): string {
  return deviceWords[status] ?? status;
}

export function isLate({ status, queued_at }: PrintJob): boolean {
  return status === 'queued' && serverNow() - Date.parse(queued_at) > lateMs;
}

/** Why a job is still waiting, for the person who could help. */
export function waitingWords(job: PrintJob): string | null {
  if (job.waiting_reason === 'NO_DEFAULT_PRINTER') {
    return 'There is no default label printer in this warehouse. Choose one under Printers.';
  }
  if (job.waiting_reason === 'BACKLOG_UNDECIDED')
    return `${job.device_name ?? 'Its printer'} asks what becomes of the labels it found waiting.`;
  if (job.waiting_reason === 'LABEL_NOT_TAKEN')
    return `${job.device_name ?? 'Its printer'} does not take this kind of file. Send it to another printer.`;
  if (job.waiting_reason === 'DEVICE_REMOVED')
    return `${job.device_name ?? 'Its printer'} is no longer registered. Cancel this label.`;
  if (job.waiting_reason === 'DEVICE_OFFLINE') return `${job.device_name ?? 'Its printer'} is offline.`;
  if (job.waiting_reason === 'PRINTER_NOT_READY') {
    return `${job.device_name ?? 'Its printer'}: ${deviceWord(job.device_status ?? 'error')}.`;
  }
  return null;
}

export function mayHavePrinted(job: PrintJob): boolean {
  return job.status === 'failed' && /may have printed/i.test(job.error ?? '');
}

export function deviceState(device: Device): { word: string; tag: string } {
  if (!device.online) return { word: 'offline', tag: '' };
  const isFine = ['ready', 'busy', 'unknown'].includes(device.status);
  return isFine ? { word: 'online', tag: 'online' } : { word: deviceWord(device.status), tag: 'trouble' };
}

export function since(moment: string): string {
  const seconds = Math.max(0, Math.round((serverNow() - Date.parse(moment)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

export function ageOf(job: PrintJob): string {
  if (job.status === 'queued')
    return isLate(job) ? `waiting ${since(job.queued_at)} (over 5 min)` : `waiting ${since(job.queued_at)}`;
  if (job.status === 'printing') return `for ${since(job.printing_at ?? job.queued_at)}`;
  return `${since(job.finished_at ?? job.created_at)} ago`;
}

/** The part of the id that distinguishes jobs; the search finds it. */
export function jobNumber({ id }: PrintJob): string {
  return `#${id.slice(-8)}`;
}

export function documentWord({ ref_no, ref_type }: PrintJob): string {
  return ref_no ?? (ref_type ? documentKind(ref_type) : '');
}

// Lists are counted up to here: there may be more than that.
const countedMax = 10_000;

export function countWord(count: number): string {
  return count >= countedMax ? `${countedMax}+` : String(count);
}

export function labelsWord(count: number): string {
  return count === 1 ? '1 label' : `${countWord(count)} labels`;
}

export function copiesWord(copies: number): string {
  return copies === 1 ? '1 copy' : `${copies} copies`;
}
