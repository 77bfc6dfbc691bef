/** Refusals of journal. */
export const journalRefusals = {
  PERIOD_LOCKED: 409,
  UNBALANCED_ENTRY: 400,
  AMOUNT_PRECISION: 400,
  CONTROL_ACCOUNT: 400,
  ACCOUNT_INACTIVE: 400,
  ACCOUNT_IN_USE: 409,
  CURRENCY_MISMATCH: 400,
  EXCHANGE_RATE_REQUIRED: 400,
  NOT_REVERSIBLE: 400,
  ALREADY_REVERSED: 409,
  EXPORT_TOO_LARGE: 400,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    journal: typeof journalRefusals;
  }
}
