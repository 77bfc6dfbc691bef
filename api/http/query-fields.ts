/** Fields of query strings, in which everything arrives as text. */
import Joi from 'joi';
import type { PagePlace } from '../../db/page.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import * as s from '../../queues/schema.ts';
import { cursorCharactersMax } from './cursor.ts';
import { validate } from './validate.ts';

const pageSizeMax = 200;

type Fields = Record<string, s.Field<unknown>>;
type PageFields = {
  page: s.Field<number>;
  page_size: s.Field<number>;
  cursor: s.Field<string>;
  total: s.Field<string>;
};

/**
 * The query of a tenant list: page (default 1) or the cursor of the previous page, page_size (default 50, maximum 200)
 * and the list's own filters, all optional. After parsing, `page` holds the position the cursor names, and how the list
 * is counted.
 */
export function pagedQuery<S extends Fields>(
  filters: S,
): s.Field<Partial<s.InferShape<S>> & { page: PagePlace; page_size: number }> {
  return s.object({ ...optionalAll(filters), ...pageFields(50) }) as s.Field<unknown> as s.Field<
    Partial<s.InferShape<S>> & { page: PagePlace; page_size: number }
  >;
}

/** The query of a document that shows its lines page by page, by page number only. */
export function numberedQuery<S extends Fields>(
  filters: S,
): s.Field<Partial<s.InferShape<S>> & { page: number; page_size: number }> {
  const { page, page_size } = pageFields(50);
  return s.object({ ...optionalAll(filters), page, page_size }) as s.Field<unknown> as s.Field<
    Partial<s.InferShape<S>> & { page: number; page_size: number }
  >;
}

/** The query of a v1 list: filters as `filter[field]`, the sort order and the page. */
export type V1Query<F> = { [K in keyof F & string as `filter[${K}]`]?: F[K] } & {
  page: PagePlace;
  page_size: number;
  sort?: string;
};

/**
 * The query of a v1 list: page_size defaults to 20; filters are written `filter[field]`; `sort` names a field, `-` for
 * descending.
 */
export function v1Query<S extends Fields>(
  filters: S,
  sortable: readonly string[],
): s.Field<V1Query<s.InferShape<S>>> {
  const named = Object.fromEntries(
    Object.entries(filters).map(([name, field]) => [`filter[${name}]`, field]),
  );
  const sort = s.custom<string>(
    Joi.string()
      .valid(...sortable.flatMap((name) => [name, `-${name}`]))
      .description(`Field to sort by, - for descending: ${sortable.join(', ')}.`),
  );
  return s.object({
    ...optionalAll(named),
    sort: s.optional(sort),
    ...pageFields(20),
  }) as s.Field<unknown> as s.Field<V1Query<s.InferShape<S>>>;
}

/** The page of a v1 list, and what it is sorted by. */
export interface V1Page {
  page: PagePlace;
  page_size: number;
  sort: string | undefined;
}

/** A parsed v1 query: its filters by their bare names, and its page. */
export function readV1Query<F>({ page, page_size, sort, ...named }: V1Query<F>): {
  filters: Partial<F>;
  page: V1Page;
} {
  const filters = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name.slice('filter['.length, -1), value]),
  );
  return { filters: filters as Partial<F>, page: { page, page_size, sort } };
}

/** A query without paging; every field optional. */
export function plainQuery<S extends Fields>(fields: S): s.Field<Partial<s.InferShape<S>>> {
  return s.object(optionalAll(fields)) as s.Field<unknown> as s.Field<Partial<s.InferShape<S>>>;
}

function optionalAll(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, s.optional(field)]));
}

const pageWords =
  'Begins at most 1,000,000 rows into the list, and is refused with 400 if reading to it takes more than 10 s: beyond, follow the cursor.';

function pageFields(defaultSize: number): PageFields {
  const page = Joi.number().integer().min(1).max(1_000_000).default(1).description(pageWords);
  const size = Joi.number().integer().min(1).max(pageSizeMax).default(defaultSize);
  const cursor = Joi.string()
    .max(cursorCharactersMax)
    .description('Continues after the last row of the page that returned it as next; replaces page.');
  const total = Joi.string()
    .valid('exact')
    .description(
      'exact counts all matches, however many; without it, counting stops at 10,000. Refused with 400 if counting takes more than 10 s.',
    );
  return {
    page: s.optional(s.custom<number>(page)),
    page_size: s.optional(s.custom<number>(size)),
    cursor: s.optional(s.custom<string>(cursor)),
    total: s.optional(s.custom<string>(total)),
  };
}

/** An integer in a query string. */
export function queryInteger(limits: { min: number; max: number }): s.Field<number> {
  return s.custom<number>(Joi.number().integer().min(limits.min).max(limits.max));
}

/** A boolean in a query string: 1 or true, 0 or false. */
export function queryFlag(): s.Field<boolean> {
  return s.custom<boolean>(Joi.boolean().truthy('1').falsy('0'));
}

/** The `q` of a list. An empty one, as a search box sends it, is none. */
export function searchText(max: number): s.Field<string> {
  return s.described(
    s.custom<string>(s.freeText(max).empty('')),
    'Text in its numbers or names, capitals or not. Where a list may grow large, text without three letters or digits in a row is looked for where a word begins.',
  );
}

/** Several values separated by commas, e.g. `statuses=draft,confirmed`. */
export function commaList<const V extends readonly string[]>(...values: V): s.Field<V[number][]> {
  const schema = Joi.string()
    .max(500)
    .custom((text: string, helpers) => {
      const parts = text.split(',').filter(Boolean);
      return parts.every((part) => values.includes(part))
        ? parts
        : helpers.error('list.values', { allowed: values.join(', ') });
    })
    .messages({ 'list.values': '{{#label}} must be a comma-separated list of: {{#allowed}}' })
    .description(`Comma-separated: ${values.join(', ')}.`);
  return s.custom<V[number][]>(schema);
}

/** Parses a query string. Refuses with 400 fields the schema does not know and fields given twice. */
export function readQuery<T = Record<string, unknown>>(schema: Joi.AnySchema, text: string): T {
  const query: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    // Assigning it would set the prototype instead of a field, so the unknown field would never be refused.
    if (name === '__proto__') throw invalid(name, 'unknown_field', `${name} is not a field here`);
    if (Object.hasOwn(query, name)) {
      const message = `${name} is given more than once`;
      throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: name, code: 'repeated', message }]);
    }
    query[name] = value;
  }
  return validate(schema, query, { convert: true });
}
