/**
 * Turns a database row into what the API description promises: `present(view, row)`. The view alone decides: a
 * timestamp becomes ISO text, a numeric (text or decimal) a JSON number, everything else passes unchanged, and a column
 * the view does not name is left out. What to do with each field is worked out once per view, not once per row.
 */
import type Joi from 'joi';
import { toJsonNumber, type Decimal } from '../../domain/decimal.ts';
import { memoizedOf } from '../../queues/memoized.ts';
import type { Field, Infer } from '../../queues/schema.ts';
import { termsOf, type Terms } from './joi-terms.ts';
import { momentText } from './moment-text.ts';

/**
 * A value that can be shown as a T. Where the view has a number, the database may return text, and where it has text, a
 * timestamp; a choice accepts only its own values. A field that is missing or misnamed does not compile.
 */
export type Presentable<T> = unknown extends T
  ? unknown
  : T extends number
    ? number | string | Decimal
    : T extends string
      ? string extends T
        ? string | Date
        : T
      : T extends readonly (infer I)[]
        ? readonly Presentable<I>[]
        : T extends object
          ? string extends keyof T
            ? object
            : { [K in keyof T]: Presentable<T[K]> }
          : T;

type Show = (value: unknown) => unknown;

/** The row as its view shows it, with its fields in the view's order. */
export function present<F extends Field<unknown>>(view: F, row: Presentable<Infer<F>>): Infer<F> {
  return compileView(view)(row) as Infer<F>;
}

/** Shows rows with their view as it stands. */
export function shownAs<F extends Field<unknown>>(view: F): (row: Presentable<Infer<F>>) => Infer<F> {
  return (row) => present(view, row);
}

const asItIs: Show = (value) => value;

/**
 * Works out how a view is shown, or returns the cached result. Every endpoint's view is prepared when it is mounted.
 */
export const compileView: (view: Joi.AnySchema) => Show = memoizedOf((view) => {
  const { keys, items } = termsOf(view);
  if (view.type === 'number') return showNumber;
  if (view.type === 'string') return showText;
  if (view.type === 'object' && keys) return showObject(keys);
  if (view.type === 'array' && items?.length === 1) return showArray(compileView(items[0]!));
  return asItIs;
});

const showNumber: Show = (value) =>
  typeof value === 'number' || value === null || value === undefined
    ? value
    : toJsonNumber(value as string | Decimal);

const showText: Show = (value) => (value instanceof Date ? momentText(value) : value);

const showArray = (show: Show): Show => {
  if (show === asItIs) return asItIs;
  return (value) => (Array.isArray(value) ? value.map(show) : value);
};

function showObject(keys: NonNullable<Terms['keys']>): Show {
  const fields = keys.map(({ key, schema }) => ({ key, show: compileView(schema) }));
  // Copied, it has all its fields at once. Gathered field by field, an object of more than a dozen becomes a dictionary,
  // which is three times as slow to make, to read and to write as JSON.
  const required = keys.filter(({ schema }) => schema._flags['presence'] !== 'optional');
  const empty = Object.fromEntries(required.map(({ key }) => [key, undefined]));
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const row = value as Record<string, unknown>;
    const shown: Record<string, unknown> = { ...empty };
    for (const { key, show } of fields) {
      const found = row[key];
      if (found !== undefined) shown[key] = found === null ? null : show(found);
    }
    return shown;
  };
}
