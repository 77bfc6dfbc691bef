/**
 * Signs outgoing webhooks per the Standard Webhooks specification, so that a receiver can verify that they are ours,
 * unaltered and recent.
 */
import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A new secret in the standard's format. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** The standard's three headers. Every valid secret signs, so that a receiver can switch to a new one at any time. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
