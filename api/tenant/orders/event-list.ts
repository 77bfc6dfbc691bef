/**
 * `GET /api/events`: what happened since a given position, for clients that would rather poll than receive webhooks.
 */
import { readStream, type StreamPosition } from '../../../db/orders/events.read.ts';
import { eventViewPermissions, isWanted, maySeeEvent } from '../../../domain/event-access.ts';
import {
  described,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  object,
  openObject,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { query, type Endpoint } from '../../http/endpoint.ts';
import { plainQuery, queryInteger } from '../../http/query-fields.ts';
import { cursorOf, positionOf, showEvent, typesOf, type ShownEvent } from './event-view.ts';

const limitDefault = 100;
// For a rare type, many events are scanned for few matches: a page ends after this many, and the reader continues from
// there.
const lookAtMax = 5_000;
const batchMax = 500;

const eventView = object({
  id: uuid(),
  type: freeText(),
  organization_id: uuid(),
  occurred_at: instant(),
  sequence: integer({ min: 1, max: 2_147_483_647 }),
  subject: object({ type: freeText(), id: uuid() }),
  data: openObject(),
  cursor: freeText(),
});

export const eventListEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/events',
    summary: 'What happened, in order, since a given position',
    description:
      'Start without after, then send the next of each answer; nothing is skipped, however late it was committed. types is a comma-separated list of event types, kinds like sales_order.*, or * for all. A cursor is also a valid stream id. Events the token may not view are left out.',
    permission: eventViewPermissions,
    query: plainQuery({
      after: text(60),
      types: text(500),
      subject_id: uuid(),
      limit: queryInteger({ min: 1, max: 500 }),
    }),
    returns: object({
      events: listOf(eventView),
      next: described(freeText(), 'Where to continue.'),
      has_more: described(flag(), 'Whether there is already more to read.'),
    }),
    run: async ({ tx, organizationId, principal, query: asked }) => {
      const { limit = limitDefault, subject_id: subjectId } = asked;
      const types = typesOf(asked.types);
      let at: StreamPosition = asked.after
        ? positionOf(asked.after, 'after')
        : { transaction: '0', position: '0' };
      const found: (ShownEvent & { cursor: string })[] = [];
      for (let looked = 0; looked < lookAtMax; looked += batchMax) {
        const events = await readStream(tx, organizationId, principal.merchant_id, at, null, batchMax);
        for (const event of events) {
          if (found.length === limit) return { events: found, next: cursorOf(at), has_more: true };
          at = event;
          const isMeant = isWanted(event.type, types) && (!subjectId || event.subject_id === subjectId);
          if (isMeant && maySeeEvent(event.type, principal.permissions))
            found.push({ ...showEvent(organizationId, event), cursor: cursorOf(event) });
        }
        if (events.length < batchMax) return { events: found, next: cursorOf(at), has_more: false };
      }
      return { events: found, next: cursorOf(at), has_more: true };
    },
  }),
];
