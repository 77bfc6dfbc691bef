import { createHash, randomUUID } from 'node:crypto';
import { isReady, troubleOf } from '../../domain/printing/printer-state.ts';
import { notTaken } from '../../domain/printing/label-types.ts';
import { labelsMax } from '../../domain/printing/zpl-allowed.ts';
import type { ZplPlace } from '../../domain/printing/zpl-commands.ts';
import { judgeZpl } from '../../domain/printing/zpl-policy.ts';
import { speaksZpl, takesOf } from '../devices/device.ts';
import { HubError } from '../hub-error.ts';
import type { JournalEntry } from '../state/journal-entry.ts';
import { unsent, type FinishedJob, type Label, type PrintStation } from './print-station.ts';

/** The same limit as the backend's `zpl_content`. */
export const zplBytesMax = 1024 * 1024;
/** Each time this many more keys have been remembered, those of forgotten jobs are dropped. */
const clientKeysSweep = 1_000;
/** A printer seen with a problem this recently is refused at once instead of a moment later. */
const freshMs = 5_000;

export interface AcceptedJob {
  job_id: string;
  /** The job of an earlier request with the same client key. */
  earlier: JournalEntry | null;
}

/** Jobs requested over the local protocol. */
export class LocalJobs {
  readonly #station: PrintStation;
  readonly #keyByClientKey = new Map<string, string>();
  readonly #owners = new Map<string, string[]>();
  readonly #accepting = new Map<string, { digest: string; job: Promise<AcceptedJob> }>();
  #isStopping = false;

  constructor(station: PrintStation) {
    this.#station = station;
    for (const { client_key, key } of station.journal.entries) {
      if (client_key) this.#keyByClientKey.set(client_key, key);
    }
  }

  /**
   * Accepts a job and resolves with its id only once it is on disk; its end is the station's `finished` event. A
   * `clientKey` seen in the last 24 hours returns the job created then; for any other label it is refused with
   * INVALID_PARAMS. `owner` is the paired program.
   */
  async accept(
    deviceId: string,
    label: Label,
    clientKey: string | null,
    owner: string,
  ): Promise<AcceptedJob> {
    const job = await this.#acceptOnce(deviceId, label, clientKey);
    if (!job.earlier?.result) this.#owners.set(job.job_id, [...(this.#owners.get(job.job_id) ?? []), owner]);
    return job;
  }

  /** The paired programs that requested this job and have to be told of its end, once each. */
  takeOwners(key: string): readonly string[] {
    const owners = this.#owners.get(key) ?? [];
    this.#owners.delete(key);
    return owners;
  }

  async #acceptOnce(deviceId: string, label: Label, clientKey: string | null): Promise<AcceptedJob> {
    if (clientKey === null) return this.#acceptNew(deviceId, label, null);
    const { journal } = this.#station;
    const digest = digestOf(deviceId, label);
    const earlier = journal.get(this.#keyByClientKey.get(clientKey) ?? '');
    if (earlier) {
      refuseOther(earlier.digest, digest);
      return { job_id: earlier.key, earlier };
    }
    // The same request twice at the same time: the second waits until the first is on disk.
    const underWay = this.#accepting.get(clientKey);
    if (underWay) {
      refuseOther(underWay.digest, digest);
      return underWay.job;
    }
    const job = this.#acceptNew(deviceId, label, clientKey).finally(() => this.#accepting.delete(clientKey));
    this.#accepting.set(clientKey, { digest, job });
    return job;
  }

  /**
   * Continues where the hub's last run ended: an unsent job is printed while it is young, which one from the future is
   * not: the clock was set back. An interrupted one is never sent again, because nobody can know how much of it was
   * printed.
   */
  async recover(): Promise<void> {
    const { journal, timings } = this.#station;
    for (const entry of journal.entries) {
      if (entry.source !== 'local' || !entry.device_id) continue;
      const label = { zpl: entry.zpl ?? '', copies: entry.copies };
      if (entry.stage === 'sending') {
        await this.#station.settle(entry.key, entry.device_id, label, interrupted());
      } else if (entry.stage === 'accepted' && Math.abs(Date.now() - entry.at) < timings.staleJobMs) {
        void this.#print(entry.device_id, entry.key, label);
      } else if (entry.stage === 'accepted') {
        const result = unsent('HUB_RESTARTED', 'The hub was not running for too long; nothing was sent');
        await this.#station.settle(entry.key, entry.device_id, label, result);
      }
    }
  }

