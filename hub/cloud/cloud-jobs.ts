import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { HubError } from '../hub-error.ts';
import { labelFor } from '../jobs/label-for.ts';
import { interrupted } from '../jobs/local-jobs.ts';
import { NotReady, unsent, type Label, type PrintOptions, type PrintStation } from '../jobs/print-station.ts';
import type { JobResult, JournalEntry } from '../state/journal-entry.ts';
import type { HttpChannel } from './http-channel.ts';
import { ChannelLost, type ClaimedJob, type RelayChannel } from './relay-channel.ts';

/** The platform ends a long poll after this time at the latest. */
const pollMsMax = 30_000;

export interface Routes {
  channel: RelayChannel;
  /** Always available next to the link, to ask what a long-poll claim got. */
  http: HttpChannel;
}

/**
 * Jobs from the cloud. Each is in the journal under its claim id, written before the claim is sent, so that whatever
 * breaks in between, the next connection or the next start continues with the very same claim.
 */
export class CloudJobs {
  readonly #station: PrintStation;
  readonly #log: Logger;
  /** Claims this process is working on. */
  readonly #busy = new Set<string>();
  readonly #offered = new Set<string>();
  #routes: Routes | null = null;
  #hubId = '';
  #isStopping = false;

  constructor(station: PrintStation, log: Logger) {
    this.#station = station;
    this.#log = log;
  }

  /** Offers received and not yet decided. */
  get pendingCount(): number {
    return this.#offered.size;
  }

  /** At startup: a label that was being sent is never sent again. */
  async settleInterrupted(): Promise<void> {
    for (const { source, stage, key, device_id, copies } of this.#station.journal.entries) {
      if (source !== 'cloud' || stage !== 'sending') continue;
      await this.#station.settle(key, device_id ?? '', { zpl: '', copies }, interrupted());
    }
  }

  /** There is a connection to the relay: finish what it is still owed. */
  connect(hubId: string, routes: Routes): void {
    this.#hubId = hubId;
    this.#routes = routes;
    this.#resume();
  }

  disconnect(): void {
    this.#routes = null;
  }

  stop(): void {
    this.#isStopping = true;
  }

