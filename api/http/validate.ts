/** One way to hold a request against a schema: all problems at once, each with path, stable code and a sentence. */
import type Joi from 'joi';
import { Refusal, type ValidationProblem } from '../../domain/refusals.ts';

/** The checked value with its defaults. Refuses 400 VALIDATION_FAILED. `convert` only where everything arrives as text. */
export function validate<T>(schema: Joi.AnySchema, value: unknown, options: { convert: boolean }): T {
  const checked = schema.validate(value, {
    abortEarly: false,
    convert: options.convert,
    errors: { wrap: { label: false } },
  });
  if (!checked.error) return checked.value as T;
  const problems = withoutRepeats(checked.error.details.map((detail) => problemOf(detail, schema)));
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new Refusal('VALIDATION_FAILED', `${first!.message}${more}.`, problems);
}

// A UUID of the wrong length has the wrong form as well: two rules, one thing to mend.
function withoutRepeats(problems: readonly ValidationProblem[]): ValidationProblem[] {
  const told = new Set<string>();
  return problems.filter(({ path, message }) => {
    const words = `${path}\n${message}`;
    return !told.has(words) && told.add(words);
  });
}

function problemOf(detail: Joi.ValidationErrorItem, schema: Joi.AnySchema): ValidationProblem {
  const path = detail.path.join('.');
  if (detail.type === 'object.unknown') {
    const allowed = Object.keys((schema as { shape?: object }).shape ?? {});
    const hint = detail.path.length === 1 && allowed.length > 0 ? `; allowed are ${allowed.join(', ')}` : '';
    return { path, code: 'unknown_field', message: `${path} is not a field here${hint}` };
  }
  return { path, code: stableCode(detail.type), message: detail.message };
}

const codes: Record<string, string> = {
  'any.required': 'required',
  'any.only': 'not_allowed',
  'string.empty': 'required',
  'string.pattern.name': 'format',
  'string.length': 'format',
  'string.max': 'too_long',
  'number.base': 'type',
  'string.base': 'type',
  'boolean.base': 'type',
  'array.base': 'type',
  'object.base': 'type',
};

function stableCode(type: string): string {
  return codes[type] ?? type.replaceAll('.', '_');
}
