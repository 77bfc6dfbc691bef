/** Runs a parsed request: a query through its read; a command through the gateway, then the resource's own read. */
import type Joi from 'joi';
import { inTenant, type TenantScope, type TenantTransaction } from '../../db/database.ts';
import type { PageOf } from '../../db/page.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { IdempotencyClaim } from '../../queues/engine/accepted-command.ts';
import type { EarlierUse } from '../../queues/engine/gateway.ts';
import type { Outcome } from '../../queues/engine/waiting-room.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import { isExport, streamOf } from '../limits/asked-for.ts';
import { openRoomOf } from '../limits/quotas.ts';
import { authorize } from './authenticate.ts';
import { checkBatch, runBatch } from './batch.ts';
import {
  isFile,
  type ActionsEndpoint,
  type Call,
  type CommandEndpoint,
  type QueryEndpoint,
  type ResponseMeta,
} from './endpoint.ts';
import { commandFailed, refusalFromOutcome, toRefusal } from './errors.ts';
import { actorOf, type Answer, type Exchange } from './exchange.ts';
import { assertSameRequest, readClaim } from './idempotency.ts';
import { preferredWaitMs } from './prefer.ts';
import { sendFile } from './respond.ts';
import { openStream } from '../streams/open-stream.ts';
import { operationPath, surfaceOf } from './surface.ts';
import { validate } from './validate.ts';

/** The body as validated by the schema of its command (or of the action it names). */
export function validateBody(exchange: Exchange): void {
  const { endpoint, body } = exchange;
  if (endpoint.kind === 'command') {
    const { command, input, pathToInput } = endpoint;
    const schema = endpoint.body ?? (input ? undefined : bodyOf(command, pathToInput));
    exchange.command = command;
    // A body parsed in a thread was validated there.
    if (endpoint.takeBody) return;
    exchange.checked = schema ? validate(schema, body, { convert: false }) : body;
  } else if (endpoint.kind === 'actions') {
    const { action, ...rest } = body;
    const { command, permission } =
      action === undefined && endpoint.edit ? endpoint.edit : actionEntry(endpoint, action);
    authorize(exchange.caller, permission);
    exchange.command = command;
    exchange.checked = validate(bodyOf(command, endpoint.pathToInput), rest, { convert: false });
  } else if (endpoint.kind === 'batch') exchange.checked = checkBatch(body);
}

function actionEntry(endpoint: ActionsEndpoint, action: unknown): ActionsEndpoint['actions'][string] {
  const names = Object.keys(endpoint.actions);
  if (typeof action === 'string' && Object.hasOwn(endpoint.actions, action)) return endpoint.actions[action]!;
  const message = `action must be one of ${names.join(', ')}`;
  const code = action === undefined ? 'required' : 'not_allowed';
  throw new Refusal('VALIDATION_FAILED', `${message}.`, [{ path: 'action', code, message }]);
}

const bodies = new WeakMap<AnyCommand, Map<string, Joi.AnySchema>>();

/** The command's input schema without the fields the path fills. */
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

/**
 * The answer to a key that was already used, for commands whose body contains names to look up: what they refer to may
 * have changed since. Other commands discover their key's earlier use when they are submitted.
 */
export async function findEarlierUse(exchange: Exchange): Promise<Answer | undefined> {
  const { deps, caller, endpoint } = exchange;
  if (endpoint.kind !== 'command' || !endpoint.input) return undefined;
  const claim = claimOf(exchange);
  const use = claim && (await deps.gateway.earlierUse(caller.organization_id, claim));
  return use && replay(exchange, endpoint, claim, use);
}

/** The result; undefined if a stream or a document was sent instead. */
export async function runEndpoint(exchange: Exchange): Promise<Answer | undefined> {
  const { endpoint } = exchange;
  if (endpoint.kind === 'command') return submit(exchange, endpoint, await commandInput(exchange, endpoint));
  if (endpoint.kind === 'actions') {
    return submit(exchange, endpoint, { ...exchange.checked, ...pathInput(exchange, endpoint) });
  }
  if (endpoint.kind === 'batch') return runBatch(exchange, endpoint);
  const open = streamOf(exchange, endpoint);
  if (open) await openStream(exchange, open, (read) => inRead(exchange, read));
  if (open || endpoint.kind === 'stream') return undefined;
  const data = await runQuery(exchange, endpoint);
  if (isFile(data)) {
    sendFile(exchange.ctx, data);
    return undefined;
  }
  return endpoint.isList
    ? { kind: 'page', ...(data as PageOf<unknown>) }
    : { kind: 'data', status: 200, data };
}

async function runQuery(exchange: Exchange, endpoint: QueryEndpoint): Promise<unknown> {
  const isReport = endpoint.isReport || isExport(exchange);
  const run = (tx: TenantTransaction) => endpoint.run(callOf(exchange, tx));
  const isDocument = !isReport && endpoint.path.endsWith('/{id}');
  const read = await (isDocument ? inSharedRead(exchange, run) : inRead(exchange, run, isReport));
  return typeof read === 'function' ? (read as () => Promise<unknown>)() : read;
}

function inRead<T>(
  exchange: Exchange,
  read: (tx: TenantTransaction) => Promise<T>,
  isReport = false,
): Promise<T> {
  return inTenant(exchange.deps.database, scopeOf(exchange), read, { readOnly: true, isReport });
}

/** Of one document: short, so others of the same organization and merchant may travel with it. */
function inSharedRead<T>(exchange: Exchange, read: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return exchange.mounted.sharedReads.read(scopeOf(exchange), read);
}

