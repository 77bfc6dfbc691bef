/** What every way of creating print jobs shares: check, insert, emit, find the printer, wake its hub. */
import type { TenantTransaction } from '../../db/database.ts';
import { together } from '../../db/sql-errors.ts';
import { presentDevices } from '../../db/printing/devices.read.ts';
import type { OfferRow } from '../../db/printing/print-jobs.read.ts';
import {
  insertPrintJobs,
  type LabelToQueue,
  type NewPrintJob,
  type QueuedLabel,
} from '../../db/printing/print-jobs.write.ts';
import { readPrinterChoices } from '../../db/printing/printer-choices.read.ts';
import type { DomainEvent } from '../../domain/domain-event.ts';
import { newId } from '../../domain/new-id.ts';
import { fits, type LabelType } from '../../domain/printing/label-types.ts';
import { labelsMax } from '../../domain/printing/zpl-allowed.ts';
import { judgeZpl } from '../../domain/printing/zpl-policy.ts';
import { knownIds } from '../../db/records.read.ts';
import { invalid, Refusal, unknownReference } from '../../domain/refusal.ts';
import { zplBytesMax } from '../../queues/printing/print-jobs.ts';
import type { Work } from '../engine/handler.ts';
import type { Signal } from '../engine/signals.ts';
import { labelNotTaken } from './printer-takes.ts';
import { tellDispatched, wake } from './send-offers.ts';

type Parts = Pick<Work, 'tx' | 'organizationId' | 'emit' | 'signal'>;

export interface QueuedLabels {
  /** In the order given; their ids ascend. */
  labels: QueuedLabel[];
  /** False while some of them have no printer. */
  areOffered: boolean;
}

/**
 * Queues labels, assigns printers where possible, and wakes the hubs. Refuses 413 PAYLOAD_TOO_LARGE
 * for a label over 1 MiB, 422 ZPL_INVALID and ZPL_FORBIDDEN with the place, 422 TOO_MANY_LABELS, 400 for an expires_at that has passed, 400 UNKNOWN_REFERENCE for a device or
 * warehouse outside the organization.
 */
export async function queueLabels(
  work: Parts,
  jobs: readonly LabelToQueue[],
  list?: 'jobs',
): Promise<QueuedLabels> {
  const { tx, organizationId, emit } = work;
  jobs.forEach((job, index) => refuseBadEnd(job, list ? `${list}.${index}.` : ''));
  const named = jobs.map((job, index) => ({
    ...job,
    // The platform's own labels come by their hash, and print one each.
    labels_per_copy: 'zpl_content' in job ? judgeLabel(job, list && `${list}.${index}.`) : 1,
    id: newId(),
  }));
  for (const { id } of named) emit({ type: 'print_job.queued', subject_type: 'print_job', subject_id: id });
  // What the platform's own labels name was read from its rows.
  const given = named.filter((job) => 'zpl_content' in job);
  // Sent at once and run in this order: the checks, which name the place, before the insert they guard.
  const [, , labels] = await together([
    assertKnown(tx, given, device, list),
    assertKnown(tx, given, warehouse, list),
    insertPrintJobs(tx, named),
  ]);
  refuseNotTaken(labels);
  const offers = labels.flatMap((label) => offerOf(organizationId, label) ?? []);
  const isDefault = new Set(labels.flatMap(({ id, is_device_given }) => (is_device_given ? [] : [id])));
  tellDispatched(
    work,
    offers.filter((offer) => isDefault.has(offer.print_job_id)),
  );
  return { labels, areOffered: wake(work, offers) === labels.length };
}

/** A label of a command's in a group. */
interface LabelOf<W> {
  work: W;
  job: LabelToQueue;
}

/**
 * The same for the labels of a group of commands, one each. Each command tells of its own label, once all of them are
 * queued and `check`, which runs beside, has refused none. Says of each whether its hub was woken.
 */
export async function queueLabelsOf<W extends Parts>(
  tx: TenantTransaction,
  asked: readonly LabelOf<W>[],
  check?: () => Promise<unknown>,
): Promise<{ work: W; label: QueuedLabel; isOffered: boolean }[]> {
  const events: DomainEvent[] = [];
  const signals: Signal[] = [];
  const gathered = {
    tx,
    organizationId: tx.organizationId,
    emit: (event: DomainEvent) => void events.push(event),
    signal: (signal: Signal) => void signals.push(signal),
  };
  const jobs = asked.map(({ job }) => job);
  const [, { labels }] = await together([check?.(), queueLabels(gathered, jobs)]);
  const workOf = new Map(labels.map(({ id }, index) => [id, asked[index]!.work]));
  for (const event of events) workOf.get(event.subject_id)?.emit(event);
  const offered = new Set<string>();
  for (const signal of signals) {
    if (signal.kind !== 'wake') continue;
    offered.add(signal.offer.print_job_id);
    workOf.get(signal.offer.print_job_id)?.signal(signal);
  }
  return labels.map((label, index) => ({
    work: asked[index]!.work,
    label,
    isOffered: offered.has(label.id),
  }));
}

