import { hkdfSync } from 'node:crypto';

/**
 * A 32-byte key for one purpose, the same in every process of an installation. It is derived from the system role's
 * connection, which all of them share and nobody else has, so there is no further secret to hand out.
 */
export function secretKey(systemDatabaseUrl: string, purpose: string): Buffer {
  const { password } = new URL(systemDatabaseUrl);
  return Buffer.from(hkdfSync('sha256', password, 'platform', purpose, 32));
}
