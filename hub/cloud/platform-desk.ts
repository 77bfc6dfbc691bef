import type { CloudBinding } from './cloud-binding.ts';
import { emptyDesk, type BacklogAction, type Desk } from './desk.ts';
import { HttpChannel } from './http-channel.ts';

/** Asks the platform on behalf of the hub's page, over HTTP whatever the link does. */
export class PlatformDesk {
  readonly #cloud: CloudBinding;
  readonly #waitMs: number;
  #http: HttpChannel;

  /** `waitMs` is how long a person waits for the page at most. */
  constructor(cloud: CloudBinding, waitMs: number) {
    this.#cloud = cloud;
    this.#waitMs = waitMs;
    this.#http = this.#open();
    cloud.on('changed', () => (this.#http = this.#open()));
  }

  /** Empty without a platform, or while it does not answer. */
  async read(printJobIds: string[]): Promise<Desk> {
    if (!this.#cloud.binding) return emptyDesk;
    return this.#http.desk(printJobIds).catch(() => emptyDesk);
  }

  /** Rejects with the platform's own sentence. */
  async decide(deviceId: string, action: BacklogAction): Promise<void> {
    await this.#http.decideBacklog(deviceId, action);
  }

  #open(): HttpChannel {
    return new HttpChannel(this.#cloud, this.#waitMs, new AbortController().signal);
  }
}
