/** Fields shared by the rate commands. */
import type Joi from 'joi';
import { decimalNumber, flag, nullable, object, optional, uuid, type Field } from '../schema.ts';

export const price = () => decimalNumber({ places: 6, min: 0, below: 1e9 });
export const percentage = (most = 10_000) => decimalNumber({ places: 6, min: 0, below: most + 0.000001 });
export const maybe = <T>(field: Field<T>) => optional(nullable(field));

/** A field with a description of what JSON Schema cannot say. */
export function described<F extends Joi.AnySchema>(field: F, words: string): F {
  return field.description(words) as F;
}

export const made = object({ id: uuid() });

/** The result of a DELETE. */
export const deletedView = object({ id: uuid(), deleted: flag() });
