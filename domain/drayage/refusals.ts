/** Refusals of drayage. */
export const drayageRefusals = {
  CONTAINER_IN_USE: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    drayage: typeof drayageRefusals;
  }
}
