/** Refusals of purchasing. */
export const purchaseRefusals = {
  APPROVAL_REQUIRED: 409,
  BELOW_COMMITTED: 409,
  RECEIPT_OPEN: 409,
  GOODS_RECEIVED: 409,
  NOTHING_TO_ANNOUNCE: 409,
  ORDER_NOT_RELEASED: 409,
  SSCC_IN_USE: 409,
  PAYMENT_BLOCKED: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    purchase: typeof purchaseRefusals;
  }
}
