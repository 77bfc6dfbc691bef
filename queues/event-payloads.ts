/**
 * The payload of every event as a schema: one definition in the domain yields the type, this check and the JSON Schema.
 */
import type Joi from 'joi';
import { eventCatalogue, type EventType } from '../domain/domain-event.ts';
import type { EventField, EventFields } from '../domain/event-fields.ts';
import * as schema from './schema.ts';

// Far above any text, quantity or amount the platform stores.
const textMax = 10_000;
const numberLimits = { places: 6, below: 1e15 };

function formOf(field: EventField): schema.Field<unknown> {
  switch (field.form) {
    case 'uuid':
      return schema.uuid();
    case 'text':
      return schema.freeText(textMax);
    case 'number':
      return schema.decimalNumber(numberLimits);
    case 'flag':
      return schema.flag();
    case 'choice':
      return schema.choice(...(field.values ?? []));
    case 'list':
      return schema.listOf(schemaOf(field.of!));
    case 'record':
      return recordSchema(field.fields!);
  }
}

function schemaOf(field: EventField): schema.Field<unknown> {
  const present = field.isNullable ? schema.nullable(formOf(field)) : formOf(field);
  return field.isOptional ? schema.optional(present) : present;
}

function recordSchema(fields: EventFields): schema.Field<unknown> {
  const shape = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)] as const);
  return schema.object(Object.fromEntries(shape));
}

/** The `data` allowed for this event: exactly these fields. */
export function payloadSchema(type: EventType): Joi.ObjectSchema {
  return recordSchema(eventCatalogue[type].fields) as unknown as Joi.ObjectSchema;
}
