/** The description's `webhooks`: every event of the catalogue, as a stream reader or an endpoint receives it. */
import { eventCatalogue, namesMerchant, type EventType } from '../../domain/domain-event.ts';
import { payloadSchema } from '../../queues/event-payloads.ts';
import { jsonSchema } from './json-schema.ts';
import { jsonContent, type Json } from './openapi-components.ts';
import { pascal } from './openapi-names.ts';
import type { NamedSchemas } from './openapi-schemas.ts';
import { eventsTag } from './openapi-tags.ts';

/** One webhook per event, by its name. */
export function describeEvents(schemas: NamedSchemas): Record<string, Json> {
  const types = Object.keys(eventCatalogue) as EventType[];
  return Object.fromEntries(types.map((type) => [type, { post: delivery(type, schemas) }]));
}

function delivery(type: EventType, schemas: NamedSchemas): Json {
  return {
    operationId: `event_${type.replace('.', '_')}`,
    tags: [eventsTag],
    summary: `${type} happened`,
    description: `Seen with any one permission of: ${eventCatalogue[type].seenWith.join(', ')}. ${
      namesMerchant(type)
        ? "A merchant's token sees those that name its merchant."
        : "For the operator only: no merchant's token sees it."
    }`,
    security: [],
    requestBody: {
      required: true,
      content: jsonContent(schemas.input(`${pascal(type)}Event`, envelope(type))),
    },
    responses: { '2XX': { description: 'Taken.' }, '4XX': { description: 'Not taken.' } },
  };
}

function envelope(type: EventType): Json {
  const id = { type: 'string', format: 'uuid' };
  const properties = {
    id,
    type: { const: type },
    organization_id: id,
    occurred_at: { type: 'string', format: 'date-time' },
    sequence: { type: 'integer', minimum: 1, description: "Numbers the subject's events without gaps." },
    subject: {
      type: 'object',
      required: ['type', 'id'],
      properties: { type: { enum: eventCatalogue[type].subjects }, id },
    },
    data: jsonSchema(payloadSchema(type), 'output'),
  };
  return { type: 'object', required: Object.keys(properties), properties };
}
