/** Refusals of returns. */
export const returnsRefusals = {
  RETURN_EXCEEDS_SHIPPED: 409,
  RETURN_RECEIVED: 409,
  REPLACEMENT_UNDER_WAY: 409,
  SERIAL_NOT_SHIPPED: 409,
  LOT_NOT_SHIPPED: 409,
  INSPECTION_EXCEEDS_RECEIVED: 409,
  INSPECTION_DISPOSED: 409,
  TOO_MANY_PHOTOS: 409,
  LOT_NOT_SELLABLE: 409,
  DISPOSITION_EXCEEDS_RECEIVED: 409,
  RETURN_UNDISPOSED: 409,
  RETURN_NOT_INVOICED: 409,
  CREDIT_EXCEEDS_RETURNED: 409,
  EDITION_STANDARD_ONLY: 400,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    returns: typeof returnsRefusals;
  }
}
