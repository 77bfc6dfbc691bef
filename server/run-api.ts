/**
 * Composes an API process: endpoints over the gateway, inline commands through the runner, health, docs and dashboards.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { documentationSite } from '../api/docs/site.ts';
import { createApp } from '../api/http/app.ts';
import { createAuthenticator } from '../api/http/authenticate.ts';
import { trustProxies } from '../api/limits/client-address.ts';
import { crossOrigin } from '../api/http/cross-origin.ts';
import { createRequestMetrics } from '../api/http/metrics.ts';
import type { HttpDeps } from '../api/http/deps.ts';
import { noFiles, type FileStore } from '../api/files/file-store.ts';
import { guardedServer } from '../api/http/request-guard.ts';
import { healthPages } from '../api/ops/health.ts';
import { opsLogin } from '../api/ops/login.ts';
import { opsSessions } from '../api/ops/session.ts';
import { consolePages, nothingButForwarded } from '../api/ops/console-pages.ts';
import { openProvider, type ProviderSettings } from '../api/ops/provider.ts';
import { providerSignIn } from '../api/ops/provider-sign-in.ts';
import { metricsPage } from '../api/ops/metrics-page.ts';
import { queueDashboard } from '../api/ops/queue-dashboard.ts';
import { stuckPages } from '../api/ops/stuck.ts';
import { webhookDescription } from '../api/inbound/webhook-description.ts';
import { createAccessWatch } from '../api/streams/access-watch.ts';
import { createEventFollower } from '../api/streams/event-follower.ts';
import { createRelay } from '../api/relay/relay.ts';
import { tenantEndpoints } from '../api/tenant/endpoints.ts';
import { v1Endpoints } from '../api/v1/endpoints.ts';
import { openDatabase } from '../db/database.ts';
import { countOpenCommands } from '../db/engine/backlog.read.ts';
import { storeResponse } from '../db/engine/commands.write.ts';
import { readFollowed, streamEndNow } from '../db/tenancy/followed-events.read.ts';
import { findActiveMember } from '../db/tenancy/identities.read.ts';
import { findPrincipal } from '../db/tenancy/tokens.read.ts';
import { keyRing, type PlatformSecrets } from '../domain/secrets/platform-keys.ts';
import { seal } from '../domain/secrets/seal.ts';
import { closeBackend, openBackend, redisProblem } from '../queues/engine/backend.ts';
import { commandsByName } from '../queues/commands.ts';
import { openFairLines } from '../queues/engine/fair-lines.ts';
import { openGateway } from '../queues/engine/gateway.ts';
import { watchOpenCommands } from '../queues/engine/open-commands.ts';
import { openAnnouncer, openOutcomeListener } from '../queues/engine/outcomes.ts';
import { lanePolicy, type LanePolicy } from '../queues/engine/policies.ts';
import { openPrintSignals } from '../queues/printing/print-queue.ts';
import { openProducer } from '../queues/engine/producer.ts';
import type { RunInline } from '../queues/engine/submission.ts';
import { openWakeTeller } from '../queues/engine/wakes.ts';
import { tenancyCommands } from '../queues/tenancy/commands.ts';
import { recordHeartbeat } from '../workers/printing/record-heartbeat.ts';
import { dispatchesOf } from '../workers/engine/follow-ups.ts';
import { handlersByName } from '../workers/handlers.ts';
import { finalFailuresByName } from '../workers/give-ups.ts';
import type { RunnerDeps } from '../workers/engine/run-command.ts';
import { inlineRunner } from '../workers/engine/run-inline.ts';
import { sendSignals } from '../workers/engine/signals.ts';
import { commandStore } from './command-store.ts';
import { inboundWebhooks } from './inbound/webhooks.ts';
import { identifyPeople } from './ops/identify-people.ts';
import { liveAccess } from './ops/live-access.ts';
import { logoutPages } from './ops/logout-pages.ts';
import { sessionStore } from './ops/session-store.ts';
import type { RunningProgram } from './processes/child-link.ts';
import { canceller, putAside } from './ops/canceller.ts';
import { rerunner } from './ops/rerunner.ts';
import { StartError } from './start-error.ts';

export interface ApiSettings {
  appUrl: string;
  systemUrl: string;
  /** The key that seals cookies and hub tokens; the same in every API process. */
  secrets: PlatformSecrets;
  redisUrl: string | undefined;
  prefix?: string;
  port: number;
  host: string;
  /** Puts metrics, detailed readiness and ops pages on a port of their own; if undefined, they are on the API's. */
  opsPort?: number | undefined;
  /** Proxies whose X-Forwarded-* is trusted; none if unset. */
  trustedProxies?: readonly string[];
  /** Web origins whose pages may call the API; none if unset. */
  corsOrigins?: readonly string[];
  /** Where `npm start` stores the access to its demo, which the reference shows only to a browser on this machine. */
  demoFile?: string | undefined;
  /** Whether tenants' endpoints and stores may be at private addresses, for on-premises installations. */
  isPrivateAllowed?: boolean | undefined;
  /** Whether stores without a secret may send webhooks; true when omitted. */
  isUnsignedAccepted?: boolean | undefined;
  /** Where files are stored; without it, a request that uploads one is refused. */
  files?: FileStore;
  responseCheck: HttpDeps['responseCheck'];
  /** How commands are grouped, if not as usual: tests ask for groups of a certain size. */
  lanes?: Partial<LanePolicy>;
  /** Where people sign in; if unset, they cannot. */
  provider?: ProviderSettings | undefined;
  /** Connections for requests, and for reports and exports. */
  poolMax?: number | undefined;
  reportsPoolMax?: number | undefined;
  /** Whether there is a pooler in transaction mode in front of the database. */
  isPooled?: boolean | undefined;
  log: Logger;
}

