/** Parses a request: path parameters, then the query of a read or the body of a write. */
import { pathParams } from './surface.ts';
import type Joi from 'joi';
import type { Context } from 'koa';
import { invalid } from '../../domain/refusal.ts';
import { object, uuid } from '../../queues/schema.ts';
import type { Position } from '../../db/page.ts';
import { readCursor } from './cursor.ts';
import { isWrite, type Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { readQuery } from './query-fields.ts';
import { bodyBytesMaxDefault, bytesAhead, parseJsonBody, readRawBody } from './read-body.ts';
import { turnToParse } from '../limits/large-bodies.ts';
import { formWords, isMultipart, parseMultipart } from '../files/read-multipart.ts';
import { inRead } from './run/read-for-request.ts';
import { validate } from './validate.ts';

export async function parseRequest(exchange: Exchange): Promise<void> {
  const { ctx, endpoint, found } = exchange;
  const params = validate<Record<string, string>>(paramsOf(endpoint), found.params, { convert: false });
  exchange.params = lowerUuids(params);
  if (endpoint.kind === 'query' || endpoint.kind === 'stream') {
    const query = withFormat(endpoint, readQuery(endpoint.query ?? noQuery, ctx.querystring), ctx);
    exchange.query = endpoint.kind === 'query' && endpoint.isList ? placed(endpoint.path, query, ctx) : query;
    return;
  }
  // A query parameter that a write does not know would change nothing while looking as if it did: dry_run, force.
  if (ctx.querystring !== '' && !('query' in endpoint && endpoint.query)) readQuery(noQuery, ctx.querystring);
  const bytesMax = bodyBytesMaxOf(endpoint);
  const raw = await readRawBody(ctx.req, bytesMax);
  const contentType = ctx.get('content-type');
  if (endpoint.kind === 'command' && endpoint.takeBody) {
    const { organization_id: organizationId, merchant_id: merchantId } = exchange.caller;
    const sent = { organizationId, merchantId, raw, contentType, query: ctx.querystring };
    exchange.taken = await endpoint.takeBody(sent, (read) => inRead(exchange, read));
    exchange.body = exchange.taken.body;
    exchange.checked = exchange.taken.body;
    return;
  }
  await turnToParse(exchange.caller.organization_id, raw.length);
  const takesForm = endpoint.kind === 'command' && endpoint.formFiles.length > 0;
  exchange.body =
    takesForm && isMultipart(contentType)
      ? await parseMultipart(raw, contentType)
      : parseJsonBody(raw, contentType, takesForm ? formWords : undefined);
}

function bodyBytesMaxOf(endpoint: Endpoint): number {
  return ('bodyBytesMax' in endpoint && endpoint.bodyBytesMax) || bodyBytesMaxDefault;
}

/** The most bytes the request's body may have. */
export function bodyBytesOf({ ctx, endpoint }: Exchange): number {
  return isWrite(endpoint) ? bytesAhead(ctx.headers, bodyBytesMaxOf(endpoint)) : 0;
}

const noQuery = object({});
const paramSchemas = new WeakMap<Endpoint, Joi.AnySchema>();

function paramsOf(endpoint: Endpoint): Joi.AnySchema {
  const known = paramSchemas.get(endpoint);
  if (known) return known;
  const names = pathParams(endpoint.path);
  const schema = object(Object.fromEntries(names.map((name) => [name, endpoint.params?.[name] ?? uuid()])));
  paramSchemas.set(endpoint, schema);
  return schema;
}

// Postgres prints UUIDs in lower case; callers may send them in upper case.
function lowerUuids(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^[0-9A-F-]{36}$/i.test(value) ? value.toLowerCase() : value,
    ]),
  );
}

const formatOfType: Readonly<Record<string, string>> = { 'text/csv': 'csv', 'application/pdf': 'pdf' };

/** The query, with the format that the Accept header asks for where the query could name one and does not. */
function withFormat(
  endpoint: Endpoint,
  query: Record<string, unknown>,
  ctx: Context,
): Record<string, unknown> {
  if (endpoint.kind !== 'query' || query['format'] !== undefined) return query;
  const [accepted = ''] = ctx.get('accept').split(/[,;]/, 1);
  const type = accepted.trim();
  if (!endpoint.files.includes(type) || !formatOfType[type]) return query;
  const fields = endpoint.query?.describe()['keys'] as object | undefined;
  return fields && 'format' in fields ? { ...query, format: formatOfType[type] } : query;
}

/** A list's query, with the position its cursor names as its page, and how it is counted. */
function placed(
  path: string,
  { cursor, total, ...query }: Record<string, unknown>,
  ctx: Context,
): Record<string, unknown> {
  const from = typeof cursor === 'string' ? positionOf(path, cursor, ctx) : query['page'];
  if (from === undefined) return query;
  return { ...query, page: total === 'exact' ? { from, total } : from };
}

function positionOf(path: string, cursor: string, ctx: Context): Position {
  if (new URLSearchParams(ctx.querystring).has('page'))
    throw invalid('page', 'not_allowed', 'page and cursor exclude each other: a cursor names its page');
  return readCursor(path, cursor);
}
