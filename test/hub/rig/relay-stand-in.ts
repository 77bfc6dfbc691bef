import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { within } from '../../helpers/wait.ts';

export interface RelayJob {
  print_job_id: string;
  device_id: string;
  copies: number;
  zpl_content: string;
  status: 'queued' | 'printing' | 'done' | 'failed' | 'cancelled';
  claim_id: string | null;
  error: string | null;
  verified: boolean | null;
  claims: number;
}

type Frame = Record<string, unknown>;

/**
 * The backend's end of relay protocol v1 as described in docs/hub.md, over real sockets with jobs in memory: where the
 * hub's world ends in tests.
 */
export class RelayStandIn extends EventEmitter<{ changed: [] }> {
  readonly jobs = new Map<string, RelayJob>();
  readonly anonKey = 'hek_test';
  readonly organizationId = randomUUID();
  hubId: string = randomUUID();
  devices: Frame[] = [];
  heartbeats = 0;
  declines: string[] = [];
  /** Answers Upgrade with 403, like a proxy that does not support WebSockets. */
  refusesUpgrade = false;
  /** Swallows this many answers to claims, results included, and cuts the link: the lost reply. */
  answersToLose = 0;
  /** What the first list of devices waits for before it counts; those behind it do not wait for it. */
  beforeDevices: Promise<void> | null = null;
  /** What it says another hub has. */
  foreign: string[] = [];
  /** Long polls begun, and questions what a claim of one got. */
  polls = 0;
  recalls = 0;
  readonly #server: Server;
  readonly #links = new Set<WebSocket>();
  readonly #challenges = new Set<string>();
  readonly #tokens = new Set<string>();
  #publicKey = '';

  private constructor(server: Server) {
    super();
    this.#server = server;
    this.setMaxListeners(1_000);
  }

  static async start(port = 0): Promise<RelayStandIn> {
    const server = createServer();
    const relay = new RelayStandIn(server);
    const webSockets = new WebSocketServer({ noServer: true });
    server.on('request', (request, response) => void relay.#answer(request, response));
    server.on('upgrade', (request, socket, head) => {
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      if (relay.refusesUpgrade || !relay.#tokens.has(token)) {
        socket.end(`HTTP/1.1 ${relay.refusesUpgrade ? '403 Forbidden' : '401 Unauthorized'}\r\n\r\n`);
        return;
      }
      webSockets.handleUpgrade(request, socket, head, (link) => relay.#serve(link));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get isLinked(): boolean {
    return this.#links.size > 0;
  }

  addJob(device_id: string, zpl_content: string, copies = 1): RelayJob {
    const print_job_id = randomUUID();
    const blank = { status: 'queued', claim_id: null, error: null, verified: null, claims: 0 } as const;
    const job: RelayJob = { print_job_id, device_id, copies, zpl_content, ...blank };
    this.jobs.set(print_job_id, job);
    for (const link of this.#links) this.#offer(link, job);
    this.#changed();
    return job;
  }

  /** Takes over as the same backend from one that is gone. */
  adopt(gone: RelayStandIn): void {
    this.hubId = gone.hubId;
    this.#publicKey = gone.#publicKey;
  }

  /** Cuts the link without a close. */
  cut(): void {
    for (const link of this.#links) link.terminate();
  }

  /** Resolves once the condition holds; checked whenever something happens here. */
  until(condition: () => boolean): Promise<void> {
    return within(`the relay sees ${String(condition)}`, this.#met(condition));
  }

  async #met(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.once('changed', resolve));
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #changed(): void {
    this.emit('changed');
  }

  #offer(link: WebSocket, job: RelayJob): void {
    const { print_job_id, device_id, copies } = job;
    link.send(
      JSON.stringify({ type: 'offer', print_job_id, attempt: 1, device_id, label_kind: 'carton', copies }),
    );
  }

  #claim(printJobId: string, claimId: string): RelayJob | null {
    const job = this.jobs.get(printJobId);
    if (!job) return null;
    const isTheirs = job.status === 'printing' && job.claim_id === claimId;
    if (job.status !== 'queued' && !isTheirs) return null;
    job.status = 'printing';
    job.claim_id = claimId;
    job.claims += 1;
    return job;
  }

  #result(printJobId: string, frame: Frame): void {
    const job = this.jobs.get(printJobId);
    if (!job || job.claim_id !== frame['claim_id'] || job.status !== 'printing') return;
    job.status = frame['status'] === 'done' ? 'done' : 'failed';
    job.error = (frame['error'] as string | null) ?? null;
    job.verified = frame['verified'] === true;
  }

  #serve(link: WebSocket): void {
    this.#links.add(link);
    link.on('error', () => undefined);
    link.on('close', () => {
      this.#links.delete(link);
      this.#changed();
    });
    link.on('message', async (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame['type'] === 'devices') await this.#heldDevices();
      const answer = this.#react(link, frame);
      if (answer && this.answersToLose > 0 && (frame['type'] === 'claim' || frame['type'] === 'result')) {
        this.answersToLose -= 1;
        link.terminate();
      } else if (answer)
        link.send(JSON.stringify({ ...answer, ...(frame['id'] ? { id: frame['id'] } : {}) }));
      this.#changed();
    });
  }

  #react(link: WebSocket, frame: Frame): Frame | null {
    const print_job_id = String(frame['print_job_id']);
    const claim_id = frame['claim_id'];
    if (frame['type'] === 'hello') {
      this.devices = frame['devices'] as Frame[];
      return { type: 'welcome', hub_id: this.hubId, protocol: 1, foreign: this.foreign };
    }
    if (frame['type'] === 'ready') {
      const ids = frame['device_ids'] as string[];
      const queued = [...this.jobs.values()].filter(
        ({ status, device_id }) => status === 'queued' && ids.includes(device_id),
      );
      for (const job of queued.slice(0, frame['capacity'] as number)) this.#offer(link, job);
    }
    if (frame['type'] === 'claim') {
      const job = this.#claim(print_job_id, String(claim_id));
      if (!job) return { type: 'not_claimed', print_job_id, claim_id, reason: 'CANCELLED' };
      const { device_id, copies, zpl_content } = job;
      return { type: 'claimed', print_job_id, claim_id, device_id, copies, zpl_content };
    }
    if (frame['type'] === 'result') {
      this.#result(print_job_id, frame);
      return { type: 'result_ack', claim_id };
    }
    if (frame['type'] === 'devices') {
      this.devices = frame['devices'] as Frame[];
      return { type: 'devices_ack', foreign: this.foreign };
    }
    if (frame['type'] === 'heartbeat') this.#heard(frame);
    if (frame['type'] === 'decline') this.declines.push(String(frame['reason']));
    return null;
  }

