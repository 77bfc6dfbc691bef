import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PrintStation } from '../jobs/print-station.ts';
import { hubPlatform, hubVersion } from '../version.ts';
import { BackendError } from './backend-api.ts';
import { Backoff } from './backoff.ts';
import type { CloudBinding } from './cloud-binding.ts';
import type { CloudJobs } from './cloud-jobs.ts';
import { HttpChannel } from './http-channel.ts';
import { fetchHubToken } from './hub-token.ts';
import { ledgerRows, takableDevices } from './ledger.ts';
import { RelayLink, UpgradeRefused } from './relay-link.ts';
import { keepTold, serveLink } from './relay-session.ts';

/** This many refused upgrades in a row mean that a proxy is in the way. */
const refusalsMax = 3;
const replacedWaitMs = 30_000;
const closeRevoked = 4403;
const closeReplaced = 4409;

/** Keeps the hub connected to the backend it is bound to, over the link or over HTTP, until stopped. */
export class CloudWorker {
  readonly #cloud: CloudBinding;
  readonly #station: PrintStation;
  readonly #jobs: CloudJobs;
  readonly #name: string;
  readonly #log: Logger;
  readonly #backoff: Backoff;
  readonly #stopped = new AbortController();
  #attempt = new AbortController();
  #refusals = 0;
  /** Printers of ours that another hub of the platform has. */
  readonly #foreign = {
    onForeign: (deviceIds: readonly string[]) => {
      const isNews = deviceIds.join() !== this.#cloud.foreign.join();
      this.#cloud.foreign = deviceIds;
      if (isNews) this.#log.warn({ device_ids: deviceIds }, 'printers that another hub of the platform has');
    },
    areSomeForeign: () => this.#cloud.foreign.length > 0,
  };
  #running: Promise<void> = Promise.resolve();

  constructor(parts: {
    cloud: CloudBinding;
    station: PrintStation;
    jobs: CloudJobs;
    name: string;
    log: Logger;
  }) {
    this.#cloud = parts.cloud;
    this.#station = parts.station;
    this.#jobs = parts.jobs;
    this.#name = parts.name;
    this.#log = parts.log;
    const { backoffMinMs, backoffMaxMs } = parts.station.timings;
    this.#backoff = new Backoff(backoffMinMs, backoffMaxMs);
    // Bound to a different backend, or bound again: start over with the backoff reset.
    this.#cloud.on('changed', () => {
      this.#backoff.reset();
      this.#refusals = 0;
      this.#attempt.abort();
    });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Disconnects and resolves once nothing is in progress any more. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#attempt.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      this.#attempt = new AbortController();
      if (this.#stopped.signal.aborted) return;
      const { signal } = this.#attempt;
      if (!this.#cloud.binding) {
        await aborted(signal);
        continue;
      }
      let waitMs = 0;
      try {
        waitMs =
          this.#refusals >= refusalsMax ? await this.#serveHttp(signal) : await this.#serveLink(signal);
      } catch (cause) {
        if (!signal.aborted) waitMs = await this.#judgeFailure(cause as Error, signal);
      }
      await pause(Math.max(waitMs, this.#backoff.next()), undefined, { signal }).catch(() => undefined);
    }
  }

  async #serveLink(signal: AbortSignal): Promise<number> {
    const { binding } = this.#cloud;
    if (!binding) return 0;
    const { requestMs } = this.#station.timings;
    const token = await fetchHubToken(this.#cloud, requestMs, signal);
    const url = `${binding.backend_url.replace(/^http/, 'ws')}/api/hub/v1/link`;
    const hello = {
      protocol: 1,
      version: hubVersion,
      platform: hubPlatform,
      name: this.#name,
      devices: ledgerRows(this.#station),
    };
    const link = await RelayLink.open(url, token, hello, requestMs);
    const hangUp = () => link.close();
    signal.addEventListener('abort', hangUp, { once: true });
    if (signal.aborted) hangUp();
    this.#refusals = 0;
    this.#backoff.reset();
    this.#noteConnected();
    const routes = { channel: link, http: new HttpChannel(this.#cloud, requestMs, signal) };
    this.#jobs.connect(binding.hub_id, routes);
    this.#foreign.onForeign(link.foreign);
    const code = await serveLink(this.#station, this.#jobs, link, this.#foreign).finally(() =>
      this.#noteLost('The link was closed'),
    );
    if (code === closeRevoked) return this.#waitForBinding(signal);
    return code === closeReplaced ? replacedWaitMs : 0;
  }

  /** Works over HTTP for a while, then tries the link again. */
  async #serveHttp(signal: AbortSignal): Promise<number> {
    const { timings } = this.#station;
    const until = Date.now() + timings.fallbackMs;
    const http = new HttpChannel(this.#cloud, timings.requestMs, signal);
    this.#foreign.onForeign(await http.sendDevices(ledgerRows(this.#station)));
    this.#noteConnected();
    this.#jobs.connect(this.#cloud.binding?.hub_id ?? '', { channel: http, http });
    const stopTelling = keepTold(this.#station, http, { onReady: () => undefined, ...this.#foreign });
    try {
      while (Date.now() < until && !signal.aborted) {
        const deviceIds = takableDevices(this.#station);
        if (deviceIds.length === 0 || !(await this.#station.journal.heal()))
          await pause(timings.statusPollMs, undefined, { signal });
        else await this.#jobs.takeNext(http, deviceIds);
        this.#backoff.reset();
      }
    } finally {
      stopTelling();
      this.#noteLost('Back to the link');
    }
    this.#refusals = 0;
    return 0;
  }

  async #judgeFailure(failure: Error, signal: AbortSignal): Promise<number> {
    const cause = failure.cause instanceof BackendError ? failure.cause : failure;
    this.#noteLost(cause.message);
    if (cause instanceof UpgradeRefused && cause.status !== 401) {
      this.#refusals += 1;
    }
    if (!(cause instanceof BackendError)) return 0;
    return cause.isFinal ? this.#waitForBinding(signal) : cause.retryAfterMs;
  }

  async #waitForBinding(signal: AbortSignal): Promise<number> {
    this.#noteLost('The backend no longer knows this hub; bind it again');
    await aborted(signal);
    return 0;
  }

  #noteConnected(): void {
    this.#cloud.isConnected = true;
    this.#cloud.trouble = null;
    this.#log.info('connected to the backend');
  }

  #noteLost(reason: string): void {
    this.#jobs.disconnect();
    this.#cloud.isConnected = false;
    this.#cloud.trouble = reason;
    this.#log.info({ reason }, 'not connected to the backend');
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
