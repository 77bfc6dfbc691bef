/** What makes an item dangerous goods, as it is asked for. */
import Joi from 'joi';
import { hazardClasses, packingGroups } from '../../domain/catalog/hazard.ts';
import * as s from '../schema.ts';

export const hazardClass = () => s.choice(...hazardClasses);

const unNumber = (): s.Field<string> =>
  s.custom<string>(
    Joi.string()
      .pattern(/^\d{4}$/, 'UN number of 4 digits')
      .description('The four digits of its UN number.'),
  );

const packingGroup = () => s.choice(...packingGroups);

export const hazard = s.object({
  un_no: unNumber(),
  class: s.described(
    hazardClass(),
    'Its class in ADR and the IMDG code, with the division where there are any.',
  ),
  packing_group: s.optional(s.nullable(packingGroup()), 'I is the most dangerous. Null: it has none.'),
  limited_qty: s.optional(s.flag(), 'Packed as a limited quantity. Default false.'),
});

/** The same in the columns of a file. */
export const hazardCells = {
  hazard_un_no: s.optional(unNumber()),
  hazard_class: s.optional(hazardClass()),
  hazard_packing_group: s.optional(packingGroup()),
  hazard_limited_qty: s.optional(s.flag()),
};
