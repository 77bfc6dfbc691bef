/** What a record is found by again when it is scanned or typed, in whatever script: a SKU, a lot, a serial number. */
import type Joi from 'joi';
import { memoized } from '../memoized.ts';
import { custom, oneLine, textSentences, worded, type Field } from '../schema.ts';

const words = worded('string', {
  ...textSentences,
  'text.ends': '{{#label}} must not begin or end with a space or an invisible character',
});

// What shows nothing: white space, and the zero-width characters and marks of direction beside it.
const hiddenAtAnEnd = /^[\s\u200b-\u200f\u202a-\u202e\u2060]|[\s\u200b-\u200f\u202a-\u202e\u2060]$/;

/**
 * One line of 1 to `max` characters. A space that a scanner or a spreadsheet leaves at an end is refused: it would make a
 * second record that looks the same.
 */
export const identifier = memoized((max: number): Field<string> => {
  const shown = (value: string, helpers: Joi.CustomHelpers) =>
    hiddenAtAnEnd.test(value) ? helpers.error('text.ends') : value;
  return custom<string>(words.string().min(1).max(max).custom(oneLine).custom(shown));
});
