/**
 * Typed joi: one definition gives the runtime check, the TypeScript type and the JSON Schema. A field is required
 * unless wrapped in `optional`. Everything Postgres would reject although a schema might accept it (NUL, lone
 * surrogates, numeric overflow, February 30) is refused here first.
 */
import Joi from 'joi';
import { permissions } from '../domain/permissions.ts';
import { uuidPattern } from '../domain/uuid-pattern.ts';
import { memoized, memoizedOf } from './memoized.ts';

declare const fieldType: unique symbol;
declare const optionalField: unique symbol;

export type Field<T> = Joi.AnySchema & { readonly [fieldType]: T };
export type OptionalField<T> = Field<T> & { readonly [optionalField]: true };
export type Infer<F> = F extends Field<infer T> ? T : never;

type Shape = Record<string, Field<unknown>>;
type OptionalKeys<S extends Shape> = {
  [K in keyof S]: S[K] extends OptionalField<unknown> ? K : never;
}[keyof S];
type Flatten<T> = { [K in keyof T]: T[K] };
export type InferShape<S extends Shape> = Flatten<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: Infer<S[K]> } & { [K in OptionalKeys<S>]?: Infer<S[K]> }
>;
export type ObjectField<S extends Shape> = Field<InferShape<S>> & { readonly shape: S };

/**
 * Joi with messages of our own for a type. Those set on a field (`messages`) are merged again for every value checked.
 */
export const worded = (type: 'string' | 'number', messages: Record<string, string>): typeof Joi =>
  Joi.extend({ type, base: Joi[type](), messages }) as typeof Joi;

const field = <T>(schema: Joi.AnySchema): Field<T> => schema as Field<T>;
const strictOptions = { convert: false } as const;
const required = memoizedOf((inner: Joi.AnySchema) => inner.required());
const leftOut = memoizedOf((inner: Joi.AnySchema) => inner.optional());
const orNull = memoizedOf((inner: Joi.AnySchema) => inner.allow(null));
const oneOf = memoized((...values: string[]) => Joi.string().valid(...values));

/** An object with exactly these fields; anything else is refused by name. */
export function object<S extends Shape>(shape: S): ObjectField<S> {
  const keys = Object.entries(shape).map(([key, value]) => [
    key,
    value._flags.presence === 'optional' ? value : required(value),
  ]);
  const built = Joi.object().unknown(false).keys(Object.fromEntries(keys));
  return Object.assign(built, { shape }) as unknown as ObjectField<S>;
}

/** Rules between fields. JSON Schema leaves them out, so the command's summary states them. */
export function ruled<S extends Shape>(
  fields: ObjectField<S>,
  rule: (schema: Joi.ObjectSchema) => Joi.ObjectSchema,
): ObjectField<S> {
  const { shape } = fields;
  return Object.assign(rule(fields as unknown as Joi.ObjectSchema), { shape }) as unknown as ObjectField<S>;
}

/** Marks a field as optional; `words` describe it. */
export function optional<T>(inner: Field<T>, words?: string): OptionalField<T> {
  return leftOut(words === undefined ? inner : described(inner, words)) as OptionalField<T>;
}

/** Null is a value of its own and means "there is none"; `words` describe the field. */
export function nullable<T>(inner: Field<T>, words?: string): Field<T | null> {
  const either = field<T | null>(orNull(inner));
  return words === undefined ? either : described(either, words);
}

/** Adds a description of what JSON Schema cannot say (either-or rules, units, precision). */
export function described<F extends Joi.AnySchema>(inner: F, text: string): F {
  return inner.description(text) as F;
}

// Checks the length before the elements, where plain joi does the reverse: a body can hold 500,000 of them.
const counted = Joi.extend({
  type: 'array',
  base: Joi.array(),
  validate(value: unknown[], { schema, error }: Joi.CustomHelpers & { schema: Joi.ArraySchema }) {
    const max = schema.$_getRule('max')?.args?.['limit'] as number | undefined;
    return max !== undefined && value.length > max
      ? { value, errors: error('array.max', { limit: max }) }
      : undefined;
  },
}) as typeof Joi;

