/**
 * The payload of every event as a schema: one definition in the domain yields the type, this check and the JSON Schema.
 */
import { eventCatalogue, type EventType } from '../domain/domain-event.ts';
import type { EventField, EventFields } from '../domain/event-fields.ts';
import * as s from './schema.ts';

// Far above any text, quantity or amount the platform stores.
const textMax = 10_000;
const numberLimits = { places: 6, below: 1e15 };

function formOf(field: EventField): s.Field<unknown> {
  switch (field.form) {
    case 'uuid':
      return s.uuid();
    case 'text':
      return s.freeText(textMax);
    case 'number':
      return s.decimalNumber(numberLimits);
    case 'flag':
      return s.flag();
    case 'choice':
      return s.choice(...(field.values ?? []));
    case 'list':
      return s.listOf(schemaOf(field.of!));
    case 'record':
      return recordSchema(field.fields!);
  }
}

function schemaOf(field: EventField): s.Field<unknown> {
  const present = field.isNullable ? s.nullable(formOf(field)) : formOf(field);
  return field.isOptional ? s.optional(present) : present;
}

function recordSchema(fields: EventFields): s.Field<unknown> {
  const shape = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)] as const);
  return s.object(Object.fromEntries(shape));
}

/** The `data` allowed for this event: exactly these fields. */
export function payloadSchema(type: EventType): s.Field<unknown> {
  return recordSchema(eventCatalogue[type].fields);
}
