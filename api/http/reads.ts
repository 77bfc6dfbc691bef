/** What most reads are, in one line each: a page of rows, or the one with an id, as their view shows them. */
import type { TenantTransaction } from '../../db/database.ts';
import type { PageOf } from '../../db/page.ts';
import { notFound } from '../../domain/refusal.ts';
import type { Call } from './endpoint.ts';

type Reading = Pick<Call, 'tx' | 'organizationId'>;

/** The run of a list whose query is what its read filters and pages by. */
export function pageOf<Query, Row, View>(
  read: (tx: TenantTransaction, query: Query) => Promise<PageOf<Row>>,
  show: (row: Row) => View,
) {
  return async ({ tx, query }: Reading & { query: Query }): Promise<PageOf<View>> =>
    shownPage(await read(tx, query), show);
}

/** The same for a read that takes its filters and its page apart. */
export function filteredPageOf<Filters extends object, Page, Row, View>(
  read: (
    tx: TenantTransaction,
    filters: Filters,
    page: { page: Page; page_size: number },
  ) => Promise<PageOf<Row>>,
  show: (row: Row) => View,
) {
  type Query = Filters & { page: Page; page_size: number };
  return async ({ tx, query }: Reading & { query: Query }): Promise<PageOf<View>> => {
    // A query without its page is its filters; the compiler does not subtract from a type it does not know.
    const { page, page_size, ...filters } = query;
    return shownPage(await read(tx, filters as Filters, { page, page_size }), show);
  };
}

export function shownPage<Row, View>({ rows, ...facts }: PageOf<Row>, show: (row: Row) => View) {
  return { rows: rows.map((row) => show(row)), ...facts };
}

/** Reads the one with an id, for a GET and as the answer to its commands. Refuses 404. */
export function oneOf<Row, View>(
  noun: string,
  find: (tx: TenantTransaction, id: string) => Promise<Row | undefined>,
  show: (row: Row) => View,
) {
  return async ({ tx }: Reading, { id }: { id: string }): Promise<View> => {
    return show(existing(noun, await find(tx, id)));
  };
}

/** What was looked for, which is there. Refuses 404. */
export function existing<Found>(noun: string, found: Found | undefined): Found {
  if (!found) throw notFound(noun);
  return found;
}

/** The run of a GET whose path ends with the id. */
export function byId<View>(read: (call: Call, of: { id: string }) => Promise<View>) {
  return (call: Call<any>): Promise<View> => read(call, { id: call.params['id']! });
}
