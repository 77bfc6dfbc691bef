/** Accepts what the platform sends only if it is signed (Standard Webhooks). */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { components } from './description.ts';

/** Any event, distinguished by its `type`. */
export type PlatformEvent = components['schemas']['PlatformEvent'];

/**
 * The signature is missing, wrong, made with another secret, or too old to be anything but a replay: answer 400 and
 * ignore it.
 */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

export interface ReceivedWebhook {
  /** The body exactly as received, as text: parsing and re-serializing it breaks the signature. */
  body: string;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The event in a request, if one of the secrets signed it; two are valid while a secret is being rotated. */
export function verifyWebhook(
  { body, headers }: ReceivedWebhook,
  ...secrets: [string, ...string[]]
): PlatformEvent {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    return typeof value === 'string' ? value : '';
  };
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, read(name)]),
  );
  let refused: unknown;
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, signed) as PlatformEvent;
    } catch (fault) {
      if (!(fault instanceof WebhookVerificationError)) throw fault;
      refused = fault;
    }
  }
  throw new WebhookRefused(refused instanceof Error ? refused.message : 'The webhook is not signed.', {
    cause: refused,
  });
}
