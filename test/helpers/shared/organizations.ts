/**
 * Makes the organizations that files join with. A process that stays has its statements planned and its code compiled:
 * in each file's own, and on connections of its own, two organizations cost ten times as much.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openDatabase } from '../../../db/database.ts';
import { addToken, createOrganization } from '../organization.ts';

type Made = Record<string, (asked: any) => Promise<unknown>>;

/** Answers what ask-organizations.ts sends. */
export async function serveOrganizations(urls: {
  appUrl: string;
  systemUrl: string;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const database = openDatabase({ ...urls, poolMax: 4, applicationName: 'organizations' });
  const made: Made = {
    '/organizations': (words: Parameters<typeof createOrganization>[1]) =>
      createOrganization(database, words),
    '/tokens': (token: Parameters<typeof addToken>[1]) => addToken(database, token),
  };
  const server = createServer((request, response) => {
    answer(made, request).then(
      (answered) => response.end(JSON.stringify(answered)),
      (fault: Error) => response.writeHead(500).end(String(fault.stack)),
    );
  });
  // A file that did something else for a while must not find its connection closed as it asks again.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await database.close();
    },
  };
}

async function answer(made: Made, request: IncomingMessage): Promise<unknown> {
  return made[request.url!]!(JSON.parse(await text(request)));
}
