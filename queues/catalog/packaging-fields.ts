/** How an item is packed, as it is asked for. */
import Joi from 'joi';
import { packagingLevels } from '../../domain/catalog/packaging.ts';
import { hasCheckDigit } from '../../domain/inventory/sscc.ts';
import { centimetres, kilograms } from '../measures.ts';
import * as s from '../schema.ts';

/** A global trade item number of any length, as it is printed. */
const gtin = (): s.Field<string> =>
  s.custom<string>(
    Joi.string()
      .pattern(/^(\d{8}|\d{12,14})$/, 'GTIN')
      .custom((value: string, helpers) => (hasCheckDigit(value) ? value : helpers.error('gtin.check_digit')))
      .messages({
        'string.pattern.name': '{{#label}} must be the 8, 12, 13 or 14 digits of a GTIN',
        'gtin.check_digit': '{{#label}} has a wrong check digit',
      }),
  );

/** One level of how an item is packed. */
export const packaging = s.object({
  level: s.choice(...packagingLevels),
  uom: s.optional(s.code(16), 'Its unit. Of each: the base unit; otherwise required.'),
  factor: s.optional(
    s.qty({ positive: true }),
    'Exactly so many base units. Of each: 1; otherwise required.',
  ),
  length_cm: s.optional(s.nullable(centimetres()), 'All three sides, or none.'),
  width_cm: s.optional(s.nullable(centimetres())),
  height_cm: s.optional(s.nullable(centimetres())),
  weight_kg: s.optional(s.nullable(kilograms())),
  ti: s.optional(s.nullable(s.integer({ min: 1, max: 1_000 })), 'Of a pallet: cases in a layer.'),
  hi: s.optional(s.nullable(s.integer({ min: 1, max: 1_000 })), 'Of a pallet: layers.'),
  must_stand: s.optional(s.flag(), 'Its height stays upright in a carton.'),
  max_stack: s.optional(
    s.nullable(s.integer({ min: 1, max: 1_000 })),
    'How many may stand upon each other, itself included: 1 carries nothing. Null: any number.',
  ),
  is_shippable: s.optional(s.flag(), 'It leaves as it is, in no other carton.'),
  gtin: s.optional(
    s.nullable(gtin()),
    "Scanned, it is a barcode of the item for one of this unit, and none of the merchant's other items has it.",
  ),
  contains_level: s.optional(
    s.nullable(s.choice('each', 'inner', 'case', 'layer')),
    'What it is filled with, of which it holds a whole number. Null: the next smaller level.',
  ),
});
