/**
 * One link to one hub, from the upgrade to the close: docs/hub.md, Relay protocol v1, section 3. Offers are sent on
 * wake-ups, on ready and every five seconds; the hub's claims and results are commands.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { WebSocket, type RawData } from 'ws';
import { Refusal } from '../../domain/refusal.ts';
import { statusOf } from '../../domain/refusals.ts';
import type { PrintOffer } from '../../queues/printing/print-queue.ts';
import { toRefusal } from '../http/errors.ts';
import { jsonText } from '../http/read-body.ts';
import type { HubActions, HubCaller } from './hub-actions.ts';
import {
  claimMessage,
  helloMessage,
  linkResultMessage,
  offersFor,
  read,
  readDevices,
  readSightings,
  readyMessage,
} from './hub-messages.ts';
import type { RelayFrame } from './relay-frames.ts';

export const closeCodes = {
  revoked: 4403,
  replaced: 4409,
  restart: 1012,
  // It comes again, as after a restart, and is led to its organization's new place.
  moved: 1012,
  protocol: 1002,
} as const;

export interface LinkTimings {
  ping_ms: number;
  silence_ms_max: number;
  hello_ms_max: number;
  scan_ms: number;
}

export const linkTimings: LinkTimings = {
  ping_ms: 20_000,
  silence_ms_max: 45_000,
  hello_ms_max: 10_000,
  // A wake-up can be lost with the process that should have sent it: the label then waits this long at most.
  scan_ms: 5_000,
};

// A hub that sends faster than we answer is disconnected; so is one that does not read.
const framesInHandMax = 256;
// The full list of its printers is a few hundred kilobytes.
const bytesInHandMax = 4 * 1024 * 1024;
const unsentBytesMax = 8 * 1024 * 1024;
const firstOffersMax = 20;

interface Frame {
  type: string;
  id?: unknown;
}

export interface LinkParts {
  id: string;
  caller: HubCaller;
  socket: WebSocket;
  actions: HubActions;
  log: Logger;
  timings: LinkTimings;
  /** The milliseconds until the hub may have another frame handled; 0 takes one. */
  waitMs(): number;
  /** After the welcome: offers may be sent from now on. */
  onOpen(link: HubLink): void;
  onClosed(link: HubLink): void;
}

export class HubLink {
  readonly #parts: LinkParts;
  readonly #timers: NodeJS.Timeout[];
  #isWelcome = false;
  #isClosing = false;
  #framesInHand = 0;
  #bytesInHand = 0;
  #turn = Promise.resolve();
  #heardAt = Date.now();
  #scan: { deviceIds: readonly string[] | null; limit: number } | undefined;
  #isScanning = false;

  /** Serves a socket until it closes. */
  static serve(parts: LinkParts): HubLink {
    return new HubLink(parts);
  }