  /**
   * Handles an offer: waits for the printer's turn, checks the printer while the claim is written to disk, claims,
   * prints. Returns why the offer was declined, or `null`.
   */
  async takeOffer(printJobId: string, deviceId: string): Promise<string | null> {
    if (this.#isStopping) return 'HUB_STOPPING';
    if (!(await this.#station.journal.heal())) return 'JOURNAL_ERROR';
    if (this.#offered.has(printJobId) || this.#isHeld(printJobId)) return null;
    if (!this.#station.book.registered.some(({ id }) => id === deviceId)) return 'DEVICE_NOT_FOUND';
    const key = randomUUID();
    const hub_id = this.#hubId;
    let isAsked = false;
    this.#offered.add(printJobId);
    this.#busy.add(key);
    try {
      const facts = { type: 'claiming', key, hub_id, print_job_id: printJobId, device_id: deviceId } as const;
      const writeDown = () => this.#station.journal.append({ ...facts, at: Date.now() });
      const claim = async () => {
        if (this.#isStopping) throw new HubError('DEVICE_BUSY', 'The hub is stopping');
        const channel = this.#channel;
        isAsked = true;
        return channel.claim(printJobId, key, deviceId);
      };
      await this.#print(key, deviceId, claim, { writeDown });
      return null;
    } catch (cause) {
      // An entry written while the printer was being opened is not a claim until it has been sent.
      if (!isAsked) await this.#drop(key);
      if (cause instanceof NotReady)
        return cause.code === 'CONNECT_FAILED' ? 'DEVICE_OFFLINE' : 'PRINTER_NOT_READY';
      if (cause instanceof HubError) return cause.code;
      this.#note(cause);
      return null;
    } finally {
      this.#offered.delete(printJobId);
      this.#release(key);
    }
  }

  /** Over HTTP: writes the claim to disk, waits for the next job of these printers, and starts it. */
  async takeNext(http: HttpChannel, deviceIds: string[]): Promise<void> {
    const key = this.#unusedClaim()?.key ?? randomUUID();
    if (!this.#station.journal.get(key)) {
      const claiming = {
        type: 'claiming',
        key,
        at: Date.now(),
        hub_id: this.#hubId,
        print_job_id: null,
        device_id: null,
      } as const;
      await this.#station.journal.append(claiming);
    }
    this.#busy.add(key);
    try {
      const job = await http.claimNext(key, deviceIds);
      if (!job) return this.#release(key, false);
      void this.#printHeld(key, job).finally(() => this.#release(key));
    } catch (cause) {
      this.#release(key, false);
      throw cause;
    }
  }

  async #drop(key: string): Promise<void> {
    if (this.#station.journal.get(key)) await this.#station.journal.settle({ type: 'dropped', key });
  }

  #resume(): void {
    for (const entry of this.#station.journal.entries) {
      const { source, stage, hub_id, key } = entry;
      if (source !== 'cloud' || hub_id !== this.#hubId || this.#busy.has(key)) continue;
      if (stage === 'sending' || stage === 'reported') continue;
      this.#busy.add(key);
      const work =
        stage === 'result' && entry.result ? this.#report(entry, entry.result) : this.#claimAgain(entry);
      void work.catch((cause) => this.#note(cause)).finally(() => this.#release(key, false));
    }
  }

  async #claimAgain({ key, print_job_id }: JournalEntry): Promise<void> {
    const routes = this.#routes;
    if (!routes) throw new ChannelLost('Not connected');
    const job = print_job_id
      ? await routes.channel.claim(print_job_id, key)
      : await this.#recall(routes.http, key);
    if (job) await this.#printHeld(key, job);
    else await this.#station.journal.settle({ type: 'dropped', key });
  }

  /**
   * What a long poll got whose answer was lost. If it broke on our side alone, the platform goes on with it, so that only
   * after its time no job is the last word.
   */
  async #recall(http: HttpChannel, key: string): Promise<ClaimedJob | null> {
    const { requestMs, recheckMs } = this.#station.timings;
    const until = Date.now() + pollMsMax + requestMs;
    for (;;) {
      const isLast = Date.now() >= until;
      const job = await http.recallClaim(key).catch((cause: unknown) => {
        if (isLast || !this.#routes) throw cause;
        return null;
      });
      if (job || isLast) return job;
      await pause(recheckMs, undefined, { ref: false });
    }
  }

  /**
   * Prints a job that is already ours: waits for a printer that has a problem, then fails the job unsent. It may wait
   * long for its turn, and be given up and printed elsewhere meanwhile: an older claim is repeated first.
   */
  async #printHeld(key: string, job: ClaimedJob): Promise<void> {
    const { timings } = this.#station;
    const claimedAt = Date.now();
    const until = claimedAt + timings.troubleMs;
    const obtain = async () =>
      Math.abs(Date.now() - claimedAt) < timings.claimMs ? job : this.#channel.claim(job.print_job_id, key);
    for (;;) {
      try {
        return await this.#print(key, job.device_id, obtain, { isPromised: true });
      } catch (cause) {
        if (this.#isStopping || cause instanceof ChannelLost) return this.#note(cause);
        const canWait = cause instanceof NotReady && Date.now() < until;
        if (!canWait) return await this.#fail(key, job, cause as Error);
      }
      await pause(timings.recheckMs);
    }
  }

  /** One turn at the printer; `obtain` is called once the printer is open and ready. */
  async #print(
    key: string,
    deviceId: string,
    obtain: () => Promise<ClaimedJob | null>,
    options: PrintOptions,
  ): Promise<void> {
    let job: ClaimedJob | null = null;
    const takeLabel = async (): Promise<Label | null> => {
      job = await obtain();
      if (!job) {
        await this.#drop(key);
        return null;
      }
      const label = labelFor(this.#station.book.get(deviceId), job);
      this.#noteClaimed(key, deviceId, job);
      return label;
    };
    try {
      await this.#station.print(deviceId, key, takeLabel, options);
    } catch (cause) {
      // It was just claimed by us, so nobody else will fail it.
      if (!job || cause instanceof NotReady) throw cause;
      return this.#fail(key, job, cause as Error);
    }
    const entry = this.#station.journal.get(key);
    if (entry?.result) await this.#report(entry, entry.result);
  }

  /** Shares the fdatasync of SENDING, which follows at once; on its own it guarantees nothing. */
  #noteClaimed(key: string, device_id: string, { print_job_id, copies }: ClaimedJob): void {
    void this.#station.journal.settle({ type: 'claimed', key, print_job_id, device_id, copies });
  }

  async #fail(key: string, job: ClaimedJob, cause: Error & { code?: string }): Promise<void> {
    this.#noteClaimed(key, job.device_id, job);
    const zpl = job.content_type === 'application/zpl' ? job.zpl_content : '';
    const label: Label = { zpl, copies: job.copies };
    await this.#station.settle(key, job.device_id, label, unsent(cause.code ?? 'INTERNAL', cause.message));
    const entry = this.#station.journal.get(key);
    if (entry?.result) await this.#report(entry, entry.result);
  }

  async #report({ key, print_job_id }: JournalEntry, result: JobResult): Promise<void> {
    if (!print_job_id) throw new Error(`The result of claim ${key} has no job`);
    try {
      await this.#channel.report(print_job_id, key, result);
      await this.#station.journal.settle({ type: 'reported', key });
    } catch (cause) {
      // The result is on disk; the next connection reports it.
      this.#note(cause);
    }
  }

  get #channel(): RelayChannel {
    if (!this.#routes) throw new ChannelLost('Not connected');
    return this.#routes.channel;
  }

  /** Ends work on a claim; if its connection broke meanwhile, a newer one continues it. */
  #release(key: string, isResumable = true): void {
    this.#busy.delete(key);
    if (isResumable && this.#routes && !this.#isStopping) this.#resume();
  }

  #isHeld(printJobId: string): boolean {
    return this.#station.journal.entries.some(
      ({ print_job_id, stage }) =>
        print_job_id === printJobId && (stage === 'claiming' || stage === 'claimed' || stage === 'sending'),
    );
  }

  #unusedClaim(): JournalEntry | undefined {
    return this.#station.journal.entries.find(
      ({ key, stage, print_job_id, hub_id }) =>
        stage === 'claiming' && print_job_id === null && hub_id === this.#hubId && !this.#busy.has(key),
    );
  }

  #note(cause: unknown): void {
    this.#log.warn({ reason: (cause as Error).message }, 'a cloud job waits for the next connection');
  }
}
