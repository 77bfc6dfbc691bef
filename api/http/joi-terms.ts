/** What a joi schema is made of. Joi's own public way to this, `describe()`, costs more than any check. */
import type Joi from 'joi';

export interface Terms {
  /** The fields of an object; null or undefined where it may have any. */
  keys?: readonly { key: string; schema: Joi.AnySchema }[] | null;
  /** What the elements of an array are. */
  items?: readonly Joi.AnySchema[];
}

interface Schema {
  $_terms: Terms;
  $_getRule?(name: string): { args?: { limit?: number } } | undefined;
}

export function termsOf(schema: Joi.AnySchema): Terms {
  return (schema as unknown as Schema).$_terms;
}

/** The limit that a rule as `max` was given; undefined without the rule. */
export function limitOf(schema: Joi.AnySchema, rule: string): number | undefined {
  return (schema as unknown as Schema).$_getRule?.(rule)?.args?.limit;
}
