/**
 * Picks the part of a refused request whose problems are reported: enough to fix it, little enough to check quickly.
 */
import type Joi from 'joi';
import { limitOf, termsOf } from './joi-terms.ts';

export interface ReportablePart {
  part: unknown;
  /** Unknown fields left out of that part: each of them is one more problem. */
  unknownLeftOut: number;
  /** Whether list elements were left out, which may have problems of their own. */
  isCut: boolean;
}

const unknownFieldsMax = 100;
// The number of values inspected; list elements beyond it are left out.
const valuesMax = 1_000;

/**
 * Keeps every field the schema knows, the first 100 unknown ones of the whole request, and as many list elements as
 * fit.
 */
export function reportablePart(schema: Joi.AnySchema, value: unknown): ReportablePart {
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
    // A list that is too long is refused by its length; its elements are not inspected.
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

/** The fields an object can have, by name; undefined if it allows any. */
export function fieldsOf(schema: Joi.AnySchema | undefined): Map<string, Joi.AnySchema> | undefined {
  const keys = schema && termsOf(schema).keys;
  if (!keys || schema._flags['unknown']) return undefined;
  return new Map(keys.map(({ key, schema: field }) => [key, field]));
}

/** The schema of a list's elements, and how many it may have. */
export function listOf(schema: Joi.AnySchema | undefined): { items: Joi.AnySchema | undefined; max: number } {
  const max = schema && limitOf(schema, 'max');
  return { items: schema && termsOf(schema).items?.[0], max: max ?? Number.POSITIVE_INFINITY };
}
