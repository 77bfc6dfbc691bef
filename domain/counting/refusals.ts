/** Refusals of counting. */
export const countingRefusals = {
  COUNT_INCOMPLETE: 409,
  SAME_COUNTER: 409,
  COUNTED_SINCE: 409,
  PLAN_EMPTY: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    counting: typeof countingRefusals;
  }
}
