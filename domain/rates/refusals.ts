/** Refusals of rates. */
export const ratesRefusals = {
  RATE_SHEET_LOCKED: 409,
  ITEM_IN_USE: 409,
  RULE_IN_USE: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    rates: typeof ratesRefusals;
  }
}
