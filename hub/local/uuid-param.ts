import { uuidPattern } from '../../domain/uuid-pattern.ts';
import Joi from 'joi';

/** An id as the contract defines it. Case is irrelevant: it is compared, stored and returned in lower case. */
export function uuidParam(): Joi.StringSchema {
  return Joi.string()
    .custom((text: string, helpers) =>
      uuidPattern.test(text) ? text.toLowerCase() : helpers.error('string.guid'),
    )
    .messages({ 'string.guid': '{{#label}} must be a UUID' });
}
