/** Refusals of orders, promises and allocation. */
export const omsRefusals = {
  NOT_WMS_SYNC: 400,
} as const satisfies Record<string, number>;