export function list<T>(inner: Field<T>, limits: { min?: number; max: number }): Field<T[]> {
  return field<T[]>(
    counted
      .array()
      .items(inner)
      .min(limits.min ?? 0)
      .max(limits.max)
      .options(strictOptions),
  );
}

/** For result lists the service itself produces: there is no cap to check, because the query was capped. */
export function listOf<T>(inner: Field<T>): Field<T[]> {
  return field<T[]>(Joi.array().items(inner));
}

const notUuid = '{{#label}} must be a UUID';
const uuidWords = worded('string', { 'string.pattern.name': notUuid, 'string.length': notUuid });

/** A UUID in plain form, without braces or urn prefix. Converted to lower case, as the database prints it. */
export const uuid = memoized(() =>
  field<string>(
    uuidWords
      .string()
      .pattern(uuidPattern, 'uuid')
      .length(36)
      .custom((value: string) => value.toLowerCase()),
  ),
);

// Text Postgres cannot store: NUL and lone surrogates.
const unstorable = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
const controls = /[\u0001-\u001F\u007F]/;

type Checked = string | Joi.ErrorReport;
const storable = (value: string, helpers: Joi.CustomHelpers): Checked =>
  unstorable.test(value) ? helpers.error('text.unstorable') : value;

export const oneLine = (value: string, helpers: Joi.CustomHelpers): Checked =>
  controls.test(value) ? helpers.error('text.control') : storable(value, helpers);

export const textSentences = {
  'text.unstorable': '{{#label}} contains a NUL or a broken character',
  'text.control': '{{#label}} must be one line without control characters',
};
const textWords = worded('string', textSentences);

/** One line of text, 1 to `max` characters. */
export const text = memoized((max: number = 200): Field<string> => {
  return field<string>(textWords.string().min(1).max(max).custom(oneLine));
});

/** Free text: line breaks allowed, may be empty. */
export const freeText = memoized((max: number = 2000): Field<string> => {
  return field<string>(textWords.string().allow('').max(max).custom(storable));
});

const codeWords = worded('string', {
  'string.pattern.name':
    '{{#label}} must be a code of letters, digits and . _ - / # + :, with spaces only between them',
});

