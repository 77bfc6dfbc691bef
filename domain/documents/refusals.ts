/** Refusals of documents. */
export const documentsRefusals = {
  AMOUNT_EXCEEDS_DUE: 400,
  HAS_PAYMENTS: 400,
  HAS_CREDIT_NOTES: 400,
  NEGATIVE_TOTAL: 400,
  CREDIT_EXCEEDS_INVOICE: 400,
  INVOICE_LINES_FIXED: 409,
  VAT_ID_MISSING: 409,
  E_INVOICE_INCOMPLETE: 409,
  ORDER_NOT_FULFILLED: 409,
  ORDER_ALREADY_INVOICED: 409,
  DUPLICATE_VENDOR_BILL: 409,
  SPLITS_DO_NOT_ADD_UP: 400,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    documents: typeof documentsRefusals;
  }
}
