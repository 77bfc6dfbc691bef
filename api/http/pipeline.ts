/**
 * A request's way, always in this order: request id, log, authenticate, limit, authorize, parse, validate,
 * idempotency, run, check response, wrap. Errors leave through one file.
 */
import type { Context } from 'koa';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../../db/database.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { Refusal } from '../../domain/refusals.ts';
import { object, uuid } from '../../queues/schema.ts';
import { authorize, checkOrganization } from './authenticate.ts';
import {
  isFile,
  pathParams,
  type Endpoint,
  type FileAnswer,
  type Page,
  type QueryEndpoint,
  type StreamEndpoint,
} from './endpoint.ts';
import { toRefusal, writeError } from './errors.ts';
import type { HttpDeps } from './deps.ts';
import type { StoredResponse } from '../../queues/gateway.ts';
import { bodyBytesMaxDefault, parseJsonBody, readRawBody } from './read-body.ts';
import { isMultipart, parseMultipart } from './read-multipart.ts';
import {
  runActions,
  runCommandEndpoint,
  runQuery,
  scopeOf,
  type Answer,
  type KeyedCommand,
  type Request,
} from './run-endpoint.ts';
import { openStream } from './stream.ts';
import { surfaceOf, type Surface } from './surface.ts';
import { validate } from './validate.ts';

/** A client's own request id is kept when it is short and plain; otherwise we make one. */
export function requestIdOf(ctx: Context): string {
  const given = ctx.get('x-request-id');
  return /^[\w.-]{1,64}$/.test(given) ? given : uuidv7();
}

/** Binds one endpoint to Koa. */
export function handle(
  parts: HttpDeps,
  endpoint: Endpoint,
  limit: (principal: Principal) => void,
): (ctx: Context, params: Record<string, string>) => Promise<void> {
  const surface = surfaceOf(endpoint.path);
  const paramsSchema = object(
    Object.fromEntries(pathParams(endpoint.path).map((name) => [name, endpoint.params?.[name] ?? uuid()])),
  );
  return async (ctx, rawParams) => {
    const requestId = ctx.state['requestId'] as string;
    try {
      const principal = await parts.authenticator.authenticate(ctx.headers, ctx.ip);
      ctx.state['organizationId'] = principal.organization_id;
      limit(principal);
      checkOrganization(principal, ctx.get('x-organization-id') || undefined, surface);
      authorize(principal, accessOf(endpoint));
      const params = validate<Record<string, string>>(paramsSchema, rawParams, { convert: false });
      const request: Request = {
        ctx,
        principal,
        params: lowerUuids(params),
        requestId,
        ip: ctx.ip,
        secrets: {},
        files: parts.files,
        kept: [],
      };
      await answer(parts, endpoint, request, surface);
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      if (refusal.status >= 500) parts.log.error({ err: thrown, request_id: requestId }, refusal.message);
      writeError(ctx, refusal, surface, requestId);
    }
  };
}

function accessOf(endpoint: Endpoint): Endpoint['permission'] {
  if (endpoint.kind !== 'actions') return endpoint.permission;
  const entries = [...Object.values(endpoint.actions), ...(endpoint.edit ? [endpoint.edit] : [])];
  return entries.map((entry) => entry.permission);
}

// Postgres prints UUIDs in lower case; a caller may write them in capitals.
function lowerUuids(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^[0-9A-F-]{36}$/i.test(value) ? value.toLowerCase() : value,
    ]),
  );
}

async function answer(
  parts: HttpDeps,
  endpoint: Endpoint,
  request: Request,
  surface: Surface,
): Promise<void> {
  const { ctx, principal } = request;
  if (endpoint.kind === 'query' || endpoint.kind === 'stream') {
    const query = readQuery(endpoint, ctx);
    const open = streamOf(endpoint, ctx);
    if (open) {
      return openStream(ctx, open, request, query, (run) =>
        inTenant(parts.database, scopeOf(principal), run, { readOnly: true }),
      );
    }
    if (endpoint.kind === 'stream') return;
    const data = await runQuery(parts, endpoint, request, query);
    if (isFile(data)) return sendFile(ctx, data);
    if (!endpoint.isList) return send(parts, endpoint, request, surface, { kind: 'data', status: 200, data });
    const { rows, total } = data as Page<unknown>;
    checkResponse(parts, endpoint, rows);
    const facts = { page: Number(query['page']), page_size: Number(query['page_size']), total };
    return writeJson(
      ctx,
      200,
      surface === 'tenant' ? { ok: true, data: rows, meta: facts } : { data: rows, ...facts },
    );
  }
  const raw = await readRawBody(
    ctx.req,
    (endpoint.kind === 'command' && endpoint.bodyBytesMax) || bodyBytesMaxDefault,
  );
  const contentType = ctx.get('content-type');
  const isForm = endpoint.kind === 'command' && endpoint.formFiles.length > 0 && isMultipart(contentType);
  const body = isForm ? await parseMultipart(raw, contentType) : parseJsonBody(raw, contentType);
  const run =
    endpoint.kind === 'command'
      ? runCommandEndpoint(parts, endpoint, request, body)
      : runActions(parts, endpoint, request, body);
  return send(parts, endpoint, request, surface, await run);
}

