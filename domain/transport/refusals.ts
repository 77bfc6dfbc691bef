/** Refusals of transport. */
export const transportRefusals = {
  LOAD_HAS_TRANSPORT: 409,
  LOAD_NOT_SHIPPED: 409,
  TENDER_NOT_ACCEPTED: 409,
  TENDER_CLOSED: 409,
  FREIGHT_ALREADY_BILLED: 409,
  FREIGHT_BASIS_UNKNOWN: 409,
  UNSUPPORTED_FILE_TYPE: 400,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    transport: typeof transportRefusals;
  }
}
