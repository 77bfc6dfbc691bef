/** Refusals of inventory. */
export const inventoryRefusals = {
  SERIAL_IN_USE: 409,
  SERIAL_PICKED: 409,
  LOT_EXPIRY_CONFLICT: 409,
  INSUFFICIENT_STOCK: 409,
  LOCATION_LOCKED: 409,
  LOCATION_FULL: 409,
  MIXING_REFUSED: 409,
  CLASS_REFUSED: 409,
  HAZARD_SEGREGATION: 409,
  LPN_IN_USE: 409,
  HELD_BY_KIND: 409,
  LOT_ON_HOLD: 409,
  PUT_BACK_OPEN: 409,
  INSPECTION_OPEN: 409,
  NUMBERS_EXHAUSTED: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    inventory: typeof inventoryRefusals;
  }
}
