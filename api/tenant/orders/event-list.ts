/**
 * `GET /api/events`: what happened since a given position, for clients that would rather poll than receive webhooks.
 */
import { readStream } from '../../../db/orders/events.read.ts';
import type { StreamPosition } from '../../../db/tenancy/followed-events.read.ts';
import { eventViewPermissions, isWanted, maySeeEvent } from '../../../domain/event-access.ts';
import * as s from '../../../queues/schema.ts';
import { query, type Endpoint } from '../../http/endpoint.ts';
import { plainQuery, queryInteger } from '../../http/query-fields.ts';
import { cursorOf, positionOf, showEvent, typesOf, type ShownEvent } from './event-view.ts';

const limitDefault = 100;
// For a rare type, many events are scanned for few matches: a page ends after this many, and the reader continues from
// there.
const lookAtMax = 5_000;
const batchMax = 500;

const eventView = s.object({
  id: s.uuid(),
  type: s.freeText(),
  organization_id: s.uuid(),
  occurred_at: s.instant(),
  sequence: s.integer({ min: 1, max: 2_147_483_647 }),
  subject: s.object({ type: s.freeText(), id: s.uuid() }),
  data: s.openObject(),
  cursor: s.freeText(),
});

export const eventListEndpoints: readonly Endpoint[] = [
  query({
    path: '/api/events',
    summary: 'What happened, in order, since a given position',
    description:
      'Start without after, then send the next of each answer; nothing is skipped, however late it was committed. types is a comma-separated list of event types, kinds like sales_order.*, or * for all. A cursor is also a valid stream id. Events the token may not view are left out.',
    permission: eventViewPermissions,
    query: plainQuery({
      after: s.text(60),
      types: s.text(500),
      subject_id: s.uuid(),
      limit: queryInteger({ min: 1, max: 500 }),
    }),
    returns: s.object({
      events: s.listOf(eventView),
      next: s.described(s.freeText(), 'Where to continue.'),
      has_more: s.described(s.flag(), 'Whether there is already more to read.'),
    }),
    run: async ({ tx, organizationId, principal, query: asked }) => {
      const { limit = limitDefault, subject_id: subjectId } = asked;
      const types = typesOf(asked.types);
      let at: StreamPosition = asked.after
        ? positionOf(asked.after, 'after')
        : { transaction: '0', position: '0' };
      const found: (ShownEvent & { cursor: string })[] = [];
      for (let looked = 0; looked < lookAtMax; looked += batchMax) {
        const events = await readStream(tx, principal.merchant_id, at, null, batchMax);
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
