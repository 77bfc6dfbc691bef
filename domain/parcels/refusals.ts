/** Refusals of carriers' accounts and their labels. */
export const parcelsRefusals = {
  CARTON_NOT_NAMED: 400,
  CARTON_NOT_MEASURED: 422,
  ADDRESS_REFUSED: 422,
  ACCOUNT_UNSETTLED: 409,
  ACCOUNT_REFUSED: 409,
  LABEL_LIVE: 409,
  LABEL_REFUSED: 409,
  LABEL_ASKED: 409,
  LABEL_UNKNOWN: 409,
  LABEL_MISSING: 409,
  LABEL_NOT_PRINTABLE: 409,
  NO_SERVICE: 409,
  QUOTE_EXPIRED: 409,
  QUOTE_OF_BASKET: 409,
  LABEL_MANIFESTED: 409,
  CARRIER_NOT_NAMED: 400,
  NOTHING_TO_MANIFEST: 409,
  CUSTOMS_INCOMPLETE: 422,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    parcels: typeof parcelsRefusals;
  }
}
