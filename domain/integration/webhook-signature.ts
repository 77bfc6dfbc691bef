/** The signature of an inbound webhook: base64 of HMAC-SHA256 over the raw bytes of the body. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function webhookSignature(secret: string, rawBody: Buffer): string {
  return createHmac('sha256', secret).update(rawBody).digest('base64');
}

/**
 * Compares in constant time; a missing, truncated or altered signature does not match. What cannot be a signature costs
 * no digest of the body.
 */
export function isSignedWith(secret: string, rawBody: Buffer, given: string): boolean {
  // Only 32 bytes can be a digest.
  if (!/^[A-Za-z0-9+/]{43}=$/.test(given)) return false;
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  // Compared as bytes, because base64 has several spellings.
  const sent = Buffer.from(given, 'base64');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
