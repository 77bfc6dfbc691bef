/** Whose names the headers of a store's requests have: ours, or those of a platform whose stores cannot change theirs. */
export const headerNames = ['storefront', 'shopify'] as const;
export type HeaderNames = (typeof headerNames)[number];

/** What the headers of a webhook say. */
export interface WebhookHeaders {
  names: HeaderNames;
  shop: string;
  signature: string;
  topic: string;
  /** The sender's own id of this delivery, the same when it is repeated. */
  delivery_id: string | null;
}

/**
 * Reads a webhook's headers, all of one kind of names: ours where they name a shop. A shop's name from one kind is never
 * believed with the signature of another.
 */
export function webhookHeaders(header: (name: string) => string): WebhookHeaders {
  const isOurs = header('x-storefront-shop-domain') !== '' || header('x-shopify-shop-domain') === '';
  const names = isOurs ? 'storefront' : 'shopify';
  const deliveryId = header(`x-${names}-webhook-id`).trim();
  return {
    names,
    shop: header(`x-${names}-shop-domain`),
    signature: header(`x-${names}-hmac-sha256`),
    topic: header(`x-${names}-topic`).trim().toLowerCase().slice(0, 100),
    delivery_id: /^[\w.:-]{1,100}$/.test(deliveryId) ? deliveryId : null,
  };
}
