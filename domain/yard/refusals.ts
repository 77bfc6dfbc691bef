/** Refusals of the yard. */
export const yardRefusals = {
  DOCK_CONFLICT: 409,
  DOCK_FULL: 409,
  SPOT_TAKEN: 409,
  ALREADY_IN_YARD: 409,
  NOT_IN_YARD: 409,
  MOVE_OPEN: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    yard: typeof yardRefusals;
  }
}
