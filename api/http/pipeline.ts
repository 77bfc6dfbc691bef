/** The stages of a request, in the order they run. All errors leave through one of them, the log. */
import type { Context } from 'koa';
import { newId } from '../../domain/new-id.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isFault } from '../../domain/refusals.ts';
import { authorize, checkOrganization } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { loggedFault, toRefusal, writeError } from './errors.ts';
import { isUnder, type Exchange, type Next, type Stage } from './exchange.ts';
import { bodyBytesOf, parseRequest } from './parse-request.ts';
import { checkAnswer, sendAnswer } from './respond.ts';
import { quotaOf } from '../limits/kind-of-answer.ts';
import { holdRefusal } from '../limits/held-refusals.ts';
import { turnToWork } from '../limits/request-turns.ts';
import { deprecatedFieldsSent, tellDeprecated } from './run/deprecation.ts';
import { findEarlierUse } from './run/run-command.ts';
import { runEndpoint } from './run/run-endpoint.ts';
import { validateBody } from './run/validate-body.ts';
import { surfaceOf } from './surface.ts';

/** A client's own request id is kept if it is short and plain; otherwise we generate one. */
const requestId: Stage = (exchange, next) => {
  const { ctx, deps } = exchange;
  ctx.request.ip = deps.clientAddress(ctx.req);
  const given = ctx.get('x-request-id');
  exchange.requestId = /^[\w.-]{1,64}$/.test(given) ? given : newId();
  ctx.set({
    'X-Request-Id': exchange.requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  if (hasReadablePath(ctx)) return next();
  const refusal = new Refusal(
    'MALFORMED_TARGET',
    'The request line contains neither a path nor a URL with one.',
  );
  writeError(ctx, refusal, 'tenant', exchange.requestId);
};

// Everything below reads the path, and reading it throws for a target like `http://[`.
function hasReadablePath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string' && typeof ctx.querystring === 'string';
  } catch {
    return false;
  }
}

const log: Stage = async (exchange, next) => {
  const { ctx, deps } = exchange;
  const started = performance.now();
  let isRefused = false;
  try {
    await next();
  } catch (thrown) {
    const refusal = toRefusal(thrown);
    if (refusal.code === 'RATE_LIMITED') await holdRefusal();
    isRefused = !isFault(refusal);
    if (!isRefused)
      deps.log.error({ ...loggedFault(thrown), request_id: exchange.requestId }, refusal.message);
    writeError(ctx, refusal, surfaceOf(ctx.path), exchange.requestId);
  }
  const milliseconds = performance.now() - started;
  deps.metrics.observe(exchange.route, ctx.method, ctx.status, milliseconds / 1000);
  const facts = {
    request_id: exchange.requestId,
    organization_id: exchange.principal?.organization_id,
    command_id: exchange.commandId,
    method: ctx.method,
    route: exchange.route,
    status: ctx.status,
    ms: Math.round(milliseconds * 10) / 10,
  };
  if (ctx.status >= 500 && !isRefused) deps.log.error(facts, 'request');
  else deps.log.debug(facts, 'request');
};

/** Requests that are not for an endpoint are answered here: health, description, dashboards, hub connections. */
const pages: Stage = (exchange, next) => offerPages(exchange, 0, next);

// The path is read each time: a console page changes it to the one it forwards to.
function offerPages(exchange: Exchange, from: number, next: Next): Promise<void> | void {
  const { path } = exchange.ctx;
  const { pages: all } = exchange.mounted;
  const index = all.findIndex(({ under }, at) => at >= from && (!under || isUnder(path, under)));
  if (index < 0) return next();
  return all[index]!.answer(exchange.ctx, () => offerPages(exchange, index + 1, next), exchange);
}