/** A short code people type and scan: letters, digits and . _ - / # + : without spaces at the ends. */
export const code = memoized((max: number = 64): Field<string> => {
  return field<string>(
    codeWords
      .string()
      .max(max)
      .pattern(/^[A-Za-z0-9]([A-Za-z0-9 ._\-/#+:]*[A-Za-z0-9._\-/#+:])?$/, 'code'),
  );
});

export function choice<const V extends readonly string[]>(...values: V): Field<V[number]> {
  return field<V[number]>(oneOf(...values));
}

export const flag = memoized((): Field<boolean> => {
  return field<boolean>(Joi.boolean().strict());
});

export const integer = memoized((limits: { min: number; max: number }) =>
  field<number>(Joi.number().strict().integer().min(limits.min).max(limits.max)),
);

function decimalPlaces(value: number): number {
  const [mantissa, exponent] = String(value).split('e');
  return Math.max(0, (mantissa!.split('.')[1]?.length ?? 0) - Number(exponent ?? 0));
}

const tooManyPlaces = '{{#label}} must have at most {{#places}} decimals';
const decimalWords = worded('number', { 'number.places': tooManyPlaces });

/** A JSON decimal: at most `places` decimals, and a magnitude that a JSON number carries exactly. */
export const decimalNumber = memoized(
  (limits: { places: number; min?: number; below: number; positive?: boolean }): Field<number> => {
    let schema = decimalWords.number().strict().less(limits.below);
    if (limits.positive) schema = schema.greater(0);
    else schema = limits.min === undefined ? schema.greater(-limits.below) : schema.min(limits.min);
    return field<number>(
      schema
        .custom((value: number, helpers) =>
          decimalPlaces(value) > limits.places
            ? helpers.error('number.places', { places: limits.places })
            : value,
        )
        .description(`A decimal with at most ${limits.places} places.`),
    );
  },
);

/** A quantity: numeric(18,6) capped below 1e9, so that 15 digits carry it exactly. */
export const qty = (limits: { min?: number; positive?: boolean } = {}): Field<number> =>
  decimalNumber({ places: 6, below: 1e9, ...limits });

/**
 * Money in the document's currency: at most 4 decimals, magnitude below 1e11. The currency's own decimals are checked
 * once the currency is known.
 */
export const money = (limits: { min?: number; positive?: boolean } = {}): Field<number> =>
  decimalNumber({ places: 4, below: 1e11, ...limits });

/**
 * Totals of lines and documents. A price times a quantity, each within its limits, may exceed the limit of a price: up
 * to 1e13, which 15 digits carry in a currency with two decimals.
 */
export const moneySum = (): Field<number> => decimalNumber({ places: 4, below: 1e13 });

export const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a calendar date: February 30 is not. */
export function isCalendarDate(value: string): boolean {
  const match = datePattern.exec(value);
  if (!match || match[1]! < '1900') return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}

const dateWords = worded('string', {
  'string.pattern.name': '{{#label}} must be a date, YYYY-MM-DD',
  'date.calendar': '{{#label}} must be a calendar date',
});

/** A business date, YYYY-MM-DD. */
export const date = memoized((): Field<string> => {
  return field<string>(
    dateWords
      .string()
      .pattern(datePattern, 'date')
      // What does not even look like a date is told so, once.
      .custom((value: string, helpers) =>
        isCalendarDate(value) || !datePattern.test(value) ? value : helpers.error('date.calendar'),
      ),
  );
});

// Time zone offsets end at +14:00; Postgres refuses 16 hours and more.
export const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)$/;

const momentSentence = '{{#label}} must be an ISO 8601 date-time with a time zone';

// At either end of the calendar an offset leads out of it: the moment could not be answered.
const isShownInUtc = (value: string): boolean => /^(19|[2-9]\d)\d\d-/.test(new Date(value).toJSON());

/** A timestamp, ISO 8601 with its offset. When `dateAllowed`, a plain date is too: see db/business-day.read.ts. */
export const instant = memoized((options: { dateAllowed?: boolean } = {}): Field<string> => {
  const checked = (given: string, helpers: Joi.CustomHelpers): string | Joi.ErrorReport => {
    if (options.dateAllowed && isCalendarDate(given)) return given;
    // In a query string an unescaped + arrives as a space; before an offset it can only have been a plus sign.
    const value = options.dateAllowed ? given.replace(/ (?=\d\d:\d\d$)/, '+') : given;
    const match = instantPattern.exec(value);
    return match && isCalendarDate(match[1]!) && isShownInUtc(value) ? value : helpers.error('instant.iso');
  };
  const sentence = options.dateAllowed ? `${momentSentence}, or a calendar date` : momentSentence;
  const text = Joi.string().max(40).custom(checked).messages({ 'instant.iso': sentence });
  if (options.dateAllowed) return field<string>(text.description('ISO 8601 date-time, or a business day.'));
  return field<string>(
    text.pattern(instantPattern, 'instant').messages({ 'string.pattern.name': momentSentence }),
  );
});

export const currency = memoized((): Field<string> => {
  return field<string>(
    Joi.string()
      .pattern(/^[A-Z]{3}$/, 'currency code')
      .description('ISO 4217 code.'),
  );
});

export const email = memoized(() => field<string>(Joi.string().max(254).email({ tlds: false })));

/** A permission by its name. */
export function permission(): Field<string> {
  return field<string>(oneOf(...Object.keys(permissions)));
}

/**
 * A JSON object whose fields the service does not interpret (an adapter's settings, an address). The body limits cap
 * its depth and size.
 */
export const openObject = memoized((): Field<Record<string, unknown>> => {
  return field<Record<string, unknown>>(Joi.object().unknown(true));
});

/** Anything at all: only for results that mirror stored JSON. */
export const anything = memoized(() => field<unknown>(Joi.any()));

/** A field from a joi schema of the caller's own, for rare shapes the helpers above do not cover. */
export function custom<T>(schema: Joi.AnySchema): Field<T> {
  return field<T>(schema);
}
