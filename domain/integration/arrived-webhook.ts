/** What we store of an inbound webhook, and what we tell its sender. */
import type { InitialIn } from '../state-machine.ts';
import type { eventStates } from './event-states.ts';

/**
 * How an event was matched to its connection. `gap_search` means the webhook never arrived and we fetched the order
 * from the store.
 */
export const routings = ['store_domain', 'single_candidate', 'gap_search'] as const;
export type RoutedBy = (typeof routings)[number];

/** A webhook whose store is known and whose signature has been checked. */
export interface ArrivedWebhook {
  id: string;
  /** The command that processes the event, created with it. */
  command_id: string;
  organization_id: string;
  connection_id: string;
  merchant_id: string;
  connector: string;
  topic: string;
  /** The storefront's order id, with every digit; null when there is none to detect repeats by. */
  external_id: string | null;
  status: InitialIn<typeof eventStates>;
  reason: string | null;
  routed_by: RoutedBy;
  /** The sender's own id of this delivery, where it gave one. */
  delivery_id: string | null;
  shop_domain: string;
  is_signed: boolean;
  raw_body: Buffer;
  request_id: string;
  /** Null when nobody sent it because the platform fetched it. */
  ip: string | null;
}

export interface KeptWebhook {
  /** The first delivery's event, also when this is a repeat. */
  event_id: string;
  duplicate: boolean;
}