  private constructor(parts: LinkParts) {
    this.#parts = parts;
    const { socket, timings } = parts;
    const heard = (): void => void (this.#heardAt = Date.now());
    socket.on('pong', heard).on('ping', heard);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#closed());
    this.#timers = [
      setInterval(() => this.#ping(), timings.ping_ms),
      setInterval(() => this.#isWelcome && this.scan(null, firstOffersMax), timings.scan_ms),
      setTimeout(() => this.#isWelcome || this.close(closeCodes.protocol, 'no hello'), timings.hello_ms_max),
    ];
  }

  get id(): string {
    return this.#parts.id;
  }

  get caller(): HubCaller {
    return this.#parts.caller;
  }

  /** False if the socket is closing and the offer was not sent. */
  offer({
    print_job_id,
    attempt,
    device_id,
    label_kind,
    copies,
  }: Omit<PrintOffer, 'organization_id' | 'warehouse_id' | 'hub_id'>): boolean {
    return this.#send({ type: 'offer', print_job_id, attempt, device_id, label_kind, copies });
  }

  /** Offers queued jobs; while a scan is running, only the latest request for another is kept. */
  scan(deviceIds: readonly string[] | null, limit: number): void {
    this.#scan = { deviceIds, limit };
    if (!this.#isScanning) void this.#runScans();
  }

  close(code: number, reason: string): void {
    this.#isClosing = true;
    this.#parts.socket.close(code, reason);
    // Does not wait for a hub that fails to answer the close.
    setTimeout(() => this.#parts.socket.terminate(), 2_000).unref();
  }

  async #runScans(): Promise<void> {
    const { actions, caller, log } = this.#parts;
    this.#isScanning = true;
    try {
      while (this.#scan) {
        const { deviceIds, limit } = this.#scan;
        this.#scan = undefined;
        for (const offer of await actions.queued(caller, deviceIds, limit)) this.offer(offer);
      }
    } catch (fault) {
      log.warn(
        { err: fault, hub_id: caller.hub.id },
        'queued labels could not be looked up; the next scan tries again',
      );
    } finally {
      this.#isScanning = false;
    }
  }

  #receive(data: RawData, isBinary: boolean): void {
    // Nothing more is accepted from a hub that was disconnected, however long its side of the close takes.
    if (this.#isClosing) return;
    this.#heardAt = Date.now();
    const { length: bytes } = data as Buffer;
    if (this.#bytesInHand + bytes > bytesInHandMax) return this.close(1008, 'too many bytes at once');
    const frame = isBinary ? undefined : parse(data as Buffer);
    if (!frame) return this.close(1007, 'a frame is not a JSON object');
    if (!this.#isWelcome && frame.type !== 'hello')
      return this.close(closeCodes.protocol, 'hello comes first');
    if (!this.#isWelcome && this.#framesInHand > 0)
      return this.close(closeCodes.protocol, 'one hello, and then its welcome');
    if (this.#framesInHand >= framesInHandMax) return this.close(1008, 'too many frames at once');
    this.#framesInHand += 1;
    this.#bytesInHand += bytes;
    this.#turn = this.#turn.then(() => this.#roomForAnother());
    void this.#turn
      .then(() => (this.#isClosing ? undefined : this.#react(frame)))
      .catch((fault: unknown) => this.#failed(frame, fault))
      .finally(() => {
        this.#framesInHand -= 1;
        this.#bytesInHand -= bytes;
      });
  }

  /**
   * What comes faster than its rate waits in hand, and is begun in the order it came: only the first of them asks, so
   * that a full hand costs one timer and not one a frame.
   */
  async #roomForAnother(): Promise<void> {
    while (!this.#isClosing) {
      const ms = this.#parts.waitMs();
      if (ms <= 0) return;
      await pause(ms);
    }
  }

  async #react(frame: Frame): Promise<void> {
    const { actions, caller } = this.#parts;
    const { type, id } = frame;
    if (type === 'hello') return this.#hello(frame);
    if (type === 'ready') {
      const { device_ids: deviceIds, capacity } = read(readyMessage, frame);
      if (capacity > 0 && deviceIds.length > 0) this.scan(deviceIds, offersFor(capacity));
    } else if (type === 'claim') {
      const { print_job_id, claim_id, device_id } = read(claimMessage, frame);
      const answer = await actions.claim(caller, print_job_id, claim_id, device_id);
      if (answer.job) this.#send({ type: 'claimed', id, ...answer.job });
      else this.#send({ type: 'not_claimed', id, print_job_id, claim_id, reason: answer.reason });
    } else if (type === 'result') {
      const { print_job_id, ...result } = read(linkResultMessage, frame);
      await actions.recordResult(caller, print_job_id, result);
      this.#send({ type: 'result_ack', id, claim_id: result.claim_id });
    } else if (type === 'devices') {
      const devices = readDevices((frame as { devices?: unknown }).devices);
      this.#send({ type: 'devices_ack', id, foreign: await actions.syncDevices(caller, devices) });
    } else if (type === 'heartbeat') {
      await actions.heartbeat(caller, readSightings((frame as { devices?: unknown }).devices));
    }
    // A decline needs no answer: the job stays queued and a later ready names its device again.
  }

  async #hello(frame: Frame): Promise<void> {
    const { actions, caller } = this.#parts;
    const { version, platform } = read(helloMessage, frame);
    const devices = readDevices((frame as { devices?: unknown }).devices);
    const foreign = await actions.syncDevices(caller, devices, { version, platform });
    this.#send({ type: 'welcome', hub_id: caller.hub.id, protocol: 1, foreign });
    if (this.#isWelcome) return;
    this.#isWelcome = true;
    if (this.#parts.socket.readyState !== WebSocket.OPEN) return;
    this.#parts.onOpen(this);
    this.scan(null, firstOffersMax);
  }

  #failed(frame: Frame, fault: unknown): void {
    const { caller, log } = this.#parts;
    const refusal = toRefusal(fault);
    const facts = { hub_id: caller.hub.id, type: frame.type, code: refusal.code };
    if (refusal.code === 'HUB_REVOKED') return this.close(closeCodes.revoked, 'revoked');
    if (statusOf(refusal) >= 500) log.warn({ ...facts, err: fault }, "a hub's frame could not be handled");
    else log.info({ ...facts, problem: refusal.message }, "a hub's frame was refused");
    // The hub repeats, on the next link, whatever was not answered.
    if (refusal instanceof Refusal)
      this.close(statusOf(refusal) >= 500 ? closeCodes.restart : 1008, refusal.code);
  }

  #ping(): void {
    const { socket, timings } = this.#parts;
    if (Date.now() - this.#heardAt > timings.silence_ms_max) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) socket.ping();
  }

  #send(frame: RelayFrame): boolean {
    const { socket } = this.#parts;
    if (socket.readyState !== WebSocket.OPEN) return false;
    if (socket.bufferedAmount > unsentBytesMax) {
      socket.terminate();
      return false;
    }
    socket.send(JSON.stringify(frame));
    return true;
  }

  #closed(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#parts.onClosed(this);
  }
}

/** Undefined for what is no frame, or has more parts than a request may. */
function parse(data: Buffer): Frame | undefined {
  try {
    const frame = JSON.parse(jsonText(data, { areNumbersExact: false })) as Frame | null;
    return typeof frame === 'object' && frame !== null && typeof frame.type === 'string' ? frame : undefined;
  } catch {
    return undefined;
  }
}
