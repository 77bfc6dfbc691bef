/** What a call can end with other than its answer. */
import type { components } from './description.ts';

type RefusalFacts = components['schemas']['RefusalFacts'];

/** The platform's stable codes, and one for an answer that did not come from the platform (a proxy's page). */
export type ErrorCode = RefusalFacts['code'] | 'UNREADABLE_ANSWER';

type ErrorFacts = Pick<PlatformError, 'code' | 'message'> & Partial<Omit<RefusalFacts, 'code' | 'message'>>;

/** A refusal: its code is stable, its message is a sentence that says what to do, its details hold the facts. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: unknown;
  /** The id under which the platform's log has the request. */
  readonly requestId: string | undefined;

  constructor(status: number, facts: ErrorFacts) {
    super(facts.message);
    this.status = status;
    this.code = facts.code;
    this.details = facts.details;
    this.requestId = facts.request_id;
  }
}

/** The write was accepted but is not finished: it will be carried out, and its operation can be followed. */
export class OperationPending extends Error {
  override readonly name = 'OperationPending';
  readonly operationId: string;

  constructor(operationId: string) {
    super(`Operation ${operationId} was accepted but is not finished yet; query it by its id.`);
    this.operationId = operationId;
  }
}

/** The error in an answer of either surface: `{ok: false, error}` of the tenant API, `{error}` of v1. */
export function errorOf(status: number, body: unknown): PlatformError {
  const facts = (body as { error?: Partial<RefusalFacts> } | undefined)?.error;
  const { code, message } = facts ?? {};
  if (code !== undefined && message !== undefined)
    return new PlatformError(status, { ...facts, code, message });
  const text = `The answer ${status} did not come from the platform; is there a proxy in between?`;
  return new PlatformError(status, { code: 'UNREADABLE_ANSWER', message: text, details: body });
}
