import { once } from 'node:events';
import { WebSocket } from 'ws';
import { within } from '../../helpers/wait.ts';

export interface Reply {
  id: string | number | null;
  ok: boolean;
  data?: Record<string, unknown>;
  error?: { code: string; message: string };
}

interface Pushed {
  event: string;
  data: Record<string, unknown>;
}

/** A program on the workstation, speaking the local protocol over a real socket. */
export class LocalClient {
  readonly socket: WebSocket;
  readonly events: Pushed[] = [];
  #nextId = 1;
  #listeners = new Set<(message: Reply | Pushed) => void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.setMaxListeners(200);
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Reply | Pushed;
      if ('event' in message) this.events.push(message);
      for (const listener of this.#listeners) listener(message);
    });
  }

  /** Connects; rejects with the HTTP status in the message if the hub refuses the upgrade. */
  static async connect(port: number, headers: Record<string, string> = {}): Promise<LocalClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers });
    const client = new LocalClient(socket);
    await within('the local link is open', once(socket, 'open'));
    return client;
  }

  /** Sends a request and resolves with its reply, or rejects if the socket closes first. */
  async request(action: string, params: object = {}, more: object = {}): Promise<Reply> {
    const id = this.#nextId++;
    const isReply = (message: Reply | Pushed): message is Reply => 'ok' in message && message.id === id;
    const reply = this.#until(`${action} is answered`, isReply);
    this.socket.send(JSON.stringify({ action, params, id, ...more }));
    return reply;
  }

  /** Sends raw text and resolves with the next reply with any id. */
  async raw(text: string | Buffer): Promise<Reply> {
    const reply = this.#until('the hub answers', (message): message is Reply => 'ok' in message);
    this.socket.send(text);
    return reply;
  }

  /** The first event of this name that matches, past or future. */
  async event(name: string, fits: (data: Pushed['data']) => boolean = () => true): Promise<Pushed['data']> {
    const isIt = (message: Reply | Pushed): message is Pushed =>
      'event' in message && message.event === name && fits(message.data);
    return (this.events.find(isIt) ?? (await this.#until(`the event ${name} comes`, isIt))).data;
  }

  close(): void {
    this.socket.terminate();
  }

  #until<M extends Reply | Pushed>(
    what: string,
    isIt: (message: Reply | Pushed) => message is M,
  ): Promise<M> {
    const message = new Promise<M>((resolve, reject) => {
      const onClose = () => reject(new Error('the socket closed'));
      const listener = (message: Reply | Pushed) => {
        if (!isIt(message)) return;
        this.#listeners.delete(listener);
        this.socket.off('close', onClose);
        resolve(message);
      };
      this.#listeners.add(listener);
      this.socket.once('close', onClose);
    });
    return within(what, message);
  }
}
