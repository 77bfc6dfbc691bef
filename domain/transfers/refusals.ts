/** Refusals of transfers. */
export const transfersRefusals = {
  NOT_IN_TRANSIT: 409,
  TRANSFER_NOT_UNDERWAY: 409,
  TRANSFER_REMAINDER: 409,
  TRANSIT_LOCATION_MISSING: 409,
  SERIAL_NOT_IN_TRANSIT: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    transfers: typeof transfersRefusals;
  }
}
