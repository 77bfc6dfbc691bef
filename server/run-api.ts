/** Composes an API process: endpoints over the gateway, inline commands through the runner, health, docs and dashboards. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from '../api/http/app.ts';
import { createAuthenticator } from '../api/http/authenticate.ts';
import { createRequestMetrics } from '../api/http/metrics.ts';
import type { HttpDeps } from '../api/http/deps.ts';
import { docsPages } from '../api/ops/docs.ts';
import { healthPages } from '../api/ops/health.ts';
import { opsLogin } from '../api/ops/login.ts';
import { printCenter } from '../api/ops/print-center.ts';
import { queueDashboard } from '../api/ops/queue-dashboard.ts';
import { createRelay } from '../api/relay/relay.ts';
import { tenantEndpoints } from '../api/tenant/endpoints.ts';
import { v1Endpoints } from '../api/v1/endpoints.ts';
import { openDatabase } from '../db/database.ts';
import { isCommandKnown, readKeyUse, readOutcomes } from '../db/tenancy/commands.read.ts';
import { acceptCommands, storeResponse } from '../db/tenancy/commands.write.ts';
import { findPrincipal } from '../db/tenancy/tokens.read.ts';
import { closeBackend, openBackend, redisProblem } from '../queues/backend.ts';
import { commandsByName } from '../queues/commands.ts';
import { openGateway, type CommandKey, type Outcome, type RunInline } from '../queues/gateway.ts';
import { openAnnouncer, openOutcomeListener } from '../queues/outcomes.ts';
import { openPrintSignals } from '../queues/print-queue.ts';
import { openProducer } from '../queues/producer.ts';
import { tenancyCommands } from '../queues/tenancy/commands.ts';
import { dispatchesOf } from '../workers/follow-ups.ts';
import { handlersByName } from '../workers/handlers.ts';
import { inlineRunner } from '../workers/run-command.ts';
import type { RunningProgram } from './child-link.ts';
import { secretKey } from './secret-key.ts';
import { StartError } from './start-error.ts';

export interface ApiSettings {
  appUrl: string;
  systemUrl: string;
  redisUrl: string | undefined;
  prefix?: string;
  port: number;
  host: string;
  responseCheck: HttpDeps['responseCheck'];
  log: Logger;
}

export async function startApi(settings: ApiSettings): Promise<RunningProgram & { url: string }> {
  const { appUrl, systemUrl, redisUrl, prefix, port, host, log } = settings;
  const backend = openBackend({ redisUrl, postgresUrl: systemUrl, ...(prefix ? { prefix } : {}) });
  const problem = await redisProblem(backend);
  if (problem) throw new StartError(problem);
  const database = openDatabase({ appUrl, systemUrl, poolMax: 24, applicationName: 'platform api' });
  const producer = openProducer(backend);
  const listener = await openOutcomeListener(backend);
  const announcer = openAnnouncer(backend);
  const signals = openPrintSignals(backend, announcer);
  const authenticator = createAuthenticator((token) => findPrincipal(database, token));
  const runInline = inlineRunner({
    database,
    commands: commandsByName,
    handlers: handlersByName,
    committed: (followUps) => {
      if (followUps.length > 0) void producer.dispatch(dispatchesOf(followUps));
    },
    // A hub linked here hears of its label at once; the queue finds the others.
    signal: (sent) => signals.send(sent.filter((one) => one.kind !== 'wake' || !relay.offer(one.offer))),
  });
  // A token revoked through this process is refused from the next request on.
  const runAndForget: RunInline = async (submission, commandId) => {
    const outcome = await runInline(submission, commandId);
    if (
      submission.command === tenancyCommands.revokeToken ||
      submission.command === tenancyCommands.updateSettings
    ) {
      authenticator.forget();
    }
    return outcome;
  };
  const store = {
    accept: (commands: Parameters<typeof acceptCommands>[1], isDurable: boolean) =>
      acceptCommands(database, commands, isDurable),
    outcomes: async (keys: readonly CommandKey[]) =>
      new Map((await readOutcomes(database, keys)).map(({ id, outcome }) => [id, outcome as Outcome])),
    isKnown: (organizationId: string, id: string) => isCommandKnown(database, organizationId, id),
    earlierUse: (organizationId: string, claim: Parameters<typeof readKeyUse>[2]) =>
      readKeyUse(database, organizationId, claim),
  };
  const parts: HttpDeps = {
    database,
    gateway: openGateway(store, producer, listener, runAndForget),
    authenticator,
    metrics: createRequestMetrics(),
    log,
    responseCheck: settings.responseCheck,
    storeResponse: (organizationId, commandId, claim, response) =>
      storeResponse(database, organizationId, commandId, claim, response),
  };
  const { gateway } = parts;
  const key = secretKey(systemUrl, 'hub token');
  const relay = createRelay({ database, gateway, backend, listener, signals, key, log });
  const endpoints = [...tenantEndpoints, ...v1Endpoints];
  const login = opsLogin(authenticator, secretKey(systemUrl, 'ops session'));
  const app = createApp(parts, endpoints, [
    healthPages(parts, producer),
    docsPages(endpoints),
    login.pages,
    queueDashboard(login.guard, producer),
    printCenter(login),
    relay.middleware,
  ]);
  const server = createServer(app.callback());
  server.keepAliveTimeout = 30_000;
  relay.listenTo(server);
  await listen(server, port, host);
  const { port: boundPort } = server.address() as AddressInfo;

  return {
    url: `http://${host}:${boundPort}`,
    stop: async () => {
      // Upgraded sockets keep a server open: the hubs are sent to another node first.
      gateway.stopWaiting();
      await relay.stop();
      await closeServer(server);
      await listener.close();
      await signals.close();
      await announcer.close();
      await producer.close();
      await database.close();
      await closeBackend(backend);
    },
  };
}

type HttpServer = ReturnType<typeof createServer>;

function listen(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const isTaken = fault.code === 'EADDRINUSE';
      reject(isTaken ? new StartError(`Port ${port} on ${host} is taken; set PORT to a free one.`) : fault);
    });
    server.listen(port, host, resolve);
  });
}

const inFlightMsMax = 5_000;

// Requests in flight finish; kept-alive connections are closed as soon as they are idle.
async function closeServer(server: HttpServer): Promise<void> {
  // Closing resets what the system has connected and nobody has taken: right after a turn of the loop nothing is left there.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), inFlightMsMax);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
