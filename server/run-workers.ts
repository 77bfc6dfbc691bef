/**
 * Composes a worker process: one BullMQ worker per queue, the sweeper behind them, the schedules, and a stop that
 * drains.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isDatabaseServing } from '../db/engine/backlog.read.ts';
import { commandsByName, goesTogether } from '../queues/commands.ts';
import { openWakeHearer } from '../queues/engine/wakes.ts';
import { keyRing, type PlatformSecrets } from '../domain/secrets/platform-keys.ts';
import { startReadingStoreNews } from '../workers/channels/read-store-news.ts';
import { startPushing } from '../workers/channels/push-to-stores.ts';
import { startGapSearches } from '../workers/channels/search-gaps.ts';
import { startCallingManifests } from '../workers/parcels/call-manifests.ts';
import { startChoosing } from '../workers/parcels/choose-label.ts';
import { startCallingCarriers } from '../workers/parcels/call-carriers.ts';
import { finalFailuresByName } from '../workers/give-ups.ts';
import { handlersByName } from '../workers/handlers.ts';
import { startQueueWorkers } from '../workers/engine/queue-workers.ts';
import type { RunnerDeps } from '../workers/engine/run-command.ts';
import { startSchedules } from '../workers/schedules.ts';
import { sendSignals } from '../workers/engine/signals.ts';
import { startSweeper } from '../workers/engine/sweeper.ts';
import { shareJob } from '../db/engine/commands.write.ts';
import { openFollowUps } from '../workers/engine/follow-ups.ts';
import type { Outward } from '../workers/outside/define-call.ts';
import { outboundHttp } from '../workers/outside/outbound-http.ts';
import type { ArchiveStore } from '../workers/retention/archive.ts';
import type { SweptStore } from '../workers/tenancy/sweep-files.ts';
import { createWorkerMetrics } from '../workers/engine/worker-metrics.ts';
import { startDelivering } from '../workers/webhooks/deliver-events.ts';
import { openEngine } from './open-engine.ts';
import type { RunningProgram } from './processes/child-link.ts';
import { serveWorkerHealth } from './ops/worker-health.ts';

// BullMQ's workers on Postgres were seen never to end when told to as they start: loops that stop first give them a moment.
const loopsFirstMs = 500;

export interface WorkersSettings {
  /** The keys that open credentials and signing secrets. */
  secrets: PlatformSecrets;
  /** Whether tenants' endpoints and stores may be at private addresses, for on-premises installations. */
  isPrivateAllowed?: boolean | undefined;
  appUrl: string;
  systemUrl: string;
  redisUrl: string | undefined;
  /** Namespace of Redis keys; tests give each platform its own. */
  prefix?: string;
  /** Jobs one process runs at a time, within the limits of each of its queues. */
  concurrency: number;
  /** Whether there is a pooler in transaction mode in front of the database. */
  isPooled?: boolean | undefined;
  /** Where retention stores what it removes from the database, and uploads are; without it nothing is removed. */
  files?: (ArchiveStore & SweptStore) | undefined;
  /** Where the process serves health and metrics; if undefined, nowhere. */
  health?: { host: string; port: number } | undefined;
  log: Logger;
}

export async function startWorkers(
  settings: WorkersSettings,
): Promise<RunningProgram & { healthUrl: string | undefined }> {
  const { appUrl, systemUrl, redisUrl, prefix, concurrency, log } = settings;
  const engine = await openEngine({
    redisUrl,
    prefix,
    appUrl,
    systemUrl,
    // One for each job, and some for the sweeper, the schedules and outgoing deliveries.
    poolMax: concurrency + 8,
    isPooled: settings.isPooled ?? false,
    applicationName: 'platform workers',
  });
  const { backend, database, producer, announcer, signals } = engine;
  const wakes = await openWakeHearer(backend);
  const keys = keyRing(settings.secrets, 'credentials');
  const send = outboundHttp({ isPrivateAllowed: settings.isPrivateAllowed ?? false });
  const followUps = openFollowUps(
    { producer, shareJob: (...of) => shareJob(database, ...of) },
    commandsByName,
  );
  const parts: RunnerDeps = {
    database,
    commands: commandsByName,
    handlers: handlersByName,
    giveUps: finalFailuresByName,
    outside: { send, keys },
    committed: (left, _organizationId, eventCount) => {
      followUps.dispatch(left);
      if (eventCount > 0) wakes.tell('events');
    },
    signal: (sent) =>
      sendSignals(sent, {
        print: (ours) => signals.send(ours),
        wake: (reason) => wakes.tell(reason),
      }),
  };
  const metrics = createWorkerMetrics();
  const health = settings.health
    ? await serveWorkerHealth(settings.health, metrics.registry, {
        database: () => isDatabaseServing(database),
        queue: () => producer.assertTaking(),
      })
    : undefined;
  const workers = startQueueWorkers({ backend, parts, announcer, metrics, concurrency, log });
  const sweeper = startSweeper(database, producer, goesTogether, log);
  const schedules = startSchedules({
    database,
    producer,
    log,
    files: settings.files,
    swept: metrics.swept,
    missing: metrics.missing,
  });
  const outward = { database, producer, keys, send, wakes, log };
  const loops = [sweeper, schedules, ...startCalling(outward)];
  return {
    healthUrl: health?.url,
    stop: async () => {
      const looped = Promise.all(loops.map((loop) => loop.stop()));
      // A loop that takes long, as one that waits for a subscriber, keeps no queue open.
      await Promise.race([looped, pause(loopsFirstMs, undefined, { ref: false })]);
      // Running jobs finish; new ones stay in their queue for the next process.
      await workers.stop();
      await looped;
      await followUps.close();
      await health?.close();
      await wakes.close();
      await engine.close();
    },
  };
}

/** Everything that calls other people's servers, or finds out what they are to be told. */
function startCalling(outward: Outward): { stop(): Promise<void> }[] {
  return [
    startDelivering,
    startReadingStoreNews,
    startPushing,
    startGapSearches,
    startChoosing,
    startCallingCarriers,
    startCallingManifests,
  ].map((start) => start(outward));
}
