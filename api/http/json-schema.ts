/** JSON Schema (draft 2020-12, OpenAPI 3.1's dialect) of a joi schema, by joi itself. */
import type Joi from 'joi';

interface StandardSchema {
  '~standard': { jsonSchema: { input(options: object): object; output(options: object): object } };
}

/** What a client may send (`input`) or will get (`output`). Either-or rules and precision are said in descriptions. */
export function jsonSchema(schema: Joi.AnySchema, side: 'input' | 'output'): Record<string, unknown> {
  const standard = (schema as unknown as StandardSchema)['~standard'].jsonSchema;
  const { $schema: _, ...rest } = standard[side]({ target: 'draft-2020-12' }) as Record<string, unknown>;
  return withNullInEnums(rest) as Record<string, unknown>;
}

// joi widens the type of a nullable choice but leaves null out of its enum, so that no null would ever fit.
function withNullInEnums(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullInEnums);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withNullInEnums(value)]));
  const { type, enum: values } = copy as { type?: unknown; enum?: unknown };
  if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(values) || values.includes(null))
    return copy;
  return { ...copy, enum: [...values, null] };
}
