/**
 * How a row of the database becomes what the description says: `present(view, row)`. The view alone decides: a moment
 * becomes ISO text, a numeric (text or decimal) a JSON number, everything else passes as it is, and a column that the
 * view does not name is not shown. What to do with each field is found out once for each view, not for each row.
 */
import type Joi from 'joi';
import { toJsonNumber, type Decimal } from '../../domain/decimal.ts';
import { madeOnceOf } from '../../queues/made-once.ts';
import type { Field, Infer } from '../../queues/schema.ts';
import { termsOf, type Terms } from './joi-terms.ts';

/**
 * What may be shown as a T. Where the view says a number the database may have sent text, where it says text a moment;
 * a choice takes only its own words. A field that is missing or has another name does not compile.
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

/** The row as its view shows it, its fields in the order of the row. */
export function present<F extends Field<unknown>>(view: F, row: Presentable<Infer<F>>): Infer<F> {
  return compileView(view)(row) as Infer<F>;
}

const asItIs: Show = (value) => value;

/** Finds out how a view is shown, or takes what was found before. Every endpoint has its own found out when it is mounted. */
export const compileView: (view: Joi.AnySchema) => Show = madeOnceOf((view) => {
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

const showText: Show = (value) => (value instanceof Date ? value.toISOString() : value);

const showArray = (show: Show): Show => {
  if (show === asItIs) return asItIs;
  return (value) => (Array.isArray(value) ? value.map(show) : value);
};

function showObject(keys: NonNullable<Terms['keys']>): Show {
  const fields = new Map(keys.map(({ key, schema }) => [key, compileView(schema)]));
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const shown: Record<string, unknown> = {};
    for (const [name, given] of Object.entries(value)) {
      const show = fields.get(name);
      if (show) shown[name] = show(given);
    }
    return shown;
  };
}