/** A stream is one by itself; a query with one gives it to who accepts events. */
function streamOf(
  endpoint: QueryEndpoint | StreamEndpoint,
  ctx: Context,
): StreamEndpoint['open'] | undefined {
  if (endpoint.kind === 'stream') return endpoint.open;
  return endpoint.stream && ctx.get('accept').includes('text/event-stream') ? endpoint.stream : undefined;
}

function readQuery(endpoint: { query: unknown }, ctx: Context): Record<string, unknown> {
  const schema = (endpoint.query ?? object({})) as Parameters<typeof validate>[0];
  const query: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(ctx.querystring)) {
    if (Object.hasOwn(query, name)) {
      const message = `${name} is given more than once`;
      throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: name, code: 'repeated', message }]);
    }
    query[name] = value;
  }
  return validate(schema, query, { convert: true });
}

async function send(
  parts: HttpDeps,
  endpoint: Endpoint,
  request: Request,
  surface: Surface,
  result: Answer,
): Promise<void> {
  const { ctx, secrets } = request;
  if (result.kind === 'replay') {
    if (result.location) ctx.set('Location', result.location);
    return writeJson(ctx, result.status, result.body);
  }
  const { status, data, meta, location } = result;
  if (location) ctx.set('Location', location);
  const wrapped = (value: unknown): unknown =>
    surface === 'tenant' ? { ok: true, data: value, ...(meta ? { meta } : {}) } : value;
  if (status === 202) return writeJson(ctx, status, wrapped(data));
  checkResponse(parts, endpoint, data);
  const kept = await storeAnswer(parts, ctx, { status, body: wrapped(data), location: location ?? null });
  // Secrets join after storing: a replay shows everything but them.
  if (Object.keys(secrets).length === 0) return writeJson(ctx, kept.status, kept.body);
  writeJson(ctx, status, wrapped({ ...(data as object), ...secrets }));
}

function checkResponse(parts: HttpDeps, endpoint: Endpoint, data: unknown): void {
  if (endpoint.kind === 'stream') return;
  if (parts.responseCheck === 'sample' && Math.random() > 0.05) return;
  const rows = endpoint.kind === 'query' && endpoint.isList ? (data as unknown[]) : [data];
  for (const value of rows) {
    // Through JSON first: what is checked is what the client gets (dates as text, no undefined).
    const { error } = endpoint.returns.validate(JSON.parse(JSON.stringify(value ?? null)), {
      convert: false,
    });
    if (!error) continue;
    const sentence = `${endpoint.method} ${endpoint.path} answered outside its description: ${error.message}`;
    if (parts.responseCheck === 'throw') throw new Error(sentence);
    parts.log.error({ route: endpoint.path }, sentence);
    return;
  }
}

function writeJson(ctx: Context, status: number, body: unknown): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(body);
}

function sendFile(ctx: Context, answer: FileAnswer): void {
  ctx.status = 200;
  ctx.type = answer.content_type;
  // The name is ours or a document number; anything else is flattened so that it cannot break the header.
  const filename = answer.filename.replaceAll(/[^\w.-]/g, '_');
  ctx.set('Content-Disposition', `${answer.inline ? 'inline' : 'attachment'}; filename="${filename}"`);
  ctx.body = answer.file;
}

async function storeAnswer(parts: HttpDeps, ctx: Context, response: StoredResponse): Promise<StoredResponse> {
  const keyed = ctx.state['keyed'] as KeyedCommand | undefined;
  if (!keyed) return response;
  const organizationId = ctx.state['organizationId'] as string;
  // Without the stored answer a replay is built from the outcome again, so losing this write loses nothing.
  const { commandId, claim } = keyed;
  const kept = await parts.storeResponse(organizationId, commandId, claim, response).catch(() => undefined);
  return kept ?? response;
}
