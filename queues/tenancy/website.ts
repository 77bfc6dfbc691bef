/** A website as people write it: a host name or an http address, and nothing else that a browser would open. */
import Joi from 'joi';
import { memoized } from '../memoized.ts';
import { custom, oneLine, textSentences } from '../schema.ts';

const host = /^(https?:\/\/)?[^\s/?#:@.]+(\.[^\s/?#:@.]+)+(:\d{1,5})?([/?#]\S*)?$/;

export const website = memoized(() =>
  custom<string>(
    Joi.string()
      .max(200)
      .pattern(host, 'website')
      .custom(oneLine)
      .messages({
        ...textSentences,
        'string.pattern.name': '{{#label}} must be a website such as https://warehouse.example.com',
      }),
  ),
);
