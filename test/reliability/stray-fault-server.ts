/** A server behind the last line of defence whose requests throw uncaught exceptions; run in a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { guarded, guardedUpgrade, surviveRequests } from '../../api/http/request-guard.ts';

surviveRequests(pino(pino.destination({ fd: 1, sync: true })));

function fail(where: string): never {
  throw new Error(`thrown by ${where}`);
}

const strayFaults: Record<string, () => void> = {
  '/timer': () => setTimeout(fail, 1, 'a timer'),
  '/promise': () => void Promise.resolve().then(() => fail('a promise')),
};

const server = createServer(
  guarded((request, response) => {
    const { url = '' } = request;
    if (url === '/well') return void response.end('well');
    if (url === '/halfway') response.write('begun');
    if (url === '/listener') request.on('resume', () => fail('a listener')).resume();
    else (strayFaults[url] ?? strayFaults['/timer']!)();
  }),
);
server.on('upgrade', (request, socket) => guardedUpgrade(socket, strayFaults[request.url ?? '']!));
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', () => setTimeout(fail, 1, 'the process itself'));
