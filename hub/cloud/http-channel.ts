import type { JobResult } from '../state/journal-entry.ts';
import { readDesk, type BacklogAction, type Desk } from './desk.ts';
import { BackendError, postToBackend } from './backend-api.ts';
import type { CloudBinding } from './cloud-binding.ts';
import { fetchHubToken } from './hub-token.ts';
import { ChannelLost, errorText, foreignOf, mayHavePrinted, readClaimedJob } from './relay-channel.ts';
import type { ClaimedJob, LedgerDevice, LedgerRow, RelayChannel } from './relay-channel.ts';

/** A token lives 15 minutes and is renewed before that, measured by our own clock alone. */
const tokenMs = 12 * 60_000;
const pollSeconds = 25;

/** The relay's functions over plain HTTP, for networks that refuse WebSockets. */
export class HttpChannel implements RelayChannel {
  readonly #cloud: CloudBinding;
  readonly #requestMs: number;
  readonly #signal: AbortSignal;
  #token: { text: string; at: number } | null = null;

  constructor(cloud: CloudBinding, requestMs: number, signal: AbortSignal) {
    this.#cloud = cloud;
    this.#requestMs = requestMs;
    this.#signal = signal;
  }

  async claim(printJobId: string, claimId: string, deviceId?: string): Promise<ClaimedJob | null> {
    const body = { claim_id: claimId, print_job_id: printJobId, device_id: deviceId ?? null, device_ids: [] };
    return jobOf(await this.#post('jobs/claim', body));
  }

  /** Waits for the next job of these printers; `null` if none came in time. */
  async claimNext(claimId: string, deviceIds: string[]): Promise<ClaimedJob | null> {
    const body = { claim_id: claimId, device_ids: deviceIds };
    return jobOf(await this.#post(`jobs/claim?wait=${pollSeconds}`, body, pollSeconds * 1000));
  }

  /** The job held by a claim whose answer was lost, or `null`. */
  async recallClaim(claimId: string): Promise<ClaimedJob | null> {
    return jobOf(await this.#post('jobs/claim?wait=0', { claim_id: claimId, device_ids: [] }));
  }

  async report(printJobId: string, claimId: string, result: JobResult): Promise<void> {
    const { status, verified } = result;
    const told = { status, error: errorText(result), verified, may_have_printed: mayHavePrinted(result) };
    try {
      await this.#post(`jobs/${encodeURIComponent(printJobId)}/result`, { claim_id: claimId, ...told });
    } catch (cause) {
      // A job that no longer exists needs no result.
      const isGone = cause instanceof ChannelLost && (cause.cause as BackendError).status === 404;
      if (!isGone || (cause.cause as BackendError).isFinal) throw cause;
    }
  }

  async sendDevices(devices: LedgerRow[]): Promise<readonly string[]> {
    return foreignOf(await this.#post('devices', { devices }));
  }

  async sendHeartbeat(devices: LedgerDevice[]): Promise<void> {
    await this.#post('heartbeat', { devices });
  }

  /** What the platform knows of these jobs, of what waits for our printers, and of what they ask. */
  async desk(printJobIds: string[]): Promise<Desk> {
    return readDesk(await this.#post('desk', { print_job_ids: printJobIds }));
  }

  /** A person's choice about what a printer found waiting. Rejects with the platform's own sentence. */
  async decideBacklog(deviceId: string, action: BacklogAction): Promise<void> {
    await this.#post('backlog', { device_id: deviceId, action });
  }

  async #post(path: string, body: object, extraMs = 0): Promise<Record<string, unknown>> {
    const url = `${this.#cloud.binding?.backend_url}/api/hub/v1/${path}`;
    const waitMs = this.#requestMs + extraMs;
    try {
      const organizationId = this.#cloud.binding?.organization_id;
      const options = { token: await this.#freshToken(), organizationId, waitMs, signal: this.#signal };
      return await postToBackend(url, body, options);
    } catch (cause) {
      if (cause instanceof BackendError && cause.status === 401) this.#token = null;
      throw new ChannelLost((cause as Error).message, { cause });
    }
  }

  async #freshToken(): Promise<string> {
    if (!this.#token || Date.now() - this.#token.at > tokenMs) {
      const at = Date.now();
      this.#token = { text: await fetchHubToken(this.#cloud, this.#requestMs, this.#signal), at };
    }
    return this.#token.text;
  }
}

function jobOf({ job }: Record<string, unknown>): ClaimedJob | null {
  return job === null || job === undefined ? null : readClaimedJob(job);
}
