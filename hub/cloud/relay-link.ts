import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { WebSocket } from 'ws';
import type { JobResult } from '../state/journal-entry.ts';
import { ChannelLost, errorText, foreignOf, mayHavePrinted, readClaimedJob } from './relay-channel.ts';
import type { ClaimedJob, LedgerDevice, LedgerRow, RelayChannel } from './relay-channel.ts';

const frameBytesMax = 4 * 1024 * 1024;
const pingMs = 20_000;
const silenceMsMax = 45_000;

type Frame = Record<string, unknown> & { type: string };

/** The Upgrade got a different answer; `status` 0 is a link that opened but stayed silent. */
export class UpgradeRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(status ? `The backend answered the link with ${status}` : 'The relay did not answer the hello');
    this.status = status;
  }
}

export interface Offer {
  print_job_id: string;
  device_id: string;
}

/** One WebSocket to the relay, from `hello` to close. Emits `offer` and `closed` with the close code. */
export class RelayLink extends EventEmitter<{ offer: [Offer]; closed: [number] }> implements RelayChannel {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, { resolve: (frame: Frame) => void; reject: (error: Error) => void }>();
  readonly #answerMs: number;
  #lastHeard = Date.now();
  /** Of the printers in its hello, the ids of those that another hub has. */
  foreign: readonly string[] = [];

  private constructor(socket: WebSocket, answerMs: number) {
    super();
    this.#socket = socket;
    this.#answerMs = answerMs;
    const pinging = setInterval(() => this.#ping(), pingMs);
    socket.on('pong', () => (this.#lastHeard = Date.now()));
    socket.on('ping', () => (this.#lastHeard = Date.now()));
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      clearInterval(pinging);
      for (const { reject } of this.#waiting.values()) reject(new ChannelLost('The link to the relay broke'));
      this.#waiting.clear();
      this.emit('closed', code);
    });
  }

  /** Connects, sends hello and waits for the welcome. Rejects with UpgradeRefused or a network error. */
  static async open(url: string, token: string, hello: object, answerMs: number): Promise<RelayLink> {
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      maxPayload: frameBytesMax,
      handshakeTimeout: answerMs,
      perMessageDeflate: false,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
      socket.once('unexpected-response', (request, response) => {
        request.destroy();
        reject(new UpgradeRefused(response.statusCode ?? 0));
      });
    });
    const link = new RelayLink(socket, answerMs);
    try {
      link.foreign = foreignOf(await link.#request({ type: 'hello', ...hello }, 'welcome'));
      return link;
    } catch {
      link.close();
      throw new UpgradeRefused(0);
    }
  }

  async claim(printJobId: string, claimId: string, deviceId?: string): Promise<ClaimedJob | null> {
    const printer = deviceId === undefined ? {} : { device_id: deviceId };
    const asked = { type: 'claim', print_job_id: printJobId, claim_id: claimId, ...printer };
    const answer = await this.#request(asked);
    return answer.type === 'claimed' ? readClaimedJob(answer) : null;
  }

  async report(printJobId: string, claimId: string, result: JobResult): Promise<void> {
    const { status, verified } = result;
    const told = { status, error: errorText(result), verified, may_have_printed: mayHavePrinted(result) };
    await this.#request({ type: 'result', print_job_id: printJobId, claim_id: claimId, ...told });
  }

  async sendDevices(devices: LedgerRow[]): Promise<readonly string[]> {
    return foreignOf(await this.#request({ type: 'devices', devices }));
  }

  async sendHeartbeat(devices: LedgerDevice[]): Promise<void> {
    this.#send({ type: 'heartbeat', devices });
  }

  ready(deviceIds: string[], capacity: number): void {
    this.#send({ type: 'ready', device_ids: deviceIds, capacity });
  }

  decline({ print_job_id, device_id }: Offer, reason: string): void {
    this.#send({ type: 'decline', print_job_id, device_id, reason });
  }

  /** Resolves with the close code. */
  async untilClosed(): Promise<number> {
    if (this.#socket.readyState === WebSocket.CLOSED) return 1006;
    const [code] = (await once(this, 'closed')) as [number];
    return code;
  }

  close(): void {
    this.#socket.close(1000);
    // Does not wait for a relay that fails to answer the close.
    setTimeout(() => this.#socket.terminate(), 1_000).unref();
  }

  #send(frame: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Sends a frame and waits for the answer with its id; `welcome` has none. */
  #request(frame: object, key: string = randomUUID()): Promise<Frame> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(key);
        reject(new ChannelLost('The relay did not answer'));
        // A late answer must not meet a job that was claimed again: start over.
        this.#socket.terminate();
      }, this.#answerMs);
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => (clearTimeout(late), then(value));
      this.#waiting.set(key, { resolve: settle(resolve), reject: settle(reject) });
      if (this.#socket.readyState !== WebSocket.OPEN)
        return this.#waiting.get(key)?.reject(new ChannelLost('The link is closed'));
      this.#send({ id: key, ...frame });
    });
  }

  #receive(text: string): void {
    this.#lastHeard = Date.now();
    let frame: Frame;
    try {
      frame = JSON.parse(text) as Frame;
    } catch {
      return this.#socket.terminate();
    }
    const key = frame.type === 'welcome' ? 'welcome' : String(frame['id'] ?? '');
    const waiting = this.#waiting.get(key);
    if (waiting) {
      this.#waiting.delete(key);
      waiting.resolve(frame);
    } else if (frame.type === 'offer') {
      this.emit('offer', {
        print_job_id: String(frame['print_job_id']),
        device_id: String(frame['device_id']),
      });
    }
  }

  #ping(): void {
    if (Date.now() - this.#lastHeard > silenceMsMax) return this.#socket.terminate();
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
  }
}
