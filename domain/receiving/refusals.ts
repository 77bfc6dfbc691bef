/** Refusals of receiving. */
export const receivingRefusals = {
  RECEIPT_EMPTY: 400,
  LOT_REQUIRED: 400,
  EXPIRY_REQUIRED: 400,
  SERIAL_REQUIRED: 400,
  SERIAL_COUNT_MISMATCH: 400,
  SERIAL_DUPLICATE: 400,
  EXPIRY_BEFORE_MANUFACTURE: 400,
  EXPIRED: 400,
  REMAINING_LIFE_TOO_SHORT: 400,
  RECEIPT_NOT_RECEIVABLE: 409,
  RECEIPT_LOCKED_BY_TASK: 409,
  TASK_NOT_OPEN: 409,
  OVER_RECEIPT: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    receiving: typeof receivingRefusals;
  }
}
