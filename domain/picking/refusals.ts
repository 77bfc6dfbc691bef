/** Refusals of picking. */
export const pickingRefusals = {
  SHIPMENT_IN_WAVE: 409,
  WAVE_IN_PROGRESS: 409,
  PICK_TASK_TAKEN: 409,
  PICK_WAITS: 409,
  PICK_JOB_TAKEN: 409,
  WRONG_POSITION: 409,
  STOP_NOT_PICKED: 409,
  PICK_QTY_DIFFERS: 409,
  GOODS_IN_HAND: 409,
  OUT_OF_ZONE_ORDER: 409,
  OVER_PACKED: 409,
  PACK_INCOMPLETE: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    picking: typeof pickingRefusals;
  }
}
