/** Refusals of billing. */
export const billingRefusals = {
  EDITION_3PL_ONLY: 400,
  CHARGE_INVOICED: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    billing: typeof billingRefusals;
  }
}
