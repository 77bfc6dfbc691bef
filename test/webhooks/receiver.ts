/** A subscriber as tests simulate it: records what it was sent and answers as told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
  event: any;
}

export interface Receiver {
  url: string;
  heard: Heard[];
  /** What it answers to the next ones; a function can look at the event, and answering 0 hangs up. */
  answer: (event: any) => number;
  /** Sent along with each answer. */
  headers: Record<string, string>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const event = JSON.parse(body);
      heard.push({ headers: request.headers, body, event });
      const status = receiver.answer(event);
      if (status === 0) return void request.socket.destroy();
      response.writeHead(status, receiver.headers).end('noted');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    heard,
    answer: () => 204,
    headers: {},
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
