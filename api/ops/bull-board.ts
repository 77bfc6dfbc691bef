/** bull-board's Koa app over our queues. */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Middleware } from 'koa';
import { queueNames } from '../../queues/engine/policies.ts';
import type { Producer } from '../../queues/engine/producer.ts';

export function createBoardApp(basePath: string, producer: Producer): Middleware {
  const adapter = new KoaAdapter();
  adapter.setBasePath(basePath);
  createBullBoard({
    queues: queueNames.map(
      (name) => new BullMQAdapter(producer.queue(name), { description: `Commands of ${name}` }),
    ),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Queues' } },
  });
  return adapter.registerPlugin() as Middleware;
}
