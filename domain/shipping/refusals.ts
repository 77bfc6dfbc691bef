/** Refusals of shipping. */
export const shippingRefusals = {
  SHIPMENT_IN_PROGRESS: 409,
  SHIPMENT_IN_LOAD: 409,
  SHIPMENT_NOT_OPEN: 409,
  LOAD_EMPTY: 409,
  DOCUMENT_NOT_READY: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    shipping: typeof shippingRefusals;
  }
}
