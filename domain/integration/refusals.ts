/** Refusals of connections, flows and webhooks. */
export const integrationRefusals = {
  INVALID_SIGNATURE: 401,
  FLOW_INVALID: 400,
  EVENT_NOT_REPLAYABLE: 409,
  CONNECTION_DISABLED: 409,
  CREDENTIALS_UNREADABLE: 409,
  CREDENTIALS_NEEDED: 409,
  PUSH_TOLD: 409,
  SECRETS_OVERLAP: 409,
  TOO_MANY_ENDPOINTS: 409,
} as const satisfies Record<string, number>;

declare module '../refusal.ts' {
  interface RefusalCodes {
    integration: typeof integrationRefusals;
  }
}
