/** What the print center asks of the API. */
import { ask, queryOf as query, send, sendOnce, type Page } from './ask.ts';

export type JobStatus = 'queued' | 'printing' | 'done' | 'failed' | 'cancelled' | 'expired';

export interface PrintJob {
  id: string;
  device_id: string | null;
  warehouse_id: string | null;
  label_kind: string;
  ref_type: string | null;
  ref_id: string | null;
  ref_no: string | null;
  copies: number;
  status: JobStatus;
  error: string | null;
  created_at: string;
  attempt: number;
  verified: boolean | null;
  reprint_of: string | null;
  device_name: string | null;
  device_status: string | null;
  expires_at: string | null;
  waiting_reason:
    | 'LABEL_NOT_TAKEN'
    | 'BACKLOG_UNDECIDED'
    | 'NO_DEFAULT_PRINTER'
    | 'DEVICE_REMOVED'
    | 'DEVICE_OFFLINE'
    | 'PRINTER_NOT_READY'
    | null;
  queued_at: string;
  printing_at: string | null;
  finished_at: string | null;
}

export interface Device {
  id: string;
  name: string;
  model: string | null;
  connection: string;
  address: string;
  is_default_label_printer: boolean;
  status: string;
  last_seen_at: string | null;
  hub_name: string;
  warehouse_id: string | null;
  warehouse_name: string | null;
  takes: string[];
  /** What it found waiting: it prints nothing until somebody has said what becomes of it. */
  backlog: { labels: number; old_labels: number; oldest_queued_at: string; asked_at: string } | null;
  online: boolean;
}

export interface Warehouse {
  id: string;
  code: string;
  name: string;
}

const pageSizeMax = 200;
const decideTurnsMax = 100;

const page = '/ops/print';
const call = <T>(path: string): Promise<T> => ask(page, `wms/${path}`);

export interface JobFilter {
  status: JobStatus;
  warehouse_id: string;
  q: string;
}

/** The first `wanted` jobs, fetched in pages that each continue after the last job of the one before. */
export async function readJobs(
  filter: JobFilter,
  wanted: number,
): Promise<{ jobs: PrintJob[]; total: number }> {
  const jobs: PrintJob[] = [];
  for (;;) {
    const page_size = Math.min(wanted - jobs.length, pageSizeMax);
    const piece = { ...filter, page_size, after: jobs.at(-1)?.id ?? '' };
    const { data, meta } = await call<Page<PrintJob>>(`print-jobs?${query(piece)}`);
    jobs.push(...data);
    if (data.length < page_size || jobs.length >= wanted) return { jobs, total: meta.total };
  }
}

/** How many jobs there are, without the jobs themselves; `queued_before` counts those waiting since before then. */
export async function countJobs(filter: JobFilter & { queued_before?: string }): Promise<number> {
  return (await call<Page<PrintJob>>(`print-jobs?${query({ ...filter, page_size: 1 })}`)).meta.total;
}

export function readDevices(warehouseId: string): Promise<Page<Device>> {
  return call(`print-devices?${query({ warehouse_id: warehouseId, page_size: pageSizeMax })}`);
}

/** Empty if the login may not see master data: the page then offers no choice. */
export async function readWarehouses(): Promise<Warehouse[]> {
  try {
    return (await call<Page<Warehouse>>('warehouses?page_size=200')).data;
  } catch {
    return [];
  }
}

export function actOnJob(id: string, action: 'cancel' | 'retry'): Promise<unknown> {
  return patch(`print-jobs/${id}`, { action });
}

export function makeDefault(id: string): Promise<unknown> {
  return patch(`print-devices/${id}`, { is_default_label_printer: true });
}

/** Prints the label again, as a job of its own. */
export function reprint(id: string): Promise<unknown> {
  return sendOnce(page, `wms/print-jobs/${id}/reprint`);
}

export function moveJob(id: string, deviceId: string): Promise<unknown> {
  return post(`print-jobs/${id}/move`, { device_id: deviceId });
}

export type BacklogAction = 'print' | 'cancel_old';

/**
 * Says what becomes of what a printer found waiting; repeated while more is to be cancelled than fits into one go, up to a
 * hundred times: `is_decided` is false if there is still more.
 */
export async function decideBacklog(
  id: string,
  action: BacklogAction,
): Promise<{ is_decided: boolean; cancelled: number }> {
  let cancelled = 0;
  for (let turn = 0; turn < decideTurnsMax; turn += 1) {
    const path = `print-devices/${id}/backlog`;
    const { data } = await post<{ data: { is_decided: boolean; cancelled: number } }>(path, { action });
    cancelled += data.cancelled;
    if (data.is_decided) return { is_decided: true, cancelled };
  }
  return { is_decided: false, cancelled };
}

/** Cancels what is waiting under the filter, up to a thousand. */
export async function cancelAll(filter: {
  warehouse_id: string;
  q: string;
}): Promise<{ cancelled: number; remaining: number }> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return (await post<{ data: { cancelled: number; remaining: number } }>('print-jobs/cancel', given)).data;
}

/** The one text that connects a workstation's hub to this platform. */
export async function makeConnectionCode(key: {
  name: string;
  warehouse_id: string;
  backend_url: string;
}): Promise<string> {
  const body = { ...key, warehouse_id: key.warehouse_id || null };
  const { data } = await post<{ data: { connection_code: string } }>('hubs/enrollment-keys', body);
  return data.connection_code;
}

/** Whether the API, to which hubs connect, is under the address of this page: its front page is there, too. */
export async function isApiHere(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
  return answer?.ok === true;
}

function patch(path: string, body: object): Promise<unknown> {
  return send(page, 'PATCH', `wms/${path}`, body);
}

function post<T = unknown>(path: string, body: object): Promise<T> {
  return send<T>(page, 'POST', `wms/${path}`, body);
}

export function previewUrl(id: string): string {
  return `/ops/print/api/wms/print-jobs/${id}/preview`;
}
