/** `GET /api/events/stream`: events as they happen, resumed where the reader stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { readStream, streamEnd } from '../../../db/orders/events.read.ts';
import type { StreamedEvent, StreamPosition } from '../../../db/tenancy/followed-events.read.ts';
import { eventViewPermissions, isWanted, maySeeEvent } from '../../../domain/event-access.ts';
import { text, uuid } from '../../../queues/schema.ts';
import { stream, type Endpoint, type StreamCall } from '../../http/endpoint.ts';
import { plainQuery } from '../../http/query-fields.ts';
import { cursorOf, isBehind, positionOf, showEvent, typesOf, visibleIn } from './event-view.ts';

const lookAgainMs = 250;
const batchMax = 200;
// Events buffered while a stream catches up; if there are more, it reads them again.
const waitingMax = 1_000;

export const eventStreamEndpoints: readonly Endpoint[] = [
  stream({
    path: '/api/events/stream',
    summary: 'Follow events as they happen (server-sent events)',
    description:
      'types is a comma-separated list of event types, kinds like sales_order.*, or * for all; subject_id follows one record. Every event carries an id; send the last one as Last-Event-ID to continue after it, otherwise the stream starts now, and first says its place as an id without data. Events the token may not view are left out. An event `end` says why the stream ends: the token was revoked or changed, the reader was too slow, or the process is being replaced.',
    permission: eventViewPermissions,
    query: plainQuery({ types: text(500), subject_id: uuid() }),
    open: async (call) => follow(call),
  }),
];

async function follow(call: StreamCall): Promise<() => void> {
  const types = typesOf(call.query['types'] as string | undefined);
  const subjectId = call.query['subject_id'] as string | undefined;
  const { principal, organizationId } = call;
  const start = call.lastEventId
    ? { ...positionOf(call.lastEventId, 'Last-Event-ID'), seen: null }
    : await call.read(streamEnd);
  const isHistory = start.seen === null ? () => false : visibleIn(start.seen);
  let position: StreamPosition = start;
  call.send({ id: cursorOf(start) });
  // Buffers events while the stream catches up; afterwards they go straight through.
  let waiting: StreamedEvent[] | undefined = [];
  let isStopped = false;

  const isFor = (event: StreamedEvent): boolean =>
    isWanted(event.type, types) &&
    (!subjectId || event.subject_id === subjectId) &&
    (principal.merchant_id === null || event.data['merchant_id'] === principal.merchant_id) &&
    maySeeEvent(event.type, principal.permissions) &&
    !isHistory(event.transaction);

  const deliver = (event: StreamedEvent): void => {
    if (isStopped || !isBehind(position, event)) return;
    position = event;
    if (isFor(event))
      call.send({ id: cursorOf(event), event: event.type, json: jsonOf(organizationId, event) });
  };

  /** Reads the backlog up to the followed position, at the reader's own pace. */
  const catchUp = async (): Promise<void> => {
    while (!isStopped) {
      try {
        const events = await call.read((tx) =>
          readStream(tx, principal.merchant_id, position, start.seen, batchMax),
        );
        for (const event of events) {
          deliver(event);
          if (call.isFull()) await call.drained();
        }
        if (events.length === batchMax) continue;
        if (waiting && waiting.length < waitingMax) {
          const kept = waiting;
          waiting = undefined;
          return take(kept);
        }
        // More arrived meanwhile than was buffered: it is read like the rest.
        waiting = [];
      } catch {
        // The database is briefly unreachable: the position stays, and the next read continues from it.
        await pause(lookAgainMs);
      }
    }
  };

  const take = (events: readonly StreamedEvent[]): void => {
    if (waiting) {
      if (waiting.length < waitingMax) waiting.push(...events);
      return;
    }
    for (const event of events) {
      if (call.isFull()) {
        // A reader that falls behind reads on from the rows, as fast as it can.
        waiting = [];
        return void catchUp();
      }
      deliver(event);
    }
  };

  const leave = await call.follow(take);
  void catchUp();
  return () => {
    isStopped = true;
    leave();
  };
}

// The same event goes to many readers.
const texts = new WeakMap<StreamedEvent, string>();

function jsonOf(organizationId: string, event: StreamedEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(showEvent(organizationId, event));
  texts.set(event, text);
  return text;
}
