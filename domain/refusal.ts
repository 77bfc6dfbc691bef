/**
 * A broken rule as a value: its code, a sentence a person can act on, and the facts. Each noun adds its codes
 * (`domain/<noun>/refusals.ts`), so that a code missing from every table does not compile and no noun has to know the
 * others. `domain/refusals.ts` joins them with their statuses.
 */
export interface RefusalCodes {}

export type RefusalCode = { [N in keyof RefusalCodes]: keyof RefusalCodes[N] }[keyof RefusalCodes];

/** The facts of a refusal, sent to the client as `details`: an object of values, or a list of validation problems. */
export type RefusalDetails = Record<string, unknown> | readonly ValidationProblem[];

/**
 * One thing wrong with a request: `path` is dotted from the root of the body, `code` is stable, `message` is a
 * sentence.
 */
export interface ValidationProblem {
  path: string;
  code: string;
  message: string;
}

/**
 * A broken business rule. It is a result, not a fault: the transaction rolls back, the outcome is `refused`, the job
 * completes and nothing is retried.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails | undefined;

  constructor(code: RefusalCode, message: string, details?: RefusalDetails) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

/** What a stricter setting would refuse, for the answer to what was done all the same. */
export interface Warning {
  code: RefusalCode;
  message: string;
  details: Record<string, unknown>;
}

export const warningOf = ({ code, message, details }: Refusal): Warning => ({
  code,
  message,
  details: details as Record<string, unknown>,
});

/** A single validation problem as a refusal: 400 VALIDATION_FAILED with the field named. */
export function invalid(path: string, code: string, message: string): Refusal {
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return new Refusal('VALIDATION_FAILED', sentence, [{ path, code, message }]);
}

/**
 * 404. Another tenant's id gets exactly the same answer as a random one, so the sentence names only the kind of record.
 */
export function notFound(what: string): Refusal {
  return new Refusal('NOT_FOUND', `There is no such ${what}.`);
}

/** 400 UNKNOWN_REFERENCE: an id in the request does not belong to the organization. */
export function unknownReference(path: string, what: string): Refusal {
  return new Refusal('UNKNOWN_REFERENCE', `${path} names no ${what} of this organization.`, { path });
}

/** Refuses 400 UNKNOWN_REFERENCE with the place of the first of these ids that is not among the records found. */
export function assertAllFound(
  path: string,
  ids: readonly string[],
  found: readonly string[],
  what: string,
): void {
  const known = new Set(found);
  const missing = ids.findIndex((id) => !known.has(id.toLowerCase()));
  if (missing >= 0) throw unknownReference(`${path}.${missing}`, what);
}

/** Runs a step over one element of an array: the field that its refusal names is that of the element. */
export async function within<T>(place: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (fault) {
    if (!(fault instanceof Refusal) || !fault.details) throw fault;
    const { details } = fault;
    const path = (isProblems(details) ? details[0] : details)?.path;
    // A sentence that begins with the field begins with its place.
    const placed = (words: string): string =>
      typeof path === 'string' && words.startsWith(path) ? `${place}.${words}` : words;
    const at = <P extends { path?: unknown; message?: unknown }>(told: P): P => ({
      ...told,
      ...(typeof told.path === 'string' ? { path: `${place}.${told.path}` } : {}),
      ...(typeof told.message === 'string' ? { message: placed(told.message) } : {}),
    });
    throw new Refusal(fault.code, placed(fault.message), isProblems(details) ? details.map(at) : at(details));
  }
}

function isProblems(details: RefusalDetails): details is readonly ValidationProblem[] {
  return Array.isArray(details);
}

/**
 * Runs one step of a group and returns its result, or the refusal it threw so that the rest of the group can go on. A
 * fault is thrown as usual.
 */
export function refusalOr<T>(step: () => T): T | Refusal {
  try {
    return step();
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** The asynchronous form of `refusalOr`. */
export async function refusalOrLater<T>(step: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await step();
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** Whether this is a result rather than a refusal. */
export function isGood<T>(one: T | Refusal): one is T {
  return !(one instanceof Refusal);
}

/** The result, or its refusal thrown: for whoever cannot go on without it. */
export function orThrow<T>(one: T | Refusal): T {
  if (one instanceof Refusal) throw one;
  return one;
}
