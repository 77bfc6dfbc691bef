/**
 * The only way to check a request against a schema: returns its problems, each with path, stable code and a sentence.
 */
import type Joi from 'joi';
import { Refusal, type ValidationProblem } from '../../domain/refusal.ts';
import { memoizedOf } from '../../queues/memoized.ts';
import { plainWords } from '../../queues/settled-schema.ts';
import { fieldsOf, listOf, reportablePart } from './reportable-part.ts';

const problemsMax = 100;
// Field names are the sender's words: an answer must not grow with their length.
const pathCharactersMax = 200;
const messageCharactersMax = 1_000;

/**
 * The validated value with its defaults. Refuses 400 VALIDATION_FAILED with at most 100 problems and a count of the
 * rest. `convert` is for places where everything arrives as text.
 */
export function validate<T>(schema: Joi.AnySchema, value: unknown, options: { convert: boolean }): T {
  const checked = (options.convert ? converting : keeping)(schema).validate(value);
  if (!checked.error) return checked.value as T;
  // Only invalid input is checked twice, and then in part: reporting each of 500,000 bad lines would take seconds.
  const { part, unknownLeftOut, isCut } = reportablePart(schema, value);
  const all =
    schema.validate(part, { ...plainWords, convert: options.convert, abortEarly: false }).error?.details ??
    [];
  const [first] = checked.error.details;
  const isAmong = all.some(({ path, type }) => type === first!.type && path.join() === first!.path.join());
  const problems = withoutRepeats(
    (isAmong ? all : [first!, ...all]).map((detail) => problemOf(detail, schema)),
  );
  throw new Refusal(
    'VALIDATION_FAILED',
    summary(problems, problems.length + unknownLeftOut, isCut),
    problems.slice(0, problemsMax),
  );
}

const converting = memoizedOf((schema: Joi.AnySchema) => stopping(schema, true));
const keeping = memoizedOf((schema: Joi.AnySchema) => stopping(schema, false));

function stopping(schema: Joi.AnySchema, convert: boolean): Joi.AnySchema {
  return schema.prefs({ ...plainWords, convert, abortEarly: true });
}

function summary(problems: readonly ValidationProblem[], count: number, isCut: boolean): string {
  const { message } = problems[0]!;
  if (count === 1 && !isCut) return `${message}.`;
  const listed = count > problemsMax ? `, of which ${problemsMax - 1} are listed` : '';
  return `${message} (and ${isCut ? 'at least ' : ''}${count - 1} more${listed}).`;
}

// A UUID of the wrong length also has the wrong format, and an empty text is no value of a list: two rules broken, but
// only one thing to fix.
function withoutRepeats(problems: readonly ValidationProblem[]): ValidationProblem[] {
  const told = new Set<string>();
  return problems.filter(({ path, code, message }) => {
    if (code === 'required' && told.has(`${path}\nnot_allowed`)) return false;
    const words = `${path}\n${message}`;
    return !told.has(words) && told.add(words) && told.add(`${path}\n${code}`);
  });
}

function problemOf(detail: Joi.ValidationErrorItem, schema: Joi.AnySchema): ValidationProblem {
  const path = cut(detail.path.join('.'), pathCharactersMax);
  if (detail.type === 'object.unknown') {
    const allowed = allowedAt(schema, detail.path.slice(0, -1));
    const hint = allowed.length > 0 ? `; allowed are ${allowed.join(', ')}` : '';
    return { path, code: 'unknown_field', message: `${path} is not a field here${hint}` };
  }
  return (
    betweenFields(detail) ?? {
      path,
      code: stableCode(detail.type),
      message: cut(detail.message, messageCharactersMax),
    }
  );
}

/** A broken rule between fields, told by the field to change: joi's own words are about "peers" and name no path. */
function betweenFields(detail: Joi.ValidationErrorItem): ValidationProblem | undefined {
  const { peers, present, missing, main, peer } = (detail.context ?? {}) as Record<string, unknown>;
  const at = (field: unknown, message: string): ValidationProblem => ({
    path: [...detail.path, field].join('.'),
    code: stableCode(detail.type),
    message,
  });
  const either = peers as string[];
  switch (detail.type) {
    case 'object.missing':
      return at(either[0], `${either.join(' or ')} is required`);
    case 'object.xor':
      return at((present as string[]).at(-1), `give only one of ${either.join(' and ')}`);
    case 'object.and': {
      const [field, ...more] = missing as string[];
      const given = (present as string[]).join(' and ');
      return at(field, `${[field, ...more].join(' and ')} must come with ${given}`);
    }
    case 'object.without':
      return at(peer, `${String(peer)} cannot be given together with ${String(main)}`);
    default:
      return undefined;
  }
}

/** The fields of the object at this place in the body, without those the path fills. */
function allowedAt(schema: Joi.AnySchema, path: readonly (string | number)[]): string[] {
  const place = path.reduce<Joi.AnySchema | undefined>(
    (outer, step) => (typeof step === 'number' ? listOf(outer).items : fieldsOf(outer)?.get(step)),
    schema,
  );
  const fields = [...(fieldsOf(place) ?? [])];
  return fields.filter(([, field]) => field._flags['presence'] !== 'forbidden').map(([name]) => name);
}

function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
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
