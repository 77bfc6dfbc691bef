/**
 * Every code a caller can be refused with, and the HTTP status it travels under: one registry for the tenant envelope,
 * RFC 9457 problem documents and the OpenAPI description. Each noun keeps its table in its own folder.
 */
import type { Refusal, RefusalCode } from './refusal.ts';
import { billingRefusals } from './billing/refusals.ts';
import { countingRefusals } from './counting/refusals.ts';
import { documentsRefusals } from './documents/refusals.ts';
import { drayageRefusals } from './drayage/refusals.ts';
import { integrationRefusals } from './integration/refusals.ts';
import { inventoryRefusals } from './inventory/refusals.ts';
import { journalRefusals } from './journal/refusals.ts';
import { catalogRefusals } from './catalog/refusals.ts';
import { movesRefusals } from './moves/refusals.ts';
import { parcelsRefusals } from './parcels/refusals.ts';
import { ordersRefusals } from './orders/refusals.ts';
import { pickingRefusals } from './picking/refusals.ts';
import { printingRefusals } from './printing/refusals.ts';
import { purchaseRefusals } from './purchase/refusals.ts';
import { ratesRefusals } from './rates/refusals.ts';
import { receivingRefusals } from './receiving/refusals.ts';
import { returnsRefusals } from './returns/refusals.ts';
import { shippingRefusals } from './shipping/refusals.ts';
import { platformRefusals } from './tenancy/refusals.ts';
import { transfersRefusals } from './transfers/refusals.ts';
import { transportRefusals } from './transport/refusals.ts';
import { yardRefusals } from './yard/refusals.ts';

export const refusalStatus = {
  ...platformRefusals,
  ...receivingRefusals,
  ...inventoryRefusals,
  ...countingRefusals,
  ...pickingRefusals,
  ...shippingRefusals,
  ...catalogRefusals,
  ...movesRefusals,
  ...parcelsRefusals,
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
  ...returnsRefusals,
  ...transfersRefusals,
  ...drayageRefusals,
} as const satisfies Record<RefusalCode, number>;

export function statusOf({ code }: Refusal): number {
  return refusalStatus[code];
}

/** Whether somebody has to look at it. A move refuses writes for a moment, which is no fault. */
export function isFault(refusal: Refusal): boolean {
  return statusOf(refusal) >= 500 && refusal.code !== 'ORGANIZATION_MOVING';
}
