/** The states of what comes in and of what a flow does with it. */
export const eventStatuses = [
  'received',
  'ignored',
  'duplicate',
  'unprocessed',
  'processed',
  'failed',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'dead'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const flowStatuses = ['draft', 'published', 'archived'] as const;
export type FlowStatus = (typeof flowStatuses)[number];

export const connectionStatuses = ['pending', 'active', 'error', 'disabled'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

export const stepOutcomes = ['done', 'skipped', 'waiting', 'failed'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

export const connectors = ['storefront'] as const;
export type Connector = (typeof connectors)[number];

/** Topics a connector understands; others are kept and ignored. */
export const topicsOf: Record<Connector, readonly string[]> = { storefront: ['orders/create'] };
