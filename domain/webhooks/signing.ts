/** Standard Webhooks: how what we send is signed, so that its receiver knows it is ours, whole and fresh. */
import { createHmac, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A secret as the standard writes it. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** The three headers of the standard; each valid secret signs, so that a receiver may change over when it likes. */
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