  async #heldDevices(): Promise<void> {
    const held = this.beforeDevices;
    this.beforeDevices = null;
    if (!held) return;
    this.#changed();
    await held;
  }

  #heard(frame: Frame): void {
    this.heartbeats += 1;
    const beats = frame['devices'] as Frame[];
    this.devices = this.devices.map((row) => ({
      ...row,
      ...beats.find(({ device_id }) => device_id === row['device_id']),
    }));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Frame;
    const url = new URL(request.url ?? '/', 'http://relay');
    const path = url.pathname.replace('/api/hub/v1/', '');
    const isOpen = ['enroll', 'challenge', 'token'].includes(path);
    const isKnown = this.#tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''));
    const outcome =
      isOpen || isKnown ? await this.#call(path, url, body, request) : refuse(401, 'UNAUTHORIZED');
    response.writeHead(outcome.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(outcome.body));
    this.#changed();
  }

  async #call(
    path: string,
    url: URL,
    body: Frame,
    request: IncomingMessage,
  ): Promise<{ status: number; body: object }> {
    if (path === 'enroll') {
      if (body['anon_key'] !== this.anonKey) return refuse(403, 'ENROLLMENT_KEY_INVALID');
      this.#publicKey = String(body['public_key']);
      return { status: 201, body: { ok: true, data: { hub_id: this.hubId } } };
    }
    if (path === 'challenge') {
      const challenge = randomUUID();
      this.#challenges.add(challenge);
      return grant({ challenge });
    }
    if (path === 'token') return this.#giveToken(body);
    if (path === 'devices') this.devices = body['devices'] as Frame[];
    if (path === 'heartbeat') this.#heard(body);
    const finished = /^jobs\/([^/]+)\/result$/.exec(path)?.[1];
    if (finished) this.#result(finished, body);
    return path === 'jobs/claim' ? grant({ job: await this.#claimOverHttp(url, body, request) }) : grant({});
  }

  #giveToken(body: Frame): { status: number; body: object } {
    const challenge = String(body['challenge']);
    const text = Buffer.from(`wms-hub-token-v1\n${this.hubId}\n${challenge}`);
    const key = createPublicKey({ key: Buffer.from(this.#publicKey, 'base64'), format: 'der', type: 'spki' });
    const isSigned = verify(null, text, key, Buffer.from(String(body['signature']), 'base64'));
    if (!this.#challenges.delete(challenge) || !isSigned) return refuse(401, 'UNAUTHORIZED');
    const token = randomUUID();
    this.#tokens.add(token);
    return grant({ token, expires_at: new Date(Date.now() + 900_000).toISOString() });
  }

  async #claimOverHttp(url: URL, body: Frame, request: IncomingMessage): Promise<RelayJob | null> {
    const claimId = String(body['claim_id']);
    if (body['print_job_id']) return this.#claim(String(body['print_job_id']), claimId);
    const ids = body['device_ids'] as string[];
    const held = () =>
      [...this.jobs.values()].find(({ claim_id, status }) => claim_id === claimId && status === 'printing');
    const next = () =>
      [...this.jobs.values()].find(({ status, device_id }) => status === 'queued' && ids.includes(device_id));
    const isRecall = Number(url.searchParams.get('wait') ?? 0) === 0;
    let isOver = isRecall;
    if (!isRecall) this.polls += 1;
    this.#changed();
    request.socket.once('close', () => {
      isOver = true;
      this.#changed();
    });
    await this.#met(() => isOver || held() !== undefined || next() !== undefined);
    if (isRecall) this.recalls += 1;
    const job = held() ?? (isOver ? undefined : next());
    return job ? this.#claim(job.print_job_id, claimId) : null;
  }
}

function grant(data: object): { status: number; body: object } {
  return { status: 200, body: { ok: true, data } };
}

function refuse(status: number, code: string): { status: number; body: object } {
  return { status, body: { ok: false, error: { code, message: code, request_id: 'test' } } };
}
