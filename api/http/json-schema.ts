/** JSON Schema (draft 2020-12, OpenAPI 3.1's dialect) of a joi schema, by joi itself. */
import type Joi from 'joi';

interface StandardSchema {
  '~standard': { jsonSchema: { input(options: object): object; output(options: object): object } };
}

/** What a client may send (`input`) or will get (`output`). Either-or rules and precision are said in descriptions. */
export function jsonSchema(schema: Joi.AnySchema, side: 'input' | 'output'): Record<string, unknown> {
  const standard = (schema as unknown as StandardSchema)['~standard'].jsonSchema;
  const { $schema: _, ...rest } = standard[side]({ target: 'draft-2020-12' }) as Record<string, unknown>;
  return rest;
}
