/** Refusals of ledger, bills, invoices and billing. */
export const accountingRefusals = {
  PERIOD_LOCKED: 409,
} as const satisfies Record<string, number>;
