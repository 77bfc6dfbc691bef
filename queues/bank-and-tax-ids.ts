/** IBAN, BIC and VAT ids as fields: check digits are verified, spaces taken out. */
import Joi from 'joi';
import { bicOf, ibanOf, vatIdOf } from '../domain/paper/bank-and-tax-ids.ts';
import { memoized } from './memoized.ts';
import { custom, type Field } from './schema.ts';

function checked(
  kept: (text: string) => string | undefined,
  sentence: string,
  description: string,
): Field<string> {
  return custom<string>(
    Joi.string()
      .max(50)
      .custom((text: string, helpers) => kept(text) ?? helpers.error('id.wrong'))
      .messages({ 'id.wrong': sentence })
      .description(description),
  );
}

export const iban = memoized(() =>
  checked(
    ibanOf,
    '{{#label}} is no IBAN: its length or check digits are wrong. Compare it with the bank statement',
    'International account number; spaces are taken out.',
  ),
);

export const bic = memoized(() =>
  checked(
    bicOf,
    '{{#label}} is no BIC: it has 8 or 11 characters, of which the fifth and sixth are a country',
    "The bank's SWIFT code.",
  ),
);

export const vatId = memoized(() =>
  checked(
    vatIdOf,
    '{{#label}} is no VAT id: it begins with the letters of its state, and its check digits must be right',
    "With the letters of its state, such as DE136695976. Check digits of the European Union's are verified; whether the id is in force only the tax office knows.",
  ),
);
