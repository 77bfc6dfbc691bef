/**
 * Many instances of one command in one request. Each item is a command of its own, exactly as if it had been sent
 * alone: validated, submitted, done or refused by itself, and answered in its place. The lanes group what arrives
 * together (`queues/engine/lanes.ts`), so the batch has no transaction of its own and makes no all-or-nothing promise.
 */
import Joi from 'joi';
import { Refusal } from '../../../domain/refusal.ts';
import { statusOf } from '../../../domain/refusals.ts';
import type { IdempotencyClaim } from '../../../queues/engine/accepted-command.ts';
import type { Command } from '../../../queues/engine/define-command.ts';
import type { Submitted } from '../../../queues/engine/gateway.ts';
import * as s from '../../../queues/schema.ts';
import type { Outcome } from '../../../queues/engine/waiting-room.ts';
import type { BatchEndpoint, Described } from '../endpoint.ts';
import { commandFailed, refusalFromOutcome, toRefusal } from '../errors.ts';
import { actorOf, type Answer, type Exchange } from '../exchange.ts';
import { assertSameRequest, keyPattern, keyReused } from '../idempotency.ts';
import { openRoomOf } from '../../limits/quotas.ts';
import { preferredWaitMs } from '../prefer.ts';
import { operationPath, surfaceOf } from '../surface.ts';
import { validate } from '../validate.ts';
import { claimOfItem, claimsOfBatch, type BatchClaims, type BatchScope } from './batch-claims.ts';

export const batchItemsMax = 500;
// Enough for five hundred orders of a few lines each.
const bodyBytesMax = 4 * 1024 * 1024;

const idempotencyKey = () =>
  s.custom<string>(
    Joi.string()
      .max(255)
      .pattern(keyPattern, 'key')
      .messages({ 'string.pattern.name': '{{#label}} must be 1 to 255 printable ASCII characters' }),
  );

const description =
  'Each item is done or refused by itself and answered in its place, with the status it would have had alone; the items are not one transaction and run in no particular order. ' +
  "An item's idempotency_key, or the request's Idempotency-Key for all items without one, makes it safe to send again. " +
  'An item that is not finished when the wait ends answers 202 with an operation to follow.';

/** A POST of up to 500 instances of a command; the body is `{items}`, each item the command's input. */
export function batch<I, R>(
  definition: Omit<Described, 'params'> & { command: Command<string, I, R>; itemStatus?: number },
): BatchEndpoint {
  const { command } = definition;
  const key = s.optional(
    s.described(idempotencyKey(), 'Makes this item safe to send again, on this path, in any batch.'),
  );
  const item = s.custom<any>(command.input.append({ idempotency_key: key }));
  return {
    kind: 'batch',
    method: 'POST',
    itemStatus: 200,
    bodyBytesMax,
    item,
    body: s.object({ items: s.list(item, { min: 1, max: batchItemsMax }) }),
    returns: batchView(command.result),
    ...definition,
    description: [definition.description, description].filter(Boolean).join(' '),
  };
}

const count = () => s.integer({ min: 0, max: batchItemsMax });

function batchView<R>(result: Joi.AnySchema & s.Field<R>) {
  return s.object({
    succeeded: count(),
    failed: s.described(count(), 'Refused, or failed on our side.'),
    pending: s.described(count(), 'Accepted and not finished when the wait ended.'),
    items: s.described(
      s.listOf(
        s.object({
          index: s.described(count(), 'Its place in the request, from 0.'),
          status: s.described(s.integer({ min: 200, max: 599 }), 'What the item alone would have answered.'),
          operation_id: s.optional(s.described(s.uuid(), 'None if the item never became an operation.')),
          state: s.optional(s.choice('accepted')),
          location: s.optional(s.described(s.text(), 'Where to follow an item that is not finished.')),
          is_replayed: s.optional(
            s.described(
              s.custom<boolean>(Joi.boolean()),
              'True if its key had already been used: this is the first answer.',
            ),
          ),
          result: s.optional(result),
          error: s.optional(
            s.object({ code: s.text(), message: s.freeText(10_000), details: s.optional(s.anything()) }),
          ),
        }),
      ),
      'In the order sent.',
    ),
  });
}

// Items are validated one by one: an invalid one must not cost the others their answer.
const envelope = s.object({
  items: s.list(s.custom<Record<string, unknown>>(Joi.object()), { min: 1, max: batchItemsMax }),
});

/** Refuses with 400 VALIDATION_FAILED a body that is not a batch at all. */
export function checkBatch(body: unknown): Record<string, unknown> {
  return validate(envelope, body, { convert: false });
}

interface Answered {
  status: number;
  [field: string]: unknown;
}

interface ItemAnswer extends Answered {
  index: number;
}

