/** Runs a validated request: a query through its read, a command through the gateway and then the resource's own read. */
import type { Context } from 'koa';
import type Joi from 'joi';
import { inTenant, type TenantTransaction } from '../../db/database.ts';
import { Refusal } from '../../domain/refusals.ts';
import type { Actor, EarlierUse, IdempotencyClaim, Outcome, Submission } from '../../queues/gateway.ts';
import type { AnyCommand } from '../../queues/define-command.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import { authorize } from './authenticate.ts';
import type { ResponseMeta, Call, CommandEndpoint, ActionsEndpoint, QueryEndpoint } from './endpoint.ts';
import { commandFailed, refusalFromOutcome } from './errors.ts';
import { assertSameRequest, keyInUse, readClaim } from './idempotency.ts';
import type { HttpDeps } from './deps.ts';
import type { FileStore, KeptFile } from './file-store.ts';
import { preferredWaitMs } from './prefer.ts';
import { operationPath, surfaceOf } from './surface.ts';
import { validate } from './validate.ts';

export interface Request {
  ctx: Context;
  principal: Principal;
  params: Record<string, string>;
  requestId: string;
  ip: string;
  secrets: Record<string, string>;
  files: FileStore;
  kept: KeptFile[];
}

/** A command that carries an idempotency key: its answer is kept for replays. */
export interface KeyedCommand {
  commandId: string;
  claim: IdempotencyClaim;
}

/** What came of a request, before its envelope. */
export type Answer =
  | { kind: 'data'; status: number; data: unknown; meta?: Record<string, unknown>; location?: string }
  | { kind: 'replay'; status: number; body: unknown; location: string | null };

export function callOf(request: Request, tx: TenantTransaction, query: Record<string, unknown>): Call {
  const { principal, params, ctx, secrets, files, kept } = request;
  return {
    secrets,
    files,
    kept,
    tx,
    principal,
    params,
    query,
    organizationId: principal.organization_id,
    acceptedTypes: (ctx.get('accept') || '*/*').split(',').map((type) => type.split(';')[0]!.trim()),
  };
}

export function scopeOf(principal: Principal): { organizationId: string; merchantId: string | null } {
  return { organizationId: principal.organization_id, merchantId: principal.merchant_id };
}

export async function runQuery(
  parts: HttpDeps,
  endpoint: QueryEndpoint,
  request: Request,
  query: Record<string, unknown>,
): Promise<unknown> {
  const read = await inTenant(
    parts.database,
    scopeOf(request.principal),
    (tx) => endpoint.run(callOf(request, tx, query)),
    { readOnly: true },
  );
  return typeof read === 'function' ? (read as () => Promise<unknown>)() : read;
}

export async function runCommandEndpoint(
  parts: HttpDeps,
  endpoint: CommandEndpoint,
  request: Request,
  body: Record<string, unknown>,
): Promise<Answer> {
  const { responseMeta, status } = endpoint;
  const presented = (result: unknown): ResponseMeta => ({ status, ...responseMeta?.(result) });
  // What the names of a body stand for may have changed since: a key that was used is answered before they are read.
  const claim = endpoint.input ? claimOf(endpoint, request, body) : undefined;
  const use = claim && (await parts.gateway.earlierUse(request.principal.organization_id, claim));
  if (use) return replay(parts, request, claim, use, endpoint.respondWith, presented);
  const { command, pathToInput, params } = await resolveInput(parts, endpoint, request, body);
  return submit(
    parts,
    endpoint,
    request,
    command,
    { ...pathToInput, ...params },
    body,
    endpoint.respondWith,
    presented,
  );
}

async function resolveInput(
  parts: HttpDeps,
  endpoint: CommandEndpoint,
  request: Request,
  body: Record<string, unknown>,
): Promise<{ command: AnyCommand; pathToInput: Record<string, unknown>; params: Record<string, unknown> }> {
  const fromPath = pathInput(endpoint.pathToInput, request.params);
  const { command, input } = endpoint;
  const schema = endpoint.body ?? (input ? undefined : bodyOf(command, endpoint.pathToInput));
  const checked = schema ? validate<Record<string, unknown>>(schema, body, { convert: false }) : body;
  if (!input) return { command, pathToInput: checked, params: fromPath };
  const mapped = await inTenant(
    parts.database,
    scopeOf(request.principal),
    async (tx) => input(callOf(request, tx, {}), checked),
    { readOnly: true },
  );
  const checkedInput = validate<Record<string, unknown>>(command.input, mapped, { convert: false });
  // Before the command that names them, and outside of the transaction: a slow store holds no connection.
  for (const file of request.kept) await parts.files.put(file);
  return { command, pathToInput: checkedInput, params: {} };
}

export async function runActions(
  parts: HttpDeps,
  endpoint: ActionsEndpoint,
  request: Request,
  body: Record<string, unknown>,
): Promise<Answer> {
  const { action, ...rest } = body;
  const entry = action === undefined && endpoint.edit ? endpoint.edit : actionEntry(endpoint, action);
  authorize(request.principal, entry.permission);
  const checked = validate<Record<string, unknown>>(bodyOf(entry.command, endpoint.pathToInput), rest, {
    convert: false,
  });
  const input = { ...checked, ...pathInput(endpoint.pathToInput, request.params) };
  return submit(parts, endpoint, request, entry.command, input, body, endpoint.respondWith, () => ({
    status: 200,
  }));
}

