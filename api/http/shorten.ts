/** The part of a refused request whose problems are told: enough to mend it, little enough to check in a moment. */
import type Joi from 'joi';

export interface Shortened {
  part: unknown;
  /** Unknown fields that are not in the part: each of them is one more problem. */
  unknownLeftOut: number;
  /** Whether elements of lists were left out, which may have problems of their own. */
  isCut: boolean;
}

const unknownFieldsMax = 100;
// Values looked at; the elements of lists that would go beyond it stay out.
const valuesMax = 1_000;

/** Keeps every field the schema knows, the first 100 others of the whole request, and of lists what there is room for. */
export function shorten(schema: Joi.AnySchema, value: unknown): Shortened {
  let values = 0;
  let unknown = 0;
  let unknownLeftOut = 0;
  let isCut = false;

  const walk = (inner: Joi.AnySchema | undefined, given: unknown): unknown => {
    values += 1;
    if (Array.isArray(given)) return walkList(inner, given);
    if (typeof given === 'object' && given !== null) return walkObject(inner, given);
    return given;
  };
  const walkList = (inner: Joi.AnySchema | undefined, given: readonly unknown[]): unknown => {
    const { items, max } = listOf(inner);
    // A list that is too long is refused by its count: its elements are not looked at.
    if (!items || given.length > max) return given;
    const part: unknown[] = [];
    for (const element of given) {
      if (values >= valuesMax) {
        isCut = true;
        break;
      }
      part.push(walk(items, element));
    }
    return part;
  };
  const walkObject = (inner: Joi.AnySchema | undefined, given: object): unknown => {
    const fields = fieldsOf(inner);
    if (!fields) return given;
    const part: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(given)) {
      const known = fields.get(name);
      if (known) part[name] = walk(known, field);
      else if (unknown < unknownFieldsMax) {
        unknown += 1;
        part[name] = null;
      } else unknownLeftOut += 1;
    }
    return part;
  };
  return { part: walk(schema, value), unknownLeftOut, isCut };
}

// What joi keeps of a schema; its own public way to this, `describe()`, costs more than the check itself.
interface Terms {
  $_terms: {
    keys?: readonly { key: string; schema: Joi.AnySchema }[] | null;
    items?: readonly Joi.AnySchema[];
    matches?: unknown;
  };
  $_getRule?(name: string): { args?: { limit?: number } } | undefined;
}

/** The fields an object may have by their names; undefined where it may have any. */
export function fieldsOf(schema: Joi.AnySchema | undefined): Map<string, Joi.AnySchema> | undefined {
  const { keys } = (schema as unknown as Terms | undefined)?.$_terms ?? {};
  if (!keys || schema!._flags['unknown']) return undefined;
  return new Map(keys.map(({ key, schema: field }) => [key, field]));
}

/** What the elements of a list are, and how many it may have. */
export function listOf(schema: Joi.AnySchema | undefined): { items: Joi.AnySchema | undefined; max: number } {
  const terms = schema as unknown as Terms | undefined;
  return {
    items: terms?.$_terms.items?.[0],
    max: terms?.$_getRule?.('max')?.args?.limit ?? Number.POSITIVE_INFINITY,
  };
}
