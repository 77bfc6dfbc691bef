/**
 * Composes an API process: endpoints over the gateway, inline commands through the runner, health, docs and dashboards.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { documentationSite } from '../api/docs/site.ts';
import { createApp } from '../api/http/app.ts';
import { createAuthenticator, type Authenticator } from '../api/http/authenticate.ts';
import { trustProxies } from '../api/limits/client-address.ts';
import { crossOrigin } from '../api/http/cross-origin.ts';
import { createRequestMetrics } from '../api/http/metrics.ts';
import type { HttpDeps } from '../api/http/deps.ts';
import { noFiles, type FileStore } from '../api/files/file-store.ts';
import { guardedServer } from '../api/http/request-guard.ts';
import { healthPages } from '../api/ops/health.ts';
import { nothingButForwarded } from '../api/ops/console-pages.ts';
import { openProvider, type Provider, type ProviderSettings } from '../api/ops/provider.ts';
import { webhookDescription } from '../api/inbound/webhook-description.ts';
import { createAccessWatch } from '../api/streams/access-watch.ts';
import { createEventFollower } from '../api/streams/event-follower.ts';
import { createRelay, type Relay } from '../api/relay/relay.ts';
import { tenantEndpoints } from '../api/tenant/endpoints.ts';
import { v1Endpoints } from '../api/v1/endpoints.ts';
import type { Database } from '../db/database.ts';
import { countOpenCommands } from '../db/engine/backlog.read.ts';
import { storeResponse } from '../db/engine/commands.write.ts';
import { readFollowed, streamEndNow } from '../db/tenancy/followed-events.read.ts';
import { hasMoved } from '../db/tenancy/editions.read.ts';
import { createReportReads } from '../db/report-reads.ts';
import { findActiveMember } from '../db/tenancy/identities.read.ts';
import { findPrincipal } from '../db/tenancy/tokens.read.ts';
import { keyRing, type KeyRing, type PlatformSecrets } from '../domain/secrets/platform-keys.ts';
import { seal } from '../domain/secrets/seal.ts';
import { openGateway, type Gateway } from '../queues/engine/gateway.ts';
import { watchOpenCommands } from '../queues/engine/open-commands.ts';
import { lanePolicy, type LanePolicy } from '../queues/engine/policies.ts';
import { openWakeTeller } from '../queues/engine/wakes.ts';
import { recordHeartbeat } from '../workers/printing/record-heartbeat.ts';
import { inlineRunner, loneRunner } from '../workers/engine/run-inline.ts';
import { commandStore } from './api/command-store.ts';
import { closeServer, listen, urlOf } from './api/http-servers.ts';
import { forgetting, inlineDeps } from './api/inline-commands.ts';
import { keepUploads } from './api/keep-uploads.ts';
import { sampleRequests } from './api/sample-requests.ts';
import { inboundPages } from './inbound/webhooks.ts';
import { identifyPeople } from './ops/identify-people.ts';
import { liveAccess } from './ops/live-access.ts';
import { logoutPages } from './ops/logout-pages.ts';
import { opsPages } from './ops/ops-pages.ts';
import type { Cell } from './config.ts';
import { openEngine, type Engine } from './open-engine.ts';
import type { RunningProgram } from './processes/child-link.ts';

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
  /** How long it goes on serving, no longer ready, when it is asked to leave; not at all if unset. */
  drainMs?: number;
  /** Where `npm start` stores the access to its demo, which the reference shows only to a browser on this machine. */
  demoFile?: string | undefined;
  /** Whether tenants' endpoints and stores may be at private addresses, for on-premises installations. */
  isPrivateAllowed?: boolean | undefined;
  /** Whether stores without a secret may send webhooks; true when omitted. */
  isUnsignedAccepted?: boolean | undefined;
  /** The name of this cell; undefined: there is one. */
  cell?: string | undefined;
  otherCells?: readonly Cell[] | undefined;
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
  /** The application's role on a hot standby, for reports and exports. */
  standbyUrl?: string | undefined;
  /** Whether there is a pooler in transaction mode in front of the database. */
  isPooled?: boolean | undefined;
  log: Logger;
}

