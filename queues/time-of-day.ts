/** A time of day by the warehouse's clock. */
import Joi from 'joi';
import { custom, type Field } from './schema.ts';

export const timeOfDay = (): Field<string> =>
  custom<string>(
    Joi.string()
      .pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')
      .description("Time of day in the warehouse's time zone, HH:MM."),
  );
