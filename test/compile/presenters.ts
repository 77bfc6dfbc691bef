/**
 * What must not compile between a row and its view. The compiler runs this test: an expectation without an error fails.
 */
import { list, query } from '../../api/http/endpoint.ts';
import { present } from '../../api/http/present.ts';
import { pagedQuery } from '../../api/http/query-fields.ts';
import { choice, instant, listOf, nullable, object, optional, qty, text, uuid } from '../../queues/schema.ts';

const view = object({
  id: uuid(),
  status: choice('open', 'done'),
  qty: qty(),
  done_at: nullable(instant()),
  note: optional(text()),
  lines: listOf(object({ sku: text(), qty: qty() })),
});

interface Row {
  id: string;
  status: 'open' | 'done';
  qty: string;
  done_at: Date | null;
  lines: { sku: string; qty: string }[];
}

declare const row: Row;
const described = { path: '/api/things/{id}', summary: 'A thing', permission: 'tenancy.view' } as const;

export const fits = [
  present(view, row),
  present(view, { ...row, note: 'Optional.' }),
  query({ ...described, returns: view, run: async () => present(view, row) }),
  list({
    ...described,
    query: pagedQuery({}),
    returns: view,
    run: async () => ({ rows: [present(view, row)], total: 1, total_is_exact: true, next: null }),
  }),
];

declare const withoutMoment: Omit<Row, 'done_at'>;
declare const misnamed: Omit<Row, 'qty'> & { quantity: string };
declare const ofAnyStatus: Omit<Row, 'status'> & { status: string };
declare const withoutSku: Omit<Row, 'lines'> & { lines: { qty: string }[] };
declare const maybeEmpty: Omit<Row, 'qty'> & { qty: string | null };
declare const raw: Row[];

export const misfits = [
  // @ts-expect-error A field is left out.
  present(view, withoutMoment),
  // @ts-expect-error A field has another name.
  present(view, misnamed),
  // @ts-expect-error An optional field has another name.
  present(view, { ...row, notes: 'Not the name.' }),
  // @ts-expect-error A text is not one of the choices.
  present(view, ofAnyStatus),
  // @ts-expect-error A line lacks a field.
  present(view, withoutSku),
  // @ts-expect-error Null, where the view knows none.
  present(view, maybeEmpty),
  // @ts-expect-error A row that nobody presented: a quantity as text, a moment as a date.
  query({ ...described, returns: view, run: async () => row }),
  list({
    ...described,
    query: pagedQuery({}),
    returns: view,
    // @ts-expect-error The same in a list.
    run: async () => ({ rows: raw, total: 1 }),
  }),
];
