/**
 * What a Postgres error means, by SQLSTATE: the one table that keeps a missed check from becoming a 500. Retry: the
 * same transaction may succeed when run again at once. Away: the database cannot be reached now, or has no room left to
 * write, or the organization is not here (503 or 421; retried later).
 * Timed out: the database is there, but one of our own limits ended the statement, its wait for a lock, or an idle
 * transaction (503 for a request; a command that keeps timing out is set aside as after any other fault).
 */
import { OrganizationAway } from '../domain/tenancy/organization-away.ts';
import { invalid, Refusal, unknownReference, type RefusalCode } from '../domain/refusal.ts';
import { brokenRules } from './check-refusals.ts';
import { clashes, type Clash } from './unique-refusals.ts';

export type SqlVerdict =
  | { kind: 'refuse'; refusal: Refusal }
  | { kind: 'retry' }
  | { kind: 'away'; isFull?: boolean; organization?: OrganizationAway }
  | { kind: 'timed_out' }
  | { kind: 'fault' };

interface SqlError extends Error {
  code: string;
  constraint?: string;
  table?: string;
  detail?: string;
  hint?: string;
  column?: string;
}

const retryStates = new Set(['40001', '40P01']);
// 25006: a standby not promoted yet, or a former primary.
const awayStates = new Set(['57P01', '57P02', '57P03', '53300', '53400', '25006']);
const diskFull = '53100';
// Raised by `refuse_away` (0105_places.ts).
const organizationAway = 'WP003';
const timedOutStates = new Set(['57014', '55P03', '25P03', '25P04']);
const awayErrnos = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const awayMessages =
  /Connection terminated|Connection ended|not queryable|timeout exceeded when trying to connect|Timeout acquiring a connection|Unable to acquire a connection|the database system is/i;

const badValueStates: Record<string, string> = {
  '22001': 'A text is longer than its field allows.',
  '22003': 'A number is outside the range its field allows.',
  '22007': 'A date or time is not one of the calendar.',
  '22008': 'A date or time is outside the range its field allows.',
  '22009': 'A time zone offset is outside the range its field allows.',
  '22021': 'A text contains characters that cannot be stored.',
  '22P02': 'A value has the wrong form for its field.',
  '22P05': 'A text contains characters that cannot be stored.',
  '23514': 'A value breaks a rule of its record.',
};

// A value missing from a column (23502) is not among these: validation knows which fields a request must have, so what is
// missing there is ours to give, or the schema is another version's.

// Constraints that back up a check in the code: a caller that loses the race past the check gets the same refusal.
export const constraintRefusals: Record<string, [RefusalCode, string]> = {
  balance_never_negative: ['INSUFFICIENT_STOCK', 'There is not enough stock for this.'],
  number_shown_exactly: [
    'NUMBER_NOT_EXACT',
    'A quantity or an amount would get more digits than JSON carries exactly.',
  ],
};

const ownClash: Clash = {
  code: 'DUPLICATE',
  sentence:
    'Another operation wrote the same record at this moment; look at it, and try again if it is still needed.',
  fields: [],
};

function isSqlError(fault: unknown): fault is SqlError {
  return fault instanceof Error && typeof (fault as { code?: unknown }).code === 'string';
}

/** What went wrong, for the caller, without the SQL statement that the query builder puts in front. */
export function faultWords(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return isSqlError(fault) ? fault.message.split(' - ').at(-1)! : fault.message;
}

const outlivedPlans: Record<string, RegExp> = {
  '0A000': /cached plan must not change/,
  // A function returning whole rows had its table altered while it waited for it.
  '42804': /structure of query does not match/,
};

/**
 * Whether a statement was planned before its table got another column, that is, the next version's migration ran under
 * this process. Running it again plans it anew, except for a prepared statement, whose session keeps reporting the
 * error (db/driver/prepared-client.ts).
 */
export function isPlanOutlived(fault: unknown): boolean {
  return isSqlError(fault) && (outlivedPlans[fault.code]?.test(fault.message) ?? false);
}

/** Constraint names say what they guard (`warehouses_code_once`, `receipts_vendor_fk`), so they can be shown. */
function constraintWords(constraint: string | undefined): string {
  return (constraint ?? 'a rule').replaceAll('_', ' ');
}

/** The field of the request behind a foreign key, whose name is that of its table and field. */
function referringField(table: string | undefined, constraint: string | undefined): string | undefined {
  const [prefix, suffix] = [`${table}_`, '_fk'];
  if (!table || !constraint?.startsWith(prefix) || !constraint.endsWith(`_id${suffix}`)) return undefined;
  return constraint.slice(prefix.length, -suffix.length);
}

