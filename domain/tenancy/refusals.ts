/** Refusals every surface shares: requests, identity, idempotency, limits. */
export const platformRefusals = {
  VALIDATION_FAILED: 400,
  ILLEGAL_TRANSITION: 400,
  UNKNOWN_REFERENCE: 400,
  ORGANIZATION_REQUIRED: 400,
  MERCHANT_REQUIRED: 400,
  MALFORMED_BODY: 400,
  MALFORMED_TARGET: 400,
  MALFORMED_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  STATE_CHANGED: 409,
  DUPLICATE: 409,
  IN_USE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  NUMBER_NOT_EXACT: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  COMMAND_FAILED: 500,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    platform: typeof platformRefusals;
  }
}
