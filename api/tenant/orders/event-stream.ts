/** `GET /api/events/stream`: what happens, as it happens, resumed where a reader stopped. */
import {
  readStream,
  streamEnd,
  type StreamedEvent,
  type StreamPosition,
} from '../../../db/orders/events.read.ts';
import { eventViewPermissions, isWanted, maySeeEvent } from '../../../domain/event-access.ts';
import { text, uuid } from '../../../queues/schema.ts';
import { stream, type Endpoint, type StreamCall } from '../../http/endpoint.ts';
import { plainQuery } from '../../http/query-fields.ts';
import { cursorOf, positionOf, showEvent } from './event-view.ts';

const pollMs = 250;
const batchMax = 200;

export const eventStreamEndpoints: readonly Endpoint[] = [
  stream({
    path: '/api/events/stream',
    summary: 'Follow events as they happen (server-sent events)',
    description:
      'types is a comma-separated list of event types, or kinds like sales_order.*; subject_id follows one record. Every event carries an id; send the last one as Last-Event-ID to go on after it, else the stream starts now. Events the token may not view are left out.',
    permission: eventViewPermissions,
    query: plainQuery({ types: text(500), subject_id: uuid() }),
    open: async (call) => follow(call),
  }),
];

async function follow(call: StreamCall): Promise<() => void> {
  const types = (call.query['types'] as string | undefined)?.split(',').map((type) => type.trim());
  const subjectId = call.query['subject_id'] as string | undefined;
  const { principal, organizationId } = call;
  const start = call.lastEventId
    ? { ...positionOf(call.lastEventId, 'Last-Event-ID'), seen: null }
    : await call.read(streamEnd);
  let position: StreamPosition = start;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const isFor = (event: StreamedEvent): boolean =>
    isWanted(event.type, types) &&
    (!subjectId || event.subject_id === subjectId) &&
    maySeeEvent(event.type, principal.permissions);

  const poll = async (): Promise<void> => {
    let read = 0;
    try {
      const events = await call.read((tx) =>
        readStream(tx, organizationId, principal.merchant_id, position, start.seen, batchMax),
      );
      read = events.length;
      for (const event of events) {
        if (isStopped) return;
        position = event;
        if (isFor(event))
          call.send({
            id: cursorOf(event),
            event: event.type,
            data: showEvent(organizationId, event),
          });
      }
    } catch {
      // A database that is away for a moment: the position stands, the next poll goes on from it.
    }
    if (!isStopped) timer = setTimeout(() => void poll(), read === batchMax ? 0 : pollMs);
  };
  timer = setTimeout(() => void poll(), 0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
