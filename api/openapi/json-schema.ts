/** JSON Schema (draft 2020-12, OpenAPI 3.1's dialect) of a joi schema, produced by joi itself. */
import type Joi from 'joi';
import { saysDeprecated } from '../../domain/deprecation.ts';
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import { datePattern, instantPattern } from '../../queues/schema.ts';

interface StandardSchema {
  '~standard': { jsonSchema: { input(options: object): object; output(options: object): object } };
}

/**
 * What a client may send (`input`) or will receive (`output`). Either-or rules and precision are in the descriptions.
 */
export function jsonSchema(schema: Joi.AnySchema, side: 'input' | 'output'): Record<string, unknown> {
  const standard = (schema as StandardSchema)['~standard'].jsonSchema;
  const { $schema: _, ...rest } = standard[side]({ target: 'draft-2020-12' }) as Record<string, unknown>;
  return inUsualWords(rest) as Record<string, unknown>;
}

const formats = new Map([
  [uuidPattern.source, 'uuid'],
  [datePattern.source, 'date'],
  [instantPattern.source, 'date-time'],
]);

/** What client generators understand: formats instead of the patterns behind them, null among the values. */
function inUsualWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inUsualWords);
  if (typeof node !== 'object' || node === null) return node;
  const usual = withFormat(
    withNullInEnum(
      Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inUsualWords(value)])),
    ),
  );
  return saysDeprecated(usual['description']) ? { ...usual, deprecated: true } : usual;
}

function withFormat(schema: Record<string, unknown>): Record<string, unknown> {
  const { pattern, minLength: _least, maxLength: _most, ...rest } = schema;
  const format = typeof pattern === 'string' ? formats.get(pattern) : undefined;
  return format ? { ...rest, format } : schema;
}

// joi widens the type of a nullable choice but leaves null out of its enum, so null would never be valid.
function withNullInEnum(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, enum: values } = schema;
  if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(values) || values.includes(null))
    return schema;
  return { ...schema, enum: [...values, null] };
}
