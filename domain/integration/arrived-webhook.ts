/** What is kept of an inbound webhook, and what became of it. */

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
  status: 'received' | 'ignored' | 'failed';
  reason: string | null;
  routed_by: 'store_domain' | 'single_candidate';
  shop_domain: string;
  is_signed: boolean;
  raw_body: Buffer;
  request_id: string;
  ip: string;
}

export interface KeptWebhook {
  /** The event of the first delivery, for a repeat too. */
  event_id: string;
  duplicate: boolean;
}
