/** Refusals of print jobs, devices and hubs. */
export const printingRefusals = {
  NO_DEFAULT_PRINTER: 409,
} as const satisfies Record<string, number>;
