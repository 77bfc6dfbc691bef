/**
 * How a row of the database becomes what the description says: `present(view, row)`. The view alone decides: a moment
 * becomes ISO text, a numeric (text or decimal) a JSON number, everything else passes as it is, and a column that the
 * view does not name is not shown. What to do with each field is found out once for each view, not for each row.
 */
import type Joi from 'joi';
import { toJsonNumber, type Decimal } from '../../domain/decimal.ts';
import type { Field, Infer } from '../../queues/schema.ts';

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

const compiled = new WeakMap<Joi.AnySchema, Show>();

/** The row as its view shows it, its fields in the order of the row. */
export function present<F extends Field<unknown>>(view: F, row: Presentable<Infer<F>>): Infer<F> {
  return compileView(view)(row) as Infer<F>;
}

/** Finds out how a view is shown, or takes what was found before. Every endpoint has its own found out when it is mounted. */
export function compileView(view: Joi.AnySchema): Show {
  const known = compiled.get(view);
  if (known) return known;
  const show = showAs(view.describe());
  compiled.set(view, show);
  return show;
}

interface Description extends Joi.Description {
  keys?: Record<string, Description>;
  items?: Description[];
}

const asItIs: Show = (value) => value;

function showAs({ type, keys, items }: Description): Show {
  if (type === 'number') return showNumber;
  if (type === 'string') return showText;
  if (type === 'object' && keys) return showObject(keys);
  if (type === 'array' && items?.length === 1) return showArray(showAs(items[0]!));
  return asItIs;
}

const showNumber: Show = (value) =>
  typeof value === 'number' || value === null || value === undefined
    ? value
    : toJsonNumber(value as string | Decimal);

const showText: Show = (value) => (value instanceof Date ? value.toISOString() : value);

const showArray = (show: Show): Show => {
  if (show === asItIs) return asItIs;
  return (value) => (Array.isArray(value) ? value.map(show) : value);
};

function showObject(keys: Record<string, Description>): Show {
  const fields = new Map(Object.entries(keys).map(([name, field]) => [name, showAs(field)]));
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
