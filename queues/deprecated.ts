/** How a field is declared deprecated; an operation has `deprecated` in its definition. */
import type Joi from 'joi';
import { deprecationProblem, deprecationWords, type Deprecation } from '../domain/deprecation.ts';

/**
 * The field, described as deprecated; answers to requests that send it carry the headers. Throws when the notice breaks the
 * rule.
 */
export function deprecated<F extends Joi.AnySchema>(inner: F, notice: Deprecation): F {
  const problem = deprecationProblem(notice);
  if (problem !== undefined) throw new Error(`A field is deprecated against the rule: ${problem}.`);
  const { flags } = inner.describe() as { flags?: { description?: string } };
  const words = [deprecationWords(notice), flags?.description].filter(Boolean).join(' ');
  return inner.description(words).meta({ deprecation: notice }) as F;
}
