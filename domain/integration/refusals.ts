/** Refusals of connections, flows and webhooks. */
export const integrationRefusals = {
  INVALID_SIGNATURE: 401,
} as const satisfies Record<string, number>;
