import { EventEmitter, once } from 'node:events';
import { v7 as uuidv7 } from 'uuid';
import { closeBackend, openBackend, openQueue, openWorker } from '../queues/engine/backend.ts';
import { openAnnouncer, openOutcomeListener } from '../queues/engine/outcomes.ts';
import { measure, type LoadOptions, type Measured } from './measure.ts';
import type { BenchPlatform } from './platform.ts';

/** The queue's own ceiling: add, worker, awaited announcement, and nothing in between. */
export async function measureNoop(platform: BenchPlatform, load: LoadOptions): Promise<Measured> {
  const backend = openBackend({
    redisUrl: platform.redisUrl,
    postgresUrl: platform.systemUrl,
    prefix: 'bench',
  });
  if (backend.kind === 'redis') await once(backend.producer, 'ready');
  const queue = openQueue(backend, 'bench-noop');
  const announcer = openAnnouncer(backend);
  const listener = await openOutcomeListener(backend);
  const worker = openWorker<{ id: string }>(
    backend,
    'bench-noop',
    async (job) => {
      announcer.announce({ command_id: job.data.id, state: 'done', outcome: {} });
    },
    { concurrency: 32 },
  );
  const events: EventEmitter = listener.events;
  const measured = await measure(load, async () => {
    const id = uuidv7();
    const answered = once(events, id);
    await queue.add('noop', { id } as never, { jobId: id });
    await answered;
    return true;
  });
  await worker.close();
  await queue.close();
  await announcer.close();
  await listener.close();
  await closeBackend(backend);
  return measured;
}
