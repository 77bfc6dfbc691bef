/** Schemas that carry their settings: those that come with each call are merged each time, and cost more than the check. */
import type Joi from 'joi';
import { memoizedOf } from './memoized.ts';

/** Says how a value breaks the schema's rules, in the words of our answers. */
export const plainWords = { errors: { wrap: { label: false } } } as const;

/** Finds all problems of a value and converts nothing. */
export const checkingAll = memoizedOf((schema: Joi.AnySchema) =>
  schema.prefs({ ...plainWords, convert: false, abortEarly: false }),
);