export async function startApi(
  settings: ApiSettings,
): Promise<RunningProgram & { url: string; opsUrl: string }> {
  const { appUrl, systemUrl, redisUrl, prefix, port, host, log, isUnsignedAccepted = true } = settings;
  const backend = openBackend({ redisUrl, postgresUrl: systemUrl, ...(prefix ? { prefix } : {}) });
  const problem = await redisProblem(backend);
  if (problem) throw new StartError(problem);
  const database = openDatabase({
    appUrl,
    systemUrl,
    poolMax: settings.poolMax ?? 24,
    reportsPoolMax: settings.reportsPoolMax ?? 4,
    isShared: true,
    isPooled: settings.isPooled ?? false,
    applicationName: 'platform api',
  });
  const listener = await openOutcomeListener(backend);
  const producer = openFairLines(openProducer(backend), listener);
  const announcer = openAnnouncer(backend);
  const signals = openPrintSignals(backend, announcer);
  const wakes = openWakeTeller(backend);
  const provider = settings.provider && openProvider(settings.provider);
  const people = provider && identifyPeople(database, provider);
  const authenticator = createAuthenticator({
    findToken: (token) => findPrincipal(database, token),
    findSigned: people?.findSigned,
    findMember: (organizationId, memberId) => findActiveMember(database, organizationId, memberId),
  });
  const access = createAccessWatch(liveAccess(database), () => authenticator.forget());
  const events = createEventFollower({
    end: () => streamEndNow(database),
    next: (places, limit) => readFollowed(database, places, limit),
  });
  const runner: RunnerDeps = {
    database,
    commands: commandsByName,
    handlers: handlersByName,
    giveUps: finalFailuresByName,
    committed: (followUps, _organizationId, eventCount) => {
      if (followUps.length > 0) void producer.dispatch(dispatchesOf(followUps));
      if (eventCount > 0) wakes.tell('events');
    },
    signal: (sent) =>
      sendSignals(sent, {
        // A hub linked to this process is told of its label at once; the queue reaches the others.
        print: (ours) => signals.send(ours.filter((one) => one.kind !== 'wake' || !relay.offer(one.offer))),
        wake: (reason) => wakes.tell(reason),
      }),
    signalAhead: (signals, ended) => {
      for (const one of signals) if (one.kind === 'wake') relay.offerAhead(one.offer, ended);
    },
  };
  const runInline = inlineRunner(runner);
  // A token revoked through this process is refused from the next request on.
  const changesAccess = new Set<unknown>([
    tenancyCommands.revokeToken,
    tenancyCommands.updateMember,
    tenancyCommands.updateSettings,
  ]);
  const runAndForget: RunInline = async (asked) => {
    const ends = await runInline(asked);
    if (asked.some(({ command }) => changesAccess.has(command))) authenticator.forget();
    return ends;
  };
  const openCommands = watchOpenCommands((id, most) => countOpenCommands(database, id, most));
  const credentialKeys = keyRing(settings.secrets, 'credentials');
  const parts: HttpDeps = {
    database,
    gateway: openGateway(commandStore(database), producer, listener, runAndForget, openCommands, {
      ...lanePolicy,
      ...settings.lanes,
    }),
    authenticator,
    access,
    events,
    clientAddress: trustProxies(settings.trustedProxies ?? []),
    files: settings.files ?? noFiles,
    metrics: createRequestMetrics(),
    log,
    seal: (text, place) => seal(credentialKeys, text, place),
    isPrivateAllowed: settings.isPrivateAllowed ?? false,
    responseCheck: settings.responseCheck,
    storeResponse: (organizationId, commandId, claim, response) =>
      storeResponse(database, organizationId, commandId, claim, response),
  };
  const { gateway, clientAddress } = parts;
  const keys = keyRing(settings.secrets, 'hub token');
  const relay = createRelay({
    database,
    gateway,
    backend,
    listener,
    signals,
    recordHeartbeat: (hub, devices) => recordHeartbeat(database, hub, devices),
    keys,
    clientAddress,
    access,
    log,
  });
  const endpoints = [...tenantEndpoints, ...v1Endpoints];
  const sessionKeys = keyRing(settings.secrets, 'ops session');
  const signIn = provider && people && providerSignIn(provider, people.findPerson, sessionKeys);
  const login = opsLogin(authenticator, opsSessions(sessionKeys, sessionStore(database)), signIn);
  const rerun = rerunner(database, producer);
  const opsPages = [
    healthPages(parts, producer, { hasDetails: true }),
    metricsPage(parts, producer),
    login.pages,
    stuckPages(login.guard, {
      database,
      producer,
      rerun,
      putAside: putAside(database),
      cancel: canceller(runner, announcer),
    }),
    queueDashboard(login.guard, producer, rerun),
    consolePages(login),
  ];
  const isOpsApart = settings.opsPort !== undefined;
  const app = createApp(parts, endpoints, [
    crossOrigin(settings.corsOrigins ?? []),
    inboundWebhooks({ database, producer, openCommands, keys: credentialKeys, isUnsignedAccepted, log }),
    ...logoutPages(database, provider, () => authenticator.forget()),
    ...(isOpsApart ? [healthPages(parts, producer, { hasDetails: false })] : opsPages),
    documentationSite(endpoints, { demoFile: settings.demoFile, beside: webhookDescription }),
    relay.middleware,
  ]);
  const server = guardedServer(app.callback());
  relay.listenTo(server);
  const opsServer = isOpsApart
    ? guardedServer(createApp(parts, endpoints, [...opsPages, nothingButForwarded]).callback())
    : undefined;
  await listen(server, port, host, 'PORT');
  if (opsServer) await listen(opsServer, settings.opsPort!, host, 'OPS_PORT');

  return {
    url: urlOf(server, host),
    opsUrl: urlOf(opsServer ?? server, host),
    stop: async () => {
      // Upgraded sockets keep a server open, so the hubs are sent to another node first.
      gateway.stopWaiting();
      access.stop();
      events.stop();
      await relay.stop();
      await Promise.all([closeServer(server), opsServer && closeServer(opsServer)]);
      await listener.close();
      await signals.close();
      await wakes.close();
      await announcer.close();
      await producer.close();
      await database.close();
      await closeBackend(backend);
    },
  };
}

function listen(server: Server, port: number, host: string, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const isTaken = fault.code === 'EADDRINUSE';
      const why = isTaken ? 'is taken' : `cannot be used (${fault.message})`;
      reject(new StartError(`Port ${port} on ${host} ${why}; set ${setting} to a free one.`));
    });
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server, host: string): string {
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const inFlightMsMax = 5_000;
const takingMs = 100;

// Requests in flight finish; keep-alive connections are closed as soon as they are idle.
async function closeServer(server: Server): Promise<void> {
  // Closing resets connections the system has established but nobody has accepted: what was sent before the signal is
  // accepted first.
  await new Promise((resolve) => {
    setTimeout(resolve, takingMs);
  });
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), inFlightMsMax);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