export async function startApi(
  settings: ApiSettings,
): Promise<RunningProgram & { url: string; opsUrl: string }> {
  const { appUrl, systemUrl, redisUrl, prefix, port, host, log, isUnsignedAccepted = true } = settings;
  const isOnlyCell = settings.cell === undefined;
  const engine = await openEngine({
    redisUrl,
    prefix,
    appUrl,
    systemUrl,
    poolMax: settings.poolMax ?? 24,
    reportsPoolMax: settings.reportsPoolMax ?? 4,
    standbyUrl: settings.standbyUrl,
    isShared: true,
    isPooled: settings.isPooled ?? false,
    applicationName: 'platform api',
  });
  const { backend, database, listener, producer } = engine;
  const wakes = openWakeTeller(backend);
  const { provider, people, authenticator } = whoAsks(settings, database);
  const runner = inlineDeps(engine, wakes, () => relay);
  const runInline = forgetting(authenticator, inlineRunner(runner));
  const openCommands = watchOpenCommands((id, most) => countOpenCommands(database, id, most));
  const runs = { runInline, runLone: loneRunner(runner) };
  const gateway = openGateway(commandStore(database), producer, listener, runs, openCommands, {
    ...lanePolicy,
    ...settings.lanes,
  });
  const keys = keyRing(settings.secrets, 'credentials');
  const leaving = new AbortController();
  const parts = httpDeps(settings, database, authenticator, gateway, keys, leaving.signal);
  const relay = relayOf(settings, engine, parts);
  const endpoints = [...tenantEndpoints, ...v1Endpoints];
  const pages = opsPages(settings, engine, parts, runner, provider && people && { provider, people });
  const isOpsApart = settings.opsPort !== undefined;
  const app = createApp(parts, endpoints, [
    crossOrigin(settings.corsOrigins ?? []),
    ...inboundPages({ ...engine, openCommands, gateway, keys, isUnsignedAccepted, isOnlyCell, log }),
    ...logoutPages(database, provider, settings.otherCells ?? [], () => authenticator.forget()),
    ...(isOpsApart ? [healthPages(parts, producer, { hasDetails: false })] : pages),
    documentationSite(endpoints, { demoFile: settings.demoFile, beside: webhookDescription }),
    relay.middleware,
  ]);
  const server = guardedServer(app.callback());
  relay.listenTo(server);
  const opsServer =
    isOpsApart && guardedServer(createApp(parts, endpoints, [...pages, nothingButForwarded]).callback());
  await listen(server, port, host, 'PORT');
  if (opsServer) await listen(opsServer, settings.opsPort!, host, 'OPS_PORT');
  const samples = sampleRequests(database, parts.metrics.tally, log);

  return {
    url: urlOf(server, host),
    opsUrl: urlOf(opsServer || server, host),
    leave: () => {
      leaving.abort();
      return pause(settings.drainMs ?? 0);
    },
    stop: async () => {
      // Upgraded sockets keep a server open, so the hubs are sent to another node first.
      gateway.stopWaiting();
      parts.access.stop();
      parts.events.stop();
      await relay.stop();
      await Promise.all([closeServer(server), opsServer && closeServer(opsServer)]);
      await samples.stop();
      await wakes.close();
      await engine.close();
    },
  };
}

/** Where hubs are linked. */
function relayOf(
  { secrets, cell }: ApiSettings,
  { backend, listener, signals, database }: Engine,
  parts: ReturnType<typeof httpDeps>,
): Relay {
  return createRelay({
    ...parts,
    backend,
    listener,
    signals,
    recordHeartbeat: (hub, devices) => recordHeartbeat(database, hub, devices),
    keys: keyRing(secrets, 'hub token'),
    isOnlyCell: cell === undefined,
  });
}

/** Whom a request may come from: tokens, and the people of the provider if there is one. */
function whoAsks(
  settings: ApiSettings,
  database: Database,
): {
  provider: Provider | undefined;
  people: ReturnType<typeof identifyPeople> | undefined;
  authenticator: Authenticator;
} {
  const provider = settings.provider && openProvider(settings.provider);
  const people = provider && identifyPeople(database, provider);
  const authenticator = createAuthenticator({
    findToken: (token) => findPrincipal(database, token),
    findSigned: people?.findSigned,
    hasMoved: (organizationId) => hasMoved(database, organizationId),
    findMember: (organizationId, memberId) => findActiveMember(database, organizationId, memberId),
  });
  return { provider, people, authenticator };
}

function httpDeps(
  settings: ApiSettings,
  database: Database,
  authenticator: Authenticator,
  gateway: Gateway,
  keys: KeyRing,
  leaving: AbortSignal,
): HttpDeps {
  const metrics = createRequestMetrics();
  const { files = noFiles } = settings;
  return {
    database,
    reports: createReportReads(database, metrics.reportRead),
    gateway,
    authenticator,
    access: createAccessWatch(liveAccess(database), () => authenticator.forget()),
    events: createEventFollower({
      end: (organizationId) => streamEndNow(database, organizationId),
      next: (places, limit) => readFollowed(database, places, limit),
    }),
    clientAddress: trustProxies(settings.trustedProxies ?? []),
    files,
    keep: keepUploads(database, files),
    metrics,
    leaving,
    log: settings.log,
    seal: (text, place) => seal(keys, text, place),
    isPrivateAllowed: settings.isPrivateAllowed ?? false,
    responseCheck: settings.responseCheck,
    storeResponse: (organizationId, commandId, claim, response) =>
      storeResponse(database, organizationId, commandId, claim, response),
  };
}