function scopeOf({ caller }: Exchange): TenantScope {
  return { organizationId: caller.organization_id, merchantId: caller.merchant_id };
}

const nothingSent: ReadonlyMap<string, Buffer> = new Map();

function callOf(exchange: Exchange, tx: TenantTransaction): Call {
  const { deps, caller, params, query, ctx, secrets, kept, taken } = exchange;
  return {
    readLater: (run) => inRead(exchange, run, isExport(exchange)),
    secrets,
    sent: taken?.files ?? nothingSent,
    kept,
    files: deps.files,
    seal: deps.seal,
    isPrivateAllowed: deps.isPrivateAllowed,
    tx,
    principal: caller,
    params,
    query,
    organizationId: caller.organization_id,
    acceptedTypes: (ctx.get('accept') || '*/*').split(',').map((type) => type.split(';')[0]!.trim()),
  };
}

async function commandInput(exchange: Exchange, endpoint: CommandEndpoint): Promise<unknown> {
  const { input, command } = endpoint;
  if (!input) return { ...exchange.checked, ...pathInput(exchange, endpoint) };
  const mapped = await inRead(exchange, async (tx) => input(callOf(exchange, tx), exchange.checked));
  const checked = validate(command.input, mapped, { convert: false });
  // Before the command that names them, and outside the transaction: a slow store holds no connection.
  for (const file of exchange.kept) await exchange.deps.files.put(file);
  return checked;
}

function pathInput(
  { params }: Exchange,
  { pathToInput }: CommandEndpoint | ActionsEndpoint,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(pathToInput).map(([param, field]) => [field, params[param]]));
}

type Write = CommandEndpoint | ActionsEndpoint;

async function submit(exchange: Exchange, endpoint: Write, input: unknown): Promise<Answer> {
  const { deps, ctx, caller, command } = exchange;
  const idempotency = claimOf(exchange);
  const submitted = await deps.gateway.submit(
    {
      command: command!,
      input,
      organizationId: caller.organization_id,
      actor: actorOf(exchange),
      idempotency,
      lines: exchange.taken?.lines,
      ...openRoomOf(caller),
    },
    preferredWaitMs(ctx.get('prefer')),
  );
  if (submitted.kind === 'pending') return pending(endpoint, submitted.commandId);
  if (submitted.kind !== 'outcome') return replay(exchange, endpoint, idempotency!, submitted.use);
  const { commandId, outcome } = submitted;
  if (idempotency) exchange.keyed = { commandId, claim: idempotency };
  return settle(exchange, endpoint, commandId, outcome);
}

/** The claim of a write with an Idempotency-Key. */
function claimOf({ ctx, caller, endpoint, body }: Exchange): IdempotencyClaim | undefined {
  const { method, path } = ctx;
  const scope = { principal: caller.token_id, method, route: endpoint.path, path, body };
  return readClaim(ctx.headers['idempotency-key'], scope);
}

/**
 * The answer of the request that used the key first; while that one is running, its operation. Refuses a different
 * request with 422.
 */
async function replay(
  exchange: Exchange,
  endpoint: Write,
  claim: IdempotencyClaim,
  use: EarlierUse,
): Promise<Answer> {
  const { ctx, deps, caller, secrets } = exchange;
  assertSameRequest(use, claim);
  ctx.set('Idempotent-Replayed', 'true');
  if (use.response) return { kind: 'replay', ...use.response };
  const waitMs = preferredWaitMs(ctx.get('prefer'));
  const followed = await deps.gateway.follow(caller.organization_id, use.command_id, waitMs);
  // The secrets created for this request belong to a command that never ran.
  for (const name of Object.keys(secrets)) delete secrets[name];
  if (followed.kind === 'pending') return pending(endpoint, use.command_id);
  exchange.keyed = { commandId: use.command_id, claim };
  return settle(exchange, endpoint, use.command_id, followed.outcome);
}

function pending({ path }: Write, commandId: string): Answer {
  const location = operationPath(surfaceOf(path), commandId);
  return {
    kind: 'data',
    status: 202,
    data: { operation_id: commandId, state: 'accepted', location },
    location,
  };
}

async function settle(
  exchange: Exchange,
  endpoint: Write,
  commandId: string,
  outcome: Outcome,
): Promise<Answer> {
  exchange.commandId = commandId;
  if (outcome.state === 'refused') throw refusalFromOutcome(outcome);
  if (outcome.state === 'failed') throw commandFailed(commandId);
  const { result } = outcome;
  const data = await answerOf(exchange, endpoint, result).catch(unlessAway);
  if (data === unread) {
    exchange.keyed = undefined;
    return pending(endpoint, commandId);
  }
  const { status, meta } = metaOf(endpoint, result);
  return { kind: 'data', status, data, ...(meta ? { meta } : {}) };
}

const unread = Symbol('done, and cannot be read back just now');

// A 503 would tell the caller to send again what is committed; where the operation stands can be asked for later.
function unlessAway(fault: unknown): typeof unread {
  if (toRefusal(fault).code !== 'UNAVAILABLE') throw fault;
  return unread;
}

async function answerOf(exchange: Exchange, endpoint: Write, result: unknown): Promise<unknown> {
  const { respondWith } = endpoint;
  if (respondWith) return inSharedRead(exchange, (tx) => respondWith(callOf(exchange, tx), result));
  return endpoint.kind === 'command' && endpoint.showResult ? endpoint.showResult(result) : result;
}

function metaOf(endpoint: Write, result: unknown): ResponseMeta & { status: number } {
  if (endpoint.kind === 'actions') return { status: 200 };
  return { status: endpoint.status, ...endpoint.responseMeta?.(result) };
}
