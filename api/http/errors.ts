/**
 * All errors leave through this file: the tenant and v1 envelopes, RFC 9457 on request, and the headers each status
 * carries.
 */
import type { Context } from 'koa';
import { judgeSqlError } from '../../db/sql-errors.ts';
import type { CommandRow } from '../../db/engine/commands.read.ts';
import { Refusal, type RefusalCode, type RefusalDetails } from '../../domain/refusal.ts';
import { refusalStatus, statusOf } from '../../domain/refusals.ts';

export interface ErrorBody {
  code: string;
  message: string;
  details?: RefusalDetails;
  request_id: string;
}

/**
 * What a client is told about anything thrown: refusals as they are, an unreachable database as 503, everything else as
 * one plain 500.
 */
export function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const verdict = judgeSqlError(thrown);
  if (verdict.kind === 'refuse') return verdict.refusal;
  if (verdict.kind === 'away' && verdict.organization) return verdict.organization;
  if (verdict.kind === 'away' && verdict.isFull) {
    return new Refusal('UNAVAILABLE', 'The service has no room left to store anything; try again later.');
  }
  if (verdict.kind === 'away' || verdict.kind === 'retry') {
    return new Refusal('UNAVAILABLE', 'The service cannot reach its database just now; try again shortly.');
  }
  if (verdict.kind === 'timed_out') {
    return new Refusal(
      'UNAVAILABLE',
      'This took too long, or waited too long for another operation; try again shortly.',
    );
  }
  return new Refusal(
    'INTERNAL',
    'Something went wrong on our side. The request id leads to the reason in the log.',
  );
}

const tracesEveryMs = 10_000;
let tracedAt = -tracesEveryMs;

/** What the log has of a fault: while the database is away, now and then where it was noticed, and else what it says. */
export function loggedFault(thrown: unknown): { err: unknown } | { reason: string } {
  if (judgeSqlError(thrown).kind !== 'away') return { err: thrown };
  if (performance.now() - tracedAt < tracesEveryMs) return { reason: String(thrown) };
  tracedAt = performance.now();
  return { err: thrown };
}

const goneCodes = new Set<unknown>(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether the client ended its request early or sent something that is not HTTP. */
export function isClientAbort(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | null)?.code;
  // HPE: the parser stopped in the middle of the body. Its error carries the raw bytes, tokens included, so it is never
  // logged.
  const isUnparsable = typeof code === 'string' && code.startsWith('HPE_');
  return isUnparsable || goneCodes.has(code);
}

/** Restores a stored refusal (another process' outcome) as the refusal it was. */
export function refusalFromOutcome(outcome: { code: string; message: string; details?: unknown }): Refusal {
  const code = (outcome.code in refusalStatus ? outcome.code : 'INTERNAL') as RefusalCode;
  return new Refusal(code, outcome.message, outcome.details as RefusalDetails | undefined);
}

/**
 * What a caller is told about a command that failed for good: the reason is in the log and on the queue dashboard, for
 * ops.
 */
export function commandFailed(operationId: string): Refusal {
  return new Refusal(
    'COMMAND_FAILED',
    'The operation failed on our side and was set aside for our operators.',
    { operation_id: operationId },
  );
}

/** Why an operation did not succeed, as far as its caller may know; undefined if it has succeeded or still may. */
export function operationError({ id, state, outcome }: CommandRow): Record<string, unknown> | undefined {
  if (state === 'failed') {
    const { code, message, details } = commandFailed(id);
    return { code, message, details };
  }
  if (state !== 'refused') return undefined;
  const { state: _state, ...refusal } = outcome!;
  return refusal;
}

const retryAfterSeconds: Partial<Record<RefusalCode, number>> = {
  UNAVAILABLE: 1,
  ORGANIZATION_MOVING: 1,
  RATE_LIMITED: 1,
};

/** Says when to try again, where that helps. */
export function setRetryAfter(ctx: Context, { code, details }: Refusal): void {
  const retryAfter =
    (details as { retry_after?: number } | undefined)?.retry_after ?? retryAfterSeconds[code];
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
}

/** Writes a refusal to the response in the format the client asked for. */
export function writeError(
  ctx: Context,
  refusal: Refusal,
  surface: 'tenant' | 'v1',
  requestId: string,
): void {
  const { code, message, details } = refusal;
  const status = statusOf(refusal);
  ctx.status = status;
  setRetryAfter(ctx, refusal);
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  const error: ErrorBody = {
    code,
    message,
    ...(details === undefined ? {} : { details }),
    request_id: requestId,
  };
  if (ctx.request.get('accept').includes('application/problem+json')) {
    ctx.type = 'application/problem+json';
    ctx.body = JSON.stringify({
      type: `/docs/errors#${code}`,
      title: code,
      status,
      detail: message,
      ...error,
    });
    return;
  }
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(surface === 'tenant' ? { ok: false, error } : { error });
}
