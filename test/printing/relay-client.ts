/**
 * A hub made of test code: it speaks relay protocol v1 with a real key over real sockets, and does what the test says.
 */
import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type Joi from 'joi';
import { WebSocket } from 'ws';
import { relayFrames } from '../../api/relay/relay-frames.ts';
import { within } from '../helpers/wait.ts';
import type { Client } from '../helpers/client.ts';

export type Frame = Record<string, any> & { type: string };

export interface HubKeys {
  privateKey: KeyObject;
  publicKey: string;
}

export function makeHubKeys(): HubKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') };
}

export async function makeEnrollmentKey(
  client: Client,
  more: object = {},
): Promise<{ id: string; enrollment_key: string }> {
  const { body } = await client.post('/api/wms/hubs/enrollment-keys', { name: 'desk', ...more });
  return body.data;
}

export async function postToRelay(
  url: string,
  path: string,
  body: object,
  token?: string,
  organizationId?: string,
): Promise<{ status: number; body: any }> {
  const response = await fetch(`${url}/api/hub/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(organizationId ? { 'x-organization-id': organizationId } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: await response.json() };
}

export function enrollBody(
  organizationId: string,
  anonKey: string,
  keys: HubKeys,
  more: object = {},
): object {
  return {
    anon_key: anonKey,
    organization_id: organizationId,
    warehouse_id: null,
    name: 'packing-desk',
    public_key: keys.publicKey,
    version: '0.1.0',
    platform: 'linux-x64',
    ...more,
  };
}

export function signed(keys: HubKeys, hubId: string, challenge: string): string {
  return sign(null, Buffer.from(`wms-hub-token-v1\n${hubId}\n${challenge}`), keys.privateKey).toString(
    'base64',
  );
}

/** An enrolled hub that can log in. */
export interface EnrolledHub {
  hubId: string;
  keys: HubKeys;
  token(): Promise<string>;
}

export async function enrollHub(url: string, client: Client, more: object = {}): Promise<EnrolledHub> {
  const keys = makeHubKeys();
  const { enrollment_key: anonKey } = await makeEnrollmentKey(client);
  const post = (path: string, body: object) => postToRelay(url, path, body, undefined, client.organizationId);
  const { body } = await post('enroll', enrollBody(client.organizationId, anonKey, keys, more));
  const hubId = body.data.hub_id as string;
  const token = async (): Promise<string> => {
    const { body: asked } = await post('challenge', { hub_id: hubId });
    const { challenge } = asked.data;
    const answer = await post('token', {
      hub_id: hubId,
      challenge,
      signature: signed(keys, hubId, challenge),
    });
    return answer.body.data.token;
  };
  return { hubId, keys, token };
}

export interface TestDevice {
  device_id: string;
  name: string;
  model: string | null;
  device_type: string;
  connection: string;
  address: string;
  is_default_label_printer: boolean;
  reachable: boolean | null;
  status: string;
  takes?: string[];
}

export function testDevice(more: Partial<TestDevice> = {}): TestDevice {
  return {
    device_id: randomUUID(),
    name: 'Packing 3',
    model: 'ZD421',
    device_type: 'label_printer',
    connection: 'network',
    address: '10.0.0.31:9100',
    is_default_label_printer: true,
    reachable: true,
    status: 'ready',
    ...more,
  };
}

function problemOf({ type, ...rest }: Frame): Error | undefined {
  const schema = relayFrames[type as keyof typeof relayFrames] as Joi.AnySchema | undefined;
  return schema
    ? schema.validate(rest).error
    : new Error(`The relay sends ${type}, which it does not declare.`);
}

/** An open link. Frames are kept in order; `next` takes the first one of a type, waiting for it if necessary. */
export class TestLink extends EventEmitter {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  closeCode: number | undefined;
  /** What the relay sent that is not as `relayFrames` has it. */
  #problem: Error | undefined;

  private constructor(socket: WebSocket) {
    super();
    this.setMaxListeners(0);
    this.socket = socket;
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as Frame;
      this.#problem ??= problemOf(frame);
      this.frames.push(frame);
      this.emit('frame');
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.emit('frame');
    });
    socket.on('error', () => {});
  }

  static async open(url: string, token: string): Promise<TestLink> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/hub/v1/link`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const link = new TestLink(socket);
    await within('the link to the relay is open', once(socket, 'open'));
    return link;
  }

  static async greeted(url: string, hub: EnrolledHub, devices: TestDevice[]): Promise<TestLink> {
    const link = await TestLink.open(url, await hub.token());
    link.send({
      type: 'hello',
      protocol: 1,
      version: '0.1.0',
      platform: 'linux-x64',
      name: 'packing-desk',
      devices,
    });
    await link.next('welcome');
    return link;
  }

  send(frame: Frame): void {
    this.socket.send(JSON.stringify(frame));
  }

  async next(type: string, fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    const take = async (): Promise<Frame> => {
      for (;;) {
        if (this.#problem) throw this.#problem;
        const index = this.frames.findIndex((frame) => frame.type === type && fits(frame));
        if (index >= 0) return this.frames.splice(index, 1)[0]!;
        if (this.closeCode !== undefined)
          throw new Error(`The link was closed with ${this.closeCode} before ${type} came.`);
        await once(this, 'frame');
      }
    };
    return within(`the relay sends the frame ${type}`, take());
  }

  async claim(printJobId: string, claimId: string = randomUUID()): Promise<Frame> {
    const id = randomUUID();
    this.send({ type: 'claim', id, print_job_id: printJobId, claim_id: claimId });
    return Promise.race([
      this.next('claimed', (frame) => frame['id'] === id),
      this.next('not_claimed', (frame) => frame['id'] === id),
    ]);
  }

  async result(printJobId: string, claimId: string, more: object = {}): Promise<Frame> {
    const id = randomUUID();
    this.send({
      type: 'result',
      id,
      print_job_id: printJobId,
      claim_id: claimId,
      status: 'done',
      error: null,
      verified: true,
      may_have_printed: true,
      ...more,
    });
    return this.next('result_ack', (frame) => frame['id'] === id);
  }

  async closed(): Promise<number> {
    return within('the relay closes the link', this.#closing());
  }

  async #closing(): Promise<number> {
    while (this.closeCode === undefined) await once(this, 'frame');
    return this.closeCode;
  }

  close(): void {
    this.socket.terminate();
  }
}
