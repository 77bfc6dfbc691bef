/** What we store of an inbound webhook, and the answer its sender gets. */
import type { InitialIn } from '../state-machine.ts';
import type { eventStates } from './event-states.ts';

/** How an event found its connection; `gap_search`: it never came, and the store was asked for it. */
export const routings = ['store_domain', 'single_candidate', 'gap_search'] as const;
export type RoutedBy = (typeof routings)[number];

/** A webhook whose store is known and whose signature was looked at. */
export interface ArrivedWebhook {
  id: string;
  /** The command that works on it, made with it. */
  command_id: string;
  organization_id: string;
  connection_id: string;
  merchant_id: string;
  connector: string;
  topic: string;
  /** The storefront's id of the order, exact; null where there is none to tell repeats by. */
  external_id: string | null;
  status: InitialIn<typeof eventStates>;
  reason: string | null;
  routed_by: RoutedBy;
  shop_domain: string;
  is_signed: boolean;
  raw_body: Buffer;
  request_id: string;
  /** Null for what nobody sent: the platform asked for it. */
  ip: string | null;
}

export interface KeptWebhook {
  /** The event of the first delivery, for a repeat too. */
  event_id: string;
  duplicate: boolean;
}
