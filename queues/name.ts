/** What people call something by: a record, a key, a person. */
import type Joi from 'joi';
import { memoized } from './memoized.ts';
import { custom, oneLine, textSentences, worded, type Field } from './schema.ts';

const words = worded('string', {
  ...textSentences,
  'text.blank': '{{#label}} must contain a character that can be seen',
});

// Spaces, marks of direction, joiners, fillers, tags, and a braille cell without a dot.
const unseen = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** The context in which what is stored is checked: a name given before there was the rule is shown as it is. */
export const asStored = { isStored: true } as const;

/** One line of 1 to `max` characters, of which one at least can be seen. */
export const nameText = memoized((max: number): Field<string> => {
  const seen = (value: string, helpers: Joi.CustomHelpers) =>
    unseen.test(value) && helpers.prefs.context?.['isStored'] !== true ? helpers.error('text.blank') : value;
  return custom<string>(words.string().min(1).max(max).custom(oneLine).custom(seen));
});
