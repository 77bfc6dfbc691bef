import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { shapeProblem } from '../../domain/json-shape.ts';
import { HubError } from '../hub-error.ts';
import type { HubDeps } from '../hub-deps.ts';
import type { Caller } from './action.ts';
import { hubActions, pairingActions } from './action-table.ts';
import type { StrangersRoom } from './strangers-room.ts';

const requestsPerSecondMax = 20;
/** What comes in one second beyond it is told so, this often; then whoever sends it is hung up. */
const refusedPerSecondMax = 80;
/** What is refused unheard is parsed for its id alone, if it is small. */
const refusedBytesMax = 4_096;
/** A reader slower than this is disconnected rather than filling the hub's memory. */
const unsentBytesMax = 8 * 1024 * 1024;

interface Request {
  action: string;
  params: Record<string, unknown>;
  token: unknown;
}

/** One connection of the local protocol: frames in, replies and events out. */
export class Session {
  readonly origin: string | null;
  readonly #hub: HubDeps;
  readonly #socket: WebSocket;
  readonly #log: Logger;
  readonly #strangers: StrangersRoom;
  readonly #headerToken: string | null;
  readonly #tokenIds = new Set<string>();
  #second = 0;
  #count = 0;

  constructor(
    hub: HubDeps,
    socket: WebSocket,
    log: Logger,
    strangers: StrangersRoom,
    { origin, bearer }: { origin: string | null; bearer: string | null },
  ) {
    this.#hub = hub;
    this.#socket = socket;
    this.#log = log;
    this.origin = origin;
    this.#strangers = strangers;
    this.#headerToken = bearer;
    socket.on('message', (data, isBinary) => void this.#receive(data as Buffer, isBinary));
    // They are answered by the socket itself, and cost as much.
    socket.on('ping', () => void this.#isFlood()).on('pong', () => void this.#isFlood());
    socket.on('error', (error) => log.debug({ error: error.message }, 'socket error'));
  }

  /** Whether this connection presented the token of this paired program, and the token is still valid. */
  speaksFor(tokenId: string): boolean {
    return this.#tokenIds.has(tokenId) && this.#hub.tokens.isValid(tokenId);
  }

  /** Whether this connection is a paired program's; a stranger's gives way to a new one when there are too many. */
  get isPaired(): boolean {
    const { tokens } = this.#hub;
    if (this.#headerToken !== null && tokens.check(this.#headerToken, this.origin) !== null) return true;
    return [...this.#tokenIds].some((tokenId) => tokens.isValid(tokenId));
  }

  /** Ends the connection without waiting for its other side. */
  hangUp(): void {
    this.#hangUp(1013, 'Too many connections');
  }

  #hangUp(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }

  send(message: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > unsentBytesMax) return this.#socket.terminate();
    this.#socket.send(JSON.stringify(message));
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    // What had come before it was hung up.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!this.isPaired && !this.#strangers.hasRoomFor(data.length) && !this.#isTokenIn(data))
      return this.#hangUp(1008, 'Too much at once from who is not paired');
    let id: string | number | null = null;
    const events: object[] = [];
    let isReplied = false;
    const push = (event: string, data: object) =>
      isReplied ? this.send({ event, data }) : events.push({ event, data });
    try {
      // Counted before it is looked at: what is no text as well.
      if (this.#isFlood()) {
        id = isBinary ? null : idIn(data);
        throw new HubError('RATE_LIMITED', `At most ${requestsPerSecondMax} requests a second`);
      }
      if (isBinary) throw new HubError('BAD_REQUEST', 'Frames must be text');
      const frame = parseFrame(data.toString());
      id = idOf(frame);
      const request = readRequest(frame);
      this.send({ id, ok: true, data: await this.#run(request, push) });
    } catch (cause) {
      const { code, message } = this.#explain(cause);
      this.send({ id, ok: false, error: { code, message } });
    }
    isReplied = true;
    for (const event of events) this.send(event);
  }

  async #run(request: Request, push: Caller['push']): Promise<object> {
    const action = Object.hasOwn(hubActions, request.action) ? hubActions[request.action] : undefined;
    if (!action) throw new HubError('UNKNOWN_ACTION', `There is no action ${request.action.slice(0, 60)}`);
    const tokenId = this.#authenticate(request);
    this.#refuseOrigin(request.action);
    if (action.auth === 'token' && tokenId === null) {
      throw new HubError('UNAUTHORIZED', 'This action needs the token of hub.pair');
    }
    const { token: _token, ...params } = request.params;
    const { error, value } = action.params.validate(params, { convert: false });
    if (error) throw new HubError('INVALID_PARAMS', error.message);
    const becomePaired = (paired: string) => void this.#tokenIds.add(paired);
    return action.run(this.#hub, value, { origin: this.origin, tokenId, becomePaired, push });
  }

  /**
   * The specification does not show where the token goes, so it is taken from `params.token`, from `token` next to the
   * action, from the Authorization header of the upgrade, or from having paired on this socket.
   */
  #authenticate({ params, token }: Request): string | null {
    for (const shown of [params['token'], token, this.#headerToken]) {
      if (typeof shown !== 'string') continue;
      const tokenId = this.#hub.tokens.check(shown, this.origin);
      if (tokenId) this.#tokenIds.add(tokenId);
      return tokenId;
    }
    return [...this.#tokenIds].find((tokenId) => this.#hub.tokens.isValid(tokenId)) ?? null;
  }

  /**
   * Whether a frame that nobody has read shows a valid token: a web page can show it nowhere else, and its first frame may
   * be a large label. Found without parsing, which is what a stranger's frame costs.
   */
  #isTokenIn(data: Buffer): boolean {
    return [data.indexOf('"token"'), data.lastIndexOf('"token"')].some((at) => {
      const shown = /^"token"\s*:\s*"([\w-]+)"/.exec(data.toString('latin1', Math.max(at, 0), at + 200))?.[1];
      return shown !== undefined && this.#hub.tokens.check(shown, this.origin) !== null;
    });
  }

  #refuseOrigin(action: string): void {
    const { origin } = this;
    const isKnown =
      origin === null ||
      this.#hub.config.allowed_origins.includes(origin) ||
      this.#hub.tokens.isPairedOrigin(origin);
    if (isKnown || pairingActions.includes(action)) return;
    throw new HubError('FORBIDDEN_ORIGIN', `${origin} is not paired with this hub`);
  }

  #isFlood(): boolean {
    const second = Math.floor(performance.now() / 1000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    if (this.#count > requestsPerSecondMax + refusedPerSecondMax) this.#hangUp(1008, 'Too many requests');
    return this.#count > requestsPerSecondMax;
  }

  #explain(cause: unknown): { code: string; message: string } {
    if (cause instanceof HubError) return cause;
    this.#log.error({ err: cause }, 'a request failed');
    return { code: 'INTERNAL', message: 'The hub failed; its log says why' };
  }
}

function parseFrame(text: string): unknown {
  const problem = shapeProblem(text);
  if (problem) throw new HubError('BAD_REQUEST', `The frame ${problem}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new HubError('BAD_REQUEST', 'The frame is not JSON');
  }
}

/** The id for the answer, even to something that is otherwise not a request. */
function idOf(frame: unknown): string | number | null {
  const id = isObject(frame) ? frame['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The same of what is refused unheard. */
function idIn(data: Buffer): string | number | null {
  try {
    return data.length > refusedBytesMax ? null : idOf(parseFrame(data.toString()));
  } catch {
    return null;
  }
}

function readRequest(frame: unknown): Request {
  if (!isObject(frame) || typeof frame['action'] !== 'string') {
    throw new HubError('BAD_REQUEST', 'A request is an object { action, params, id }');
  }
  const { action, token } = frame;
  // An action without parameters may be sent with empty params or with none.
  const params = frame['params'] ?? {};
  if (!isObject(params)) throw new HubError('BAD_REQUEST', 'params must be an object');
  return { action, params, token };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
