/** What the print center asks of the API. */
import { ApiError, ask, queryOf as query, sending, type Page } from './ask.ts';

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

const call = <T>(path: string, init?: RequestInit): Promise<T> => ask('/ops/print', `wms/${path}`, init);

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

// Kept until there is an answer: who soon asks again after none came asks for the same label, not for one more.
const reprintKeys = new Map<string, string>();
const reprintKeyMs = 5 * 60_000;

/** Prints the label again, as a job of its own. */
export async function reprint(id: string): Promise<void> {
  const key = reprintKeys.get(id) ?? newKey();
  if (!reprintKeys.has(id)) setTimeout(() => reprintKeys.delete(id), reprintKeyMs);
  reprintKeys.set(id, key);
  const { headers, ...request } = sending('POST', {});
  try {
    await call(`print-jobs/${id}/reprint`, { ...request, headers: { ...headers, 'idempotency-key': key } });
    reprintKeys.delete(id);
  } catch (fault) {
    const isAnswer = fault instanceof ApiError && fault.status > 0 && fault.status < 500;
    if (isAnswer) reprintKeys.delete(id);
    throw fault;
  }
}

// A page that does not come over TLS has no randomUUID.
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

export function moveJob(id: string, deviceId: string): Promise<unknown> {
  return send('POST', `print-jobs/${id}/move`, { device_id: deviceId });
}

export type BacklogAction = 'print' | 'cancel_old';

/** Says what becomes of what a printer found waiting; repeated while more is to be cancelled than fits into one go. */
export async function decideBacklog(id: string, action: BacklogAction): Promise<{ cancelled: number }> {
  let cancelled = 0;
  for (let turn = 0; turn < decideTurnsMax; turn += 1) {
    const path = `print-devices/${id}/backlog`;
    const { data } = await send<{ data: { is_decided: boolean; cancelled: number } }>('POST', path, {
      action,
    });
    cancelled += data.cancelled;
    if (data.is_decided) break;
  }
  return { cancelled };
}

/** Cancels what is waiting under the filter, up to a thousand. */
export async function cancelAll(filter: {
  warehouse_id: string;
  q: string;
}): Promise<{ cancelled: number; remaining: number }> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return (await send<{ data: { cancelled: number; remaining: number } }>('POST', 'print-jobs/cancel', given))
    .data;
}

/** The one text that connects a workstation's hub to this platform. */
export async function makeConnectionCode(key: {
  name: string;
  warehouse_id: string;
  backend_url: string;
}): Promise<string> {
  const body = { ...key, warehouse_id: key.warehouse_id || null };
  const { data } = await send<{ data: { connection_code: string } }>('POST', 'hubs/enrollment-keys', body);
  return data.connection_code;
}

/** Whether the API, to which hubs connect, is under the address of this page: its front page is there, too. */
export async function isApiHere(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD' }).catch(() => undefined);
  return answer?.ok === true;
}

function patch(path: string, body: object): Promise<unknown> {
  return send('PATCH', path, body);
}

function send<T = unknown>(method: 'POST' | 'PATCH', path: string, body: object): Promise<T> {
  return call<T>(path, sending(method, body));
}

export function previewUrl(id: string): string {
  return `/ops/print/api/wms/print-jobs/${id}/preview`;
}
