/**
 * Reads what a joi schema consists of. Joi's own public way to do this, `describe()`, costs more than any validation.
 */
import type Joi from 'joi';

export interface Terms {
  /** The fields of an object; null or undefined if it allows any. */
  keys?: readonly { key: string; schema: Joi.AnySchema }[] | null;
  /** The schemas of an array's elements. */
  items?: readonly Joi.AnySchema[];
}

interface Schema {
  $_terms: Terms;
  $_getRule?(name: string): { args?: { limit?: number } } | undefined;
}

export function termsOf(schema: Joi.AnySchema): Terms {
  return (schema as Schema).$_terms;
}

/** The limit given to a rule such as `max`; undefined without the rule. */
export function limitOf(schema: Joi.AnySchema, rule: string): number | undefined {
  return (schema as Schema).$_getRule?.(rule)?.args?.limit;
}
