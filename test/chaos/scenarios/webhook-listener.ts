/** An unreliable subscriber: it fails, hangs up, hangs, drips, redirects, dies; and it records what is wrong. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from 'standardwebhooks';
import { createRandom } from '../../http/random.ts';

export interface Listener {
  url: string;
  /** Set once the endpoint's secret is known. */
  verifier: Webhook | undefined;
  /** While true, some are answered badly. */
  isFaulty: boolean;
  heard: number;
  refused: number;
  /** Ids of events answered with success. */
  accepted: Set<string>;
  /** What must not happen: an invalid signature, an event that overtook another of its subject. */
  problems: string[];
  kill(): Promise<void>;
  revive(): Promise<void>;
  stop(): Promise<void>;
}

type Event = { id: string; sequence: number; subject: { type: string; id: string } };

const badShare = 0.03;

export async function openListener(seed: number): Promise<Listener> {
  const random = createRandom(seed);
  const acceptedUpTo = new Map<string, number>();
  let server: Server | undefined;
  let port = 0;

  const judge = (event: Event): void => {
    const subject = `${event.subject.type} ${event.subject.id}`;
    const before = acceptedUpTo.get(subject) ?? 0;
    // A repeat of the last one is allowed; a step back, or past one that was not accepted yet, is not.
    if (event.sequence < before || event.sequence > before + 1)
      listener.problems.push(
        `${subject}: event ${event.sequence} came after ${before} was the last accepted`,
      );
  };
  const accept = (event: Event, response: ServerResponse): void => {
    listener.accepted.add(event.id);
    acceptedUpTo.set(`${event.subject.type} ${event.subject.id}`, event.sequence);
    response.writeHead(204).end();
  };
  const misbehave = (response: ServerResponse): void => {
    listener.refused += 1;
    const ways: (() => void)[] = [
      () => response.writeHead(500).end('broken'),
      () => response.socket?.destroy(),
      () => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      () => response.writeHead(429).end(),
      // Half an answer, and then nothing more.
      () => void response.writeHead(500, { 'content-length': '100' }).write('dri'),
    ];
    random.pick(ways)();
  };
  const listen = async (): Promise<void> => {
    const opened = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        listener.heard += 1;
        try {
          listener.verifier?.verify(body, request.headers as Record<string, string>);
        } catch (fault) {
          listener.problems.push(`a signature does not hold: ${(fault as Error).message}`);
        }
        const event = JSON.parse(body) as Event;
        judge(event);
        if (listener.isFaulty && random.chance(badShare)) misbehave(response);
        else accept(event, response);
      });
    });
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject);
      opened.listen(port, '127.0.0.1', resolve);
    });
    ({ port } = opened.address() as AddressInfo);
    server = opened;
  };
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      if (!server) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
      server = undefined;
    });
  const listener: Listener = {
    url: '',
    verifier: undefined,
    isFaulty: true,
    heard: 0,
    refused: 0,
    accepted: new Set(),
    problems: [],
    kill,
    revive: listen,
    stop: kill,
  };
  await listen();
  listener.url = `http://127.0.0.1:${port}/hooks`;
  return listener;
}