  /** Refuses new jobs from now on. */
  stop(): void {
    this.#isStopping = true;
  }

  async #acceptNew(deviceId: string, label: Label, clientKey: string | null): Promise<AcceptedJob> {
    const { journal, book, lanes } = this.#station;
    if (this.#isStopping) throw new HubError('DEVICE_BUSY', 'The hub is stopping');
    refuseBadLabel(label);
    const device = book.get(deviceId);
    if (!speaksZpl(device))
      throw new HubError('LABEL_NOT_TAKEN', notTaken(device.name, 'application/zpl', takesOf(device)));
    this.#refuseTrouble(deviceId);
    if (!lanes.hasRoom(deviceId))
      throw new HubError('DEVICE_BUSY', `Too many jobs are waiting for ${device.name}`);
    const key = randomUUID();
    const { zpl, copies } = label;
    await journal.append({
      type: 'accepted',
      key,
      at: Date.now(),
      device_id: deviceId,
      copies,
      zpl,
      client_key: clientKey,
      digest: clientKey === null ? null : digestOf(deviceId, label),
    });
    if (clientKey) this.#remember(clientKey, key);
    void this.#print(deviceId, key, label);
    return { job_id: key, earlier: null };
  }

  async #print(deviceId: string, key: string, label: Label): Promise<FinishedJob | null> {
    try {
      return await this.#station.print(deviceId, key, async () => label);
    } catch (cause) {
      // Stays in the journal as accepted: the next start decides by its age.
      if (this.#isStopping && cause instanceof HubError) return null;
      const { code = 'INTERNAL', message } = cause as { code?: string; message: string };
      return this.#station.settle(key, deviceId, label, unsent(code, message));
    }
  }

  #remember(clientKey: string, key: string): void {
    this.#keyByClientKey.set(clientKey, key);
    if (this.#keyByClientKey.size % clientKeysSweep !== 0) return;
    for (const [known, job] of this.#keyByClientKey)
      if (!this.#station.journal.get(job)) this.#keyByClientKey.delete(known);
  }

  #refuseTrouble(deviceId: string): void {
    const { state, at } = this.#station.watch.last(deviceId);
    if (Date.now() - at > freshMs || isReady(state) !== false) return;
    throw new HubError('PRINTER_NOT_READY', `The printer is not ready: ${troubleOf(state)}`);
  }
}

function digestOf(deviceId: string, { zpl, copies }: Label): string {
  return createHash('sha256').update(`${deviceId} ${copies} ${zpl}`).digest('base64url');
}

/** Without this, a program that gives two labels one id would lose the second and be told that it was printed. */
function refuseOther(before: string | null, now: string): void {
  if (before !== null && before !== now)
    throw new HubError(
      'INVALID_PARAMS',
      'client_job_id was used for another label, printer or number of copies; give each label an id of its own',
    );
}

/** Refuses text that is too long, is not ZPL, reaches beyond its label, or prints too many. */
export function refuseBadLabel({ zpl, copies }: Label): void {
  if (Buffer.byteLength(zpl) > zplBytesMax) {
    throw new HubError('PAYLOAD_TOO_LARGE', `The label is larger than ${zplBytesMax} bytes`);
  }
  const verdict = judgeZpl(zpl);
  if (!verdict.ok) throw new HubError(verdict.code, placed(verdict));
  if (verdict.labels * copies > labelsMax)
    throw new HubError('ZPL_FORBIDDEN', `The job prints more than ${labelsMax} labels; divide it`);
}

function placed({ message, place }: { message: string; place: ZplPlace }): string {
  return `${message} (line ${place.line}, column ${place.column})`;
}

/** What is known about a job that was interrupted while being sent. */
export function interrupted() {
  const message = 'The hub stopped while sending; the label may have printed';
  return {
    status: 'failed' as const,
    error: { code: 'PRINT_INTERRUPTED', message, may_have_printed: true },
    verified: false,
    bytes: 0,
    duration_ms: 0,
  };
}
