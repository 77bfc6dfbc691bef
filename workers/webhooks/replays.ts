/** Sends again what was sent before: one delivery, or everything an endpoint wants from a window. */
import {
  lockEndpoint,
  replayDelivery as again,
  replayWindow as windowAgain,
} from '../../db/webhooks/endpoints.write.ts';
import { assertMaySee } from '../../domain/event-access.ts';
import { invalid } from '../../domain/refusal.ts';
import type { webhookCommands } from '../../queues/webhooks/webhooks.ts';
import type { Handler } from '../engine/handler.ts';

type Commands = typeof webhookCommands;

const eventsMax = 10_000;

export const replayWindow: Handler<Commands['replayWindow']> = async (
  { tx, signal },
  { endpoint_id: id, from, to },
) => {
  if (Date.parse(to) <= Date.parse(from)) throw invalid('to', 'order', 'to must lie after from');
  await lockEndpoint(tx, id);
  const deliveries = await windowAgain(tx, id, { from, to }, eventsMax);
  signal({ kind: 'look', reason: 'deliveries' });
  return { id, deliveries };
};

export const replayDelivery: Handler<Commands['replayDelivery']> = async (
  { tx, actor, signal },
  { delivery_id: id },
) => {
  const made = await again(tx, id);
  // The endpoint may have moved since, and subscribe to other events.
  assertMaySee(actor, [made.event_type]);
  signal({ kind: 'look', reason: 'deliveries' });
  return { id: made.id };
};