export async function runBatch(exchange: Exchange, endpoint: BatchEndpoint): Promise<Answer> {
  const items = exchange.checked['items'] as Record<string, unknown>[];
  const { caller, deps, mounted } = exchange;
  mounted.quotas.countItems(caller, items.length);
  const { openMax, openShare } = openRoomOf(caller);
  await deps.gateway.assertRoom(caller.organization_id, openMax, openShare);
  const claims = await claimBatch(exchange, endpoint);
  const answers = await Promise.all(
    items.map((item, index) => answerItem(exchange, endpoint, item, index, claims)),
  );
  const of = (matches: (status: number) => boolean): number =>
    answers.filter(({ status }) => matches(status)).length;
  const data = {
    succeeded: of((status) => status < 300 && status !== 202),
    failed: of((status) => status >= 300),
    pending: of((status) => status === 202),
    items: answers,
  };
  return { kind: 'data', status: 200, data };
}

async function answerItem(
  exchange: Exchange,
  endpoint: BatchEndpoint,
  item: Record<string, unknown>,
  index: number,
  claims: BatchClaims | undefined,
): Promise<ItemAnswer> {
  try {
    return { index, ...(await submitItem(exchange, endpoint, item, claims?.ofPlace(index))) };
  } catch (thrown) {
    const refusal = toRefusal(thrown);
    if (statusOf(refusal) >= 500) {
      const { deps, requestId } = exchange;
      deps.log.error({ err: thrown, request_id: requestId, index }, refusal.message);
    }
    return { index, ...refused(refusal) };
  }
}

async function submitItem(
  exchange: Exchange,
  endpoint: BatchEndpoint,
  item: Record<string, unknown>,
  claimOfPlace: IdempotencyClaim | undefined,
): Promise<Answered> {
  const { deps, ctx, caller } = exchange;
  const { idempotency_key: key, ...input } = validate<Record<string, unknown>>(endpoint.item, item, {
    convert: false,
  });
  const idempotency =
    key === undefined ? claimOfPlace : claimOfItem(key as string, scopeOf(exchange, endpoint), input);
  const waitMs = preferredWaitMs(ctx.get('prefer'));
  const submitted = await deps.gateway.submit(
    {
      command: endpoint.command,
      input,
      organizationId: caller.organization_id,
      actor: actorOf(exchange),
      idempotency,
      ...openRoomOf(caller),
    },
    waitMs,
  );
  if (submitted.kind === 'earlier') return replayed(exchange, endpoint, idempotency!, submitted.use, waitMs);
  if (submitted.kind === 'pending') return pending(endpoint, submitted.commandId);
  return settled(endpoint, submitted.commandId, submitted.outcome);
}

/** The answer of the item that used the key first; while that one is running, its operation. Refuses a different item with 422. */
async function replayed(
  { deps, caller }: Exchange,
  endpoint: BatchEndpoint,
  claim: IdempotencyClaim,
  use: Extract<Submitted, { kind: 'earlier' }>['use'],
  waitMs: number,
): Promise<Answered> {
  assertSameRequest(use, claim);
  const followed = await deps.gateway.follow(caller.organization_id, use.command_id, waitMs);
  const answer =
    followed.kind === 'pending'
      ? pending(endpoint, use.command_id)
      : settled(endpoint, use.command_id, followed.outcome);
  return { ...answer, is_replayed: true };
}

function pending({ path }: BatchEndpoint, commandId: string): Answered {
  return {
    status: 202,
    operation_id: commandId,
    state: 'accepted',
    location: operationPath(surfaceOf(path), commandId),
  };
}

function settled({ itemStatus }: BatchEndpoint, commandId: string, outcome: Outcome): Answered {
  if (outcome.state === 'done')
    return { status: itemStatus, operation_id: commandId, result: outcome.result };
  const refusal = outcome.state === 'refused' ? refusalFromOutcome(outcome) : commandFailed(commandId);
  return { ...refused(refusal), operation_id: commandId };
}

function refused(refusal: Refusal): Answered {
  const { code, message, details } = refusal;
  return {
    status: statusOf(refusal),
    error: { code, message, ...(details === undefined ? {} : { details }) },
  };
}

function scopeOf({ caller }: Exchange, { method, path }: BatchEndpoint): BatchScope {
  return { principal: caller.token_id, method, path };
}

/**
 * Claims the request's key, if it has one, before any item. Refuses with 422 IDEMPOTENCY_KEY_REUSED a batch whose key was
 * used by a different one: it would otherwise run the items that the other did not have.
 */
async function claimBatch(exchange: Exchange, endpoint: BatchEndpoint): Promise<BatchClaims | undefined> {
  const { ctx, deps, caller, body } = exchange;
  const scope = { ...scopeOf(exchange, endpoint), body };
  const claims = claimsOfBatch(ctx.headers['idempotency-key'], scope);
  if (claims && !(await deps.gateway.claimKey(caller.organization_id, claims.whole))) throw keyReused();
  return claims;
}