function clashing({ constraint }: SqlError): Refusal {
  const { code, sentence, fields } = clashes[constraint ?? ''] ?? ownClash;
  return new Refusal(code, sentence, { fields, constraint });
}

/** Currencies are those of the standard: no organization has its own. */
const currencyReference = /(?:^|_)((?:base_)?currency)_fk$/;

const nounOfReference = (field: string): string => field.slice(0, -'_id'.length).replaceAll('_', ' ');

function referring({ constraint, table, detail }: SqlError): Refusal {
  if (/still referenced/.test(detail ?? ''))
    return new Refusal('IN_USE', `It is still in use (${constraintWords(constraint)}).`, { constraint });
  const field = referringField(table, constraint);
  if (field !== undefined) return unknownReference(field, nounOfReference(field));
  const currency = currencyReference.exec(constraint ?? '')?.[1];
  if (currency) return invalid(currency, 'unknown', `${currency} is not a currency of ISO 4217`);
  const message = `A reference names nothing of this organization (${constraintWords(constraint)}).`;
  return new Refusal('UNKNOWN_REFERENCE', message, { constraint });
}

export function judgeSqlError(fault: unknown): SqlVerdict {
  if (isSqlError(fault) && timedOutStates.has(fault.code)) return { kind: 'timed_out' };
  if (fault instanceof Error && awayMessages.test(fault.message)) return { kind: 'away' };
  if (!isSqlError(fault)) return { kind: 'fault' };
  const { code, constraint } = fault;
  if (retryStates.has(code) || isPlanOutlived(fault)) return { kind: 'retry' };
  if (code === organizationAway)
    return { kind: 'away', organization: new OrganizationAway(fault.detail!, fault.hint || null) };
  if (code === diskFull) return { kind: 'away', isFull: true };
  if (code.startsWith('08') || awayStates.has(code) || awayErrnos.has(code)) return { kind: 'away' };
  const known = constraint === undefined ? undefined : constraintRefusals[constraint];
  if (known) return { kind: 'refuse', refusal: new Refusal(...known) };
  if (code === '23505' || code === '23P01') {
    return { kind: 'refuse', refusal: clashing(fault) };
  }
  if (code === '23503') {
    return { kind: 'refuse', refusal: referring(fault) };
  }
  // 42501: a row policy refused the row, so it belongs to another merchant or organization.
  if (code === '42501' && /row-level security/.test(fault.message)) {
    return { kind: 'refuse', refusal: new Refusal('FORBIDDEN', 'This token may not write that record.') };
  }
  const rule = brokenRules[constraint ?? ''];
  const sentence = rule?.sentence ?? badValueStates[code];
  if (sentence) {
    const refusal = new Refusal('VALIDATION_FAILED', sentence, [
      { path: rule?.path ?? '', code: 'value', message: sentence },
    ]);
    return { kind: 'refuse', refusal };
  }
  return { kind: 'fault' };
}

/** The refusal that a fault is or stands for; undefined when it really is a fault. */
export function asRefusal(fault: unknown): Refusal | undefined {
  if (fault instanceof Refusal) return fault;
  const verdict = judgeSqlError(fault);
  return verdict.kind === 'refuse' ? verdict.refusal : undefined;
}

/**
 * Statements of one transaction that were sent at once. If some fail, none is under way any more when it is told which:
 * the first in the list that is refused, else the first that did not fail because of another, in whatever order the
 * answers are heard.
 */
export async function together<const T extends readonly unknown[]>(
  sent: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(sent);
  const faults = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (faults.length > 0)
    throw faults.find(asRefusal) ?? faults.find((fault) => !isAborted(fault)) ?? faults[0];
  return Promise.all(sent);
}

/** Whether a statement failed because one before it in its transaction had. */
function isAborted(fault: unknown): boolean {
  return isSqlError(fault) && fault.code === '25P02';
}

/**
 * Does work across organizations: what is refused, and one that is away, is told as a refusal. A worker leaves it a fault,
 * so that the command stays accepted and is carried out where its organization is.
 */
export async function tellingRefusals<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (fault) {
    const verdict = judgeSqlError(fault);
    if (verdict.kind === 'refuse') throw verdict.refusal;
    throw verdict.kind === 'away' && verdict.organization ? verdict.organization : fault;
  }
}

/** The statement was ended by its time limit. */
export function isOverTime(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === '57014';
}

/** A value does not fit its type. */
export function isDataException(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && String(fault.code).startsWith('22');
}
