/** Refusals of print jobs, devices and hubs. */
export const printingRefusals = {
  LABEL_TOO_LARGE: 400,
  ENROLLMENT_KEY_INVALID: 401,
  HUB_REVOKED: 403,
  HUB_NOT_FOUND: 404,
  NO_DEFAULT_PRINTER: 409,
  LABEL_NOT_DRAWABLE: 409,
  LABEL_EXPIRED: 409,
  NO_BACKLOG: 409,
  TOO_MANY_HUBS: 409,
  PRINTER_NOT_NAMED: 422,
  LABEL_FILE_INVALID: 422,
  LABEL_NOT_TAKEN: 422,
  TOO_MANY_LABELS: 422,
  ZPL_INVALID: 422,
  ZPL_FORBIDDEN: 422,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    printing: typeof printingRefusals;
  }
}
