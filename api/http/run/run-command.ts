/** Runs a command: its input through the gateway, and the outcome answered with the resource's own read. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IdempotencyClaim } from '../../../queues/engine/accepted-command.ts';
import type { EarlierUse } from '../../../queues/engine/gateway.ts';
import type { Outcome } from '../../../queues/engine/waiting-room.ts';
import type { ActionsEndpoint, CommandEndpoint, ResponseMeta } from '../endpoint.ts';
import { commandFailed, refusalFromOutcome, toRefusal } from '../errors.ts';
import { openRoomOf } from '../../limits/quotas.ts';
import { actorOf, type Answer, type Exchange } from '../exchange.ts';
import { assertSameRequest, readClaim } from '../idempotency.ts';
import { preferredWaitMs } from '../prefer.ts';
import { callOf, inRead, inSharedRead } from './read-for-request.ts';
import { operationPath, surfaceOf } from '../surface.ts';
import { validate } from '../validate.ts';

type Write = CommandEndpoint | ActionsEndpoint;

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

/** Runs a command, whether it has an endpoint of its own or is one of the actions of a PATCH. */
export async function runCommand(exchange: Exchange, endpoint: Write): Promise<Answer> {
  const input =
    endpoint.kind === 'command'
      ? await commandInput(exchange, endpoint)
      : { ...exchange.checked, ...pathInput(exchange, endpoint) };
  return submit(exchange, endpoint, input);
}

async function commandInput(exchange: Exchange, endpoint: CommandEndpoint): Promise<unknown> {
  const { input, command } = endpoint;
  if (!input) return { ...exchange.checked, ...pathInput(exchange, endpoint) };
  const mapped = await inRead(exchange, async (tx) => input(callOf(exchange, tx), exchange.checked));
  const checked = validate(command.input, mapped, { convert: false });
  // Before the command that names them, and outside the transaction: a slow store holds no connection.
  if (exchange.kept.length > 0) await exchange.deps.keep(exchange.caller.organization_id, exchange.kept);
  return checked;
}

function pathInput({ params }: Exchange, { pathToInput }: Write): Record<string, unknown> {
  return Object.fromEntries(Object.entries(pathToInput).map(([param, field]) => [field, params[param]]));
}

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
  const data = await settledAnswerOf(exchange, endpoint, result).catch(unlessAway);
  if (data === unread) {
    exchange.keyed = undefined;
    return pending(endpoint, commandId);
  }
  if (endpoint.kind === 'command' && endpoint.isSettled && !endpoint.isSettled(data)) {
    exchange.keyed = undefined;
    return { kind: 'data', status: 202, data };
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

// Soon at first, since most of it takes a moment.
const lookDelaysMs = [60, 90, 120, 180, 250, 400];

/** The answer, read again until what goes on outside is settled or the caller waits no longer. */
async function settledAnswerOf(exchange: Exchange, endpoint: Write, result: unknown): Promise<unknown> {
  const endsAt = performance.now() + preferredWaitMs(exchange.ctx.get('prefer'));
  for (let looks = 0; ; looks += 1) {
    const data = await answerOf(exchange, endpoint, result);
    if (endpoint.kind !== 'command' || !endpoint.isSettled || endpoint.isSettled(data)) return data;
    const restMs = Math.min(
      lookDelaysMs[Math.min(looks, lookDelaysMs.length - 1)]!,
      endsAt - performance.now(),
    );
    if (restMs <= 0) return data;
    await pause(restMs);
  }
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
