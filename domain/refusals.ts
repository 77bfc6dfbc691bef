/**
 * Every code a caller can be refused with, and the HTTP status it travels under. One registry feeds the tenant
 * envelope, RFC 9457 problem documents and the OpenAPI description. A noun keeps its own table in its own folder;
 * this file joins them, so a code that no table names does not compile.
 */
import { billingRefusals } from './billing/refusals.ts';
import { countingRefusals } from './counting/refusals.ts';
import { documentsRefusals } from './documents/refusals.ts';
import { drayageRefusals } from './drayage/refusals.ts';
import { integrationRefusals } from './integration/refusals.ts';
import { inventoryRefusals } from './inventory/refusals.ts';
import { journalRefusals } from './journal/refusals.ts';
import { ordersRefusals } from './orders/refusals.ts';
import { pickingRefusals } from './picking/refusals.ts';
import { printingRefusals } from './printing/refusals.ts';
import { purchaseRefusals } from './purchase/refusals.ts';
import { ratesRefusals } from './rates/refusals.ts';
import { receivingRefusals } from './receiving/refusals.ts';
import { shippingRefusals } from './shipping/refusals.ts';
import { platformRefusals } from './tenancy/refusals.ts';
import { transportRefusals } from './transport/refusals.ts';
import { yardRefusals } from './yard/refusals.ts';

export const refusalStatus = {
  ...platformRefusals,
  ...receivingRefusals,
  ...inventoryRefusals,
  ...countingRefusals,
  ...pickingRefusals,
  ...shippingRefusals,
  ...ordersRefusals,
  ...printingRefusals,
  ...journalRefusals,
  ...documentsRefusals,
  ...ratesRefusals,
  ...billingRefusals,
  ...yardRefusals,
  ...transportRefusals,
  ...integrationRefusals,
  ...purchaseRefusals,
  ...drayageRefusals,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** Facts of a refusal, sent to the client as `details`: an object of values, or the list of validation problems. */
export type RefusalDetails = Record<string, unknown> | readonly ValidationProblem[];

/** One thing wrong with a request: `path` is dotted from the body's root, `code` is stable, `message` a sentence. */
export interface ValidationProblem {
  path: string;
  code: string;
  message: string;
}

/**
 * A broken business rule. It is a result, not a fault: the transaction rolls back, the outcome is `refused`,
 * the job completes and nothing is retried.
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

  get status(): number {
    return refusalStatus[this.code];
  }
}

/** A single validation problem as a refusal: 400 VALIDATION_FAILED with the field named. */
export function invalid(path: string, code: string, message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, [{ path, code, message }]);
}

/** 404. Another tenant's id answers exactly as a random one, so the sentence names only the kind of thing. */
export function notFound(what: string): Refusal {
  return new Refusal('NOT_FOUND', `There is no such ${what}.`);
}

/** 400 UNKNOWN_REFERENCE: an id in the request is not one of the organization's. */
export function unknownReference(path: string, what: string): Refusal {
  return new Refusal('UNKNOWN_REFERENCE', `${path} names no ${what} of this organization.`, { path });
}

/** What a step of many answers, or the refusal it throws, so that the others go on; a fault stays a fault. */
export function refusalOr<T>(step: () => T): T | Refusal {
  try {
    return step();
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** The same of a step that takes its time. */
export async function refusalOrLater<T>(step: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await step();
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** Whether it is what the step made and no refusal. */
export function isGood<T>(one: T | Refusal): one is T {
  return !(one instanceof Refusal);
}
