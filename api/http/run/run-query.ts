/** Runs a query: its read, in a transaction that fits what it asks for. */
import type { TenantTransaction } from '../../../db/database.ts';
import { isCountedWhole, type PageOf, type PagePlace } from '../../../db/page.ts';
import { isExport } from '../../limits/kind-of-answer.ts';
import { isFile, type QueryEndpoint } from '../endpoint.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { callOf, inRead, inSharedRead } from './read-for-request.ts';
import { sendFile } from '../respond.ts';

/** The answer of a query; undefined if a file was sent instead. */
export async function runQuery(exchange: Exchange, endpoint: QueryEndpoint): Promise<Answer | undefined> {
  const data = await readAnswer(exchange, endpoint);
  // In a header, since neither a file nor v1's envelope has room for it.
  if (exchange.asOf) exchange.ctx.set('X-As-Of', exchange.asOf.toISOString());
  if (isFile(data)) {
    sendFile(exchange.ctx, data);
    return undefined;
  }
  return endpoint.isList
    ? { kind: 'page', ...(data as PageOf<unknown>) }
    : { kind: 'data', status: 200, data };
}

async function readAnswer(exchange: Exchange, endpoint: QueryEndpoint): Promise<unknown> {
  // To count a list to its end is to read all of it: that takes its time, and changes limits that reads beside it would have
  // as well.
  const isReport =
    endpoint.isReport(exchange.query) ||
    isExport(exchange) ||
    isCountedWhole(exchange.query['page'] as PagePlace);
  const run = (tx: TenantTransaction) => endpoint.run(callOf(exchange, tx));
  const isShared = !isReport && isShort(exchange, endpoint);
  const read = await (isShared ? inSharedRead(exchange, run) : inRead(exchange, run, isReport));
  return typeof read === 'function' ? (read as () => Promise<unknown>)() : read;
}

function isShort({ query }: Exchange, { path, isList, isShort: isSaidShort }: QueryEndpoint): boolean {
  if (!isList) return path.endsWith('/{id}');
  return isSaidShort !== undefined && isSaidShort(query);
}