function actionEntry(endpoint: ActionsEndpoint, action: unknown): ActionsEndpoint['actions'][string] {
  const names = Object.keys(endpoint.actions);
  if (typeof action === 'string' && Object.hasOwn(endpoint.actions, action)) return endpoint.actions[action]!;
  const message = `action must be one of ${names.join(', ')}`;
  const code = action === undefined ? 'required' : 'not_allowed';
  throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: 'action', code, message }]);
}

const bodies = new WeakMap<AnyCommand, Map<string, Joi.AnySchema>>();

/** The command's input schema less the fields the path fills. */
export function bodyOf(command: AnyCommand, pathToInput: Record<string, string>): Joi.AnySchema {
  const filled = Object.values(pathToInput);
  if (filled.length === 0) return command.input;
  const perCommand = bodies.get(command) ?? new Map<string, Joi.AnySchema>();
  bodies.set(command, perCommand);
  const key = filled.join();
  const known = perCommand.get(key);
  if (known) return known;
  const input = command.input as unknown as Joi.ObjectSchema;
  const body = input.fork(filled, (field) => field.forbidden());
  perCommand.set(key, body);
  return body;
}

function pathInput(
  pathToInput: Record<string, string>,
  params: Record<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(pathToInput).map(([param, field]) => [field, params[param]]));
}

async function submit(
  parts: HttpDeps,
  endpoint: CommandEndpoint | ActionsEndpoint,
  request: Request,
  command: AnyCommand,
  input: unknown,
  body: unknown,
  respondWith: ((call: Call, result: any) => Promise<unknown>) | undefined,
  responseMeta: (result: unknown) => ResponseMeta,
): Promise<Answer> {
  const { ctx, principal, ip, requestId } = request;
  const actor: Actor = {
    token_id: principal.token_id,
    member_id: principal.member_id,
    name: principal.name,
    permissions: principal.permissions,
    merchant_id: principal.merchant_id,
    ip,
    request_id: requestId,
  };
  const idempotency = claimOf(endpoint, request, body);
  const submission: Submission = {
    command,
    input,
    organizationId: principal.organization_id,
    actor,
    idempotency,
  };
  const waitMs = preferredWaitMs(ctx.get('prefer'));
  const submitted = await parts.gateway.submit(submission, waitMs);

  if (submitted.kind === 'outcome') {
    if (idempotency) keep(ctx, { commandId: submitted.commandId, claim: idempotency });
    return settle(parts, request, submitted.commandId, submitted.outcome, respondWith, responseMeta);
  }
  if (submitted.kind === 'pending') return pending(endpoint, submitted.commandId);

  return replay(parts, request, idempotency!, submitted.use, respondWith, responseMeta);
}

/** The claim of a POST with an Idempotency-Key. */
function claimOf(
  { path: route }: CommandEndpoint | ActionsEndpoint,
  { ctx, principal }: Request,
  body: unknown,
): IdempotencyClaim | undefined {
  const { method, path } = ctx;
  if (method !== 'POST') return undefined;
  const scope = { principal: principal.token_id, method, route, path, body };
  return readClaim(ctx.headers['idempotency-key'], scope);
}

/** The answer of the request that used the key first. Refuses 422 another request, 409 while the first one runs. */
async function replay(
  parts: HttpDeps,
  request: Request,
  claim: IdempotencyClaim,
  use: EarlierUse,
  respondWith: ((call: Call, result: any) => Promise<unknown>) | undefined,
  responseMeta: (result: unknown) => ResponseMeta,
): Promise<Answer> {
  const { ctx, principal } = request;
  assertSameRequest(use, claim);
  ctx.set('Idempotent-Replayed', 'true');
  if (use.response) return { kind: 'replay', ...use.response };
  const waitMs = preferredWaitMs(ctx.get('prefer'));
  const outcome = await parts.gateway.wait(principal.organization_id, use.command_id, waitMs);
  if (!outcome) throw keyInUse();
  keep(ctx, { commandId: use.command_id, claim });
  // The secrets made for this request are of a command that never ran.
  for (const name of Object.keys(request.secrets)) delete request.secrets[name];
  return settle(parts, request, use.command_id, outcome, respondWith, responseMeta);
}

function keep(ctx: Context, keyed: KeyedCommand): void {
  ctx.state['keyed'] = keyed;
}

function pending({ path }: CommandEndpoint | ActionsEndpoint, commandId: string): Answer {
  const location = operationPath(surfaceOf(path), commandId);
  return {
    kind: 'data',
    status: 202,
    data: { operation_id: commandId, state: 'accepted', location },
    location,
  };
}

async function settle(
  parts: HttpDeps,
  request: Request,
  commandId: string,
  outcome: Outcome,
  respondWith: ((call: Call, result: any) => Promise<unknown>) | undefined,
  responseMeta: (result: unknown) => ResponseMeta,
): Promise<Answer> {
  request.ctx.state['commandId'] = commandId;
  if (outcome.state === 'refused') throw refusalFromOutcome(outcome);
  if (outcome.state === 'failed') throw commandFailed(commandId);
  const { result } = outcome;
  const data = respondWith
    ? await inTenant(
        parts.database,
        scopeOf(request.principal),
        (tx) => respondWith(callOf(request, tx, {}), result),
        {
          readOnly: true,
        },
      )
    : result;
  const { status = 200, meta } = responseMeta(result);
  return { kind: 'data', status, data, ...(meta ? { meta } : {}) };
}
