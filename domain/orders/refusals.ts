/** Refusals of orders, promises and allocation. */
export const ordersRefusals = {
  NOT_WMS_SYNC: 400,
  NOT_OMS_STANDALONE: 400,
  USE_FULFILL: 400,
  DUPLICATE_ORDER: 409,
  ORDER_ON_HOLD: 409,
  INSUFFICIENT_ATP: 409,
  INSUFFICIENT_ALLOCATION: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    orders: typeof ordersRefusals;
  }
}
