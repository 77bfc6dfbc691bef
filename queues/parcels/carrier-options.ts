/** What a caller has passed on to carriers as it is: sent again to each account, for each parcel. */
import Joi from 'joi';
import * as s from '../schema.ts';

const bytesMax = 4_096;

export const carrierOptions = (words: string) =>
  s.optional(
    s.custom<Record<string, unknown>>(
      Joi.object()
        .unknown(true)
        .custom((value: object, helpers) =>
          Buffer.byteLength(JSON.stringify(value)) > bytesMax ? helpers.error('options.too_long') : value,
        )
        .messages({ 'options.too_long': `{{#label}} must be at most ${bytesMax} bytes as JSON` }),
    ),
    `${words} At most ${bytesMax} bytes.`,
  );