function offerOf(organizationId: string, label: QueuedLabel): OfferRow | undefined {
  const { id, hub_id, hub_warehouse_id, device_id, attempt, label_kind, copies } = label;
  if (!hub_id || !device_id) return undefined;
  return {
    organization_id: organizationId,
    warehouse_id: hub_warehouse_id,
    hub_id,
    print_job_id: id,
    attempt,
    device_id,
    label_kind,
    copies,
  };
}

/** `place` is where the label stands in the caller's list, if there is one. */
function judgeLabel(
  job: { zpl_content: string; copies?: number; content_type?: LabelType },
  place = '',
): number {
  const { zpl_content: zpl, copies = 1, content_type: type = 'application/zpl' } = job;
  // A file was looked at when it came in.
  if (type !== 'application/zpl') return 1;
  if (Buffer.byteLength(zpl) > zplBytesMax) {
    throw new Refusal('PAYLOAD_TOO_LARGE', `zpl_content is larger than ${zplBytesMax} bytes.`, {
      bytes_max: zplBytesMax,
    });
  }
  const verdict = judgeZpl(zpl);
  if (verdict.ok) {
    if (copies * verdict.labels > labelsMax) throw tooManyLabels(copies, verdict.labels, `${place}copies`);
    return verdict.labels;
  }
  const { line, column } = verdict.place;
  const path = `${place}zpl_content`;
  const sentence = `${verdict.message} (${path}, line ${line}, column ${column}).`;
  throw new Refusal(verdict.code, sentence, { path, line, column });
}

/** A label without a printer yet waits for one that takes it. */
function refuseNotTaken(labels: readonly QueuedLabel[]): void {
  for (const { content_type: type, device_name: name, device_takes: takes, device_id } of labels) {
    if (takes === null || fits(type, takes)) continue;
    throw labelNotTaken({ id: device_id!, name: name!, takes }, type);
  }
}

function refuseBadEnd({ expires_at: at, expires_after_minutes: minutes }: LabelToQueue, place: string): void {
  const path = `${place}expires_at`;
  if (typeof at !== 'string') return;
  if (typeof minutes === 'number')
    throw invalid(path, 'both', `${path} cannot be given together with expires_after_minutes`);
  if (Date.parse(at) <= Date.now()) throw invalid(path, 'past', `${path} must lie in the future`);
}

/** A job of which a hub could not say within its hour whether it was printed. */
export function tooManyLabels(copies: number, labels: number, path: string): Refusal {
  return new Refusal(
    'TOO_MANY_LABELS',
    `${copies} copies of ${labels} labels each are more than the ${labelsMax} that one job prints; divide it into several jobs.`,
    { path, copies, labels_per_copy: labels, labels_max: labelsMax },
  );
}

interface Named {
  path: 'device_id' | 'warehouse_id';
  noun: string;
  /** Which of the ids may be named. */
  known(tx: Work['tx'], ids: readonly string[]): Promise<string[]>;
}

// A printer that left its hub's list no longer prints; a job for it would wait forever.
const device: Named = { path: 'device_id', noun: 'print device', known: presentDevices };
const warehouse: Named = {
  path: 'warehouse_id',
  noun: 'warehouse',
  known: (tx, ids) => knownIds(tx, 'warehouses', ids),
};

async function assertKnown(
  tx: Work['tx'],
  jobs: readonly NewPrintJob[],
  { path, noun, known }: Named,
  list: string | undefined,
): Promise<void> {
  const ids = [...new Set(jobs.map((job) => job[path]).filter((id) => typeof id === 'string'))];
  if (ids.length === 0) return;
  const found = new Set(await known(tx, ids));
  const missing = jobs.findIndex(({ [path]: id }) => id && !found.has(id.toLowerCase()));
  if (missing >= 0) throw unknownReference(list ? `${list}.${missing}.${path}` : path, noun);
}

/**
 * Refuses 422 PRINTER_NOT_NAMED with the warehouses and printers to choose from when a label names neither and there
 * are several warehouses. A default printer without a warehouse takes labels that name none.
 */
export async function refuseUnnamedPrinter(
  { tx }: Pick<Work, 'tx'>,
  jobs: readonly { device_id?: string | null; warehouse_id?: string | null }[],
): Promise<void> {
  const unnamed = jobs.findIndex((job) => !job.device_id && !job.warehouse_id);
  if (unnamed < 0) return;
  const { warehouses, printers, warehouse_count, has_unplaced_default } = await readPrinterChoices(tx);
  if (warehouse_count < 2 || has_unplaced_default) return;
  const names = warehouses.map(({ code }) => code).join(', ');
  const more = warehouse_count > warehouses.length ? ` and ${warehouse_count - warehouses.length} more` : '';
  throw new Refusal(
    'PRINTER_NOT_NAMED',
    `The label names no printer and no warehouse, and there are ${warehouse_count} warehouses: ${names}${more}. Give warehouse_id or device_id.`,
    { path: jobs.length > 1 ? `jobs.${unnamed}` : 'warehouse_id', warehouses, printers },
  );
}
