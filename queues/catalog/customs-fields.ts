/** What customs are told of goods. */
import Joi from 'joi';
import * as s from '../schema.ts';

/** A number of the Harmonized System, or of a tariff built on it: its digits alone. */
export const hsCode = (): s.Field<string> =>
  s.custom<string>(
    Joi.string()
      .pattern(/^\d{6,12}$/, 'tariff number of 6 to 12 digits')
      .description('Digits alone, without dots.'),
  );

/** A country by its code. */
export const countryCode = (): s.Field<string> =>
  s.custom<string>(
    Joi.string()
      .pattern(/^[A-Z]{2}$/, 'country code')
      .description('ISO 3166, two letters.'),
  );

/** What one of it is worth. */
export const unitValue = (): s.Field<number> => s.decimalNumber({ places: 6, below: 1e9, positive: true });

/** Of an item, unless a declaration says otherwise. */
export const customsOfItem = {
  hs_code: s.nullable(hsCode(), 'Its number in the customs tariff.'),
  origin_country: s.nullable(countryCode(), 'Where it was made.'),
  customs_description: s.nullable(s.text(100), 'What customs are told it is. Null: its name.'),
  customs_value: s.nullable(
    unitValue(),
    'What one is worth where no order has a price of it, in customs_currency.',
  ),
  customs_currency: s.nullable(s.currency(), 'In which customs_value is: ISO 4217.'),
};