/** Refuses 404 NOT_FOUND, 405 METHOD_NOT_ALLOWED. */
const endpoint: Stage = (exchange, next) => {
  const { ctx, mounted } = exchange;
  const found = mounted.find(ctx.method, ctx.path);
  if ('endpoint' in found) {
    exchange.found = found;
    exchange.route = found.endpoint.path;
    if (found.endpoint.deprecated) tellDeprecated(ctx, [found.endpoint.deprecated]);
    return next();
  }
  const { methods } = found;
  if (methods.length === 0) throw new Refusal('NOT_FOUND', 'There is nothing at this path.');
  ctx.set('Allow', methods.join(', '));
  if (ctx.method !== 'OPTIONS') {
    throw new Refusal(
      'METHOD_NOT_ALLOWED',
      `${ctx.method.slice(0, 20)} is not allowed here; allowed are ${methods.join(', ')}.`,
    );
  }
  ctx.status = 204;
};

const authenticate: Stage = async (exchange, next) => {
  const { ctx, deps } = exchange;
  // The print center has already found out for whom it forwards.
  exchange.principal ??= await deps.authenticator.authenticate(ctx.headers, ctx.ip);
  await next();
};

const limit: Stage = (exchange, next) => {
  const { ctx, mounted, caller } = exchange;
  try {
    mounted.quotas.countRequest(caller);
  } finally {
    ctx.set(mounted.quotas.rateHeaders(caller));
  }
  if (exchange.endpoint.kind === 'batch') mounted.quotas.assertItemRoom(caller);
  return next();
};

const permission: Stage = (exchange, next) => {
  const { ctx, caller, endpoint: asked } = exchange;
  checkOrganization(caller, ctx.get('x-organization-id') || undefined, surfaceOf(asked.path));
  authorize(caller, accessOf(asked));
  return next();
};

/** Before the body is read, so that requests beyond the quota cost no memory. Refuses 429 RATE_LIMITED. */
const quota: Stage = async (exchange, next) => {
  const giveBack = exchange.mounted.quotas.take(exchange.caller, quotaOf(exchange));
  try {
    await next();
  } finally {
    // A client that leaves early or reads slowly does not get its quota back before the work is done and the response
    // sent.
    exchange.atEnd(giveBack);
  }
};

/**
 * Twice: before the body is read, and before the answer is written, since a group of commands ends for all who sent them
 * at once.
 */
const turn: Stage = async (exchange, next) => {
  await turnToWork(exchange.caller.organization_id);
  await next();
};

function accessOf(asked: Endpoint): Endpoint['permission'] {
  if (asked.kind !== 'actions') return asked.permission;
  const entries = [...Object.values(asked.actions), ...(asked.edit ? [asked.edit] : [])];
  return entries.map((entry) => entry.permission);
}

const parse: Stage = async (exchange, next) => {
  exchange.atEnd(exchange.mounted.quotas.takeBytes(exchange.caller, bodyBytesOf(exchange)));
  await parseRequest(exchange);
  try {
    await next();
  } finally {
    exchange.taken?.end();
  }
};

const validation: Stage = (exchange, next) => {
  validateBody(exchange);
  if (!exchange.endpoint.deprecated) tellDeprecated(exchange.ctx, deprecatedFieldsSent(exchange));
  return next();
};

const idempotency: Stage = async (exchange, next) => {
  exchange.answer = await findEarlierUse(exchange);
  await next();
};

/** Streams and documents are answered here and go no further. */
const run: Stage = async (exchange, next) => {
  exchange.answer ??= await runEndpoint(exchange);
  if (exchange.answer) await next();
};

const responseCheck: Stage = (exchange, next) => {
  checkAnswer(exchange, exchange.answer!);
  return next();
};

const envelope: Stage = (exchange) => sendAnswer(exchange, exchange.answer!);

export const stages: readonly Stage[] = [
  requestId,
  log,
  pages,
  endpoint,
  authenticate,
  limit,
  // Before parsing: a caller without the permission learns nothing about the body's rules and costs nothing.
  permission,
  quota,
  turn,
  parse,
  validation,
  idempotency,
  run,
  turn,
  responseCheck,
  envelope,
];
