/** Refusals of planned moves. */
export const movesRefusals = {
  MOVE_TAKEN: 409,
  MOVE_WAITS: 409,
  SWAP_REFUSED: 409,
  OVERRIDE_REQUIRED: 403,
  FACE_EXISTS: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    moves: typeof movesRefusals;
  }
}
