/**
 * Least privilege: migrations run as the owner of DATABASE_URL; the application connects as `platform_app`, which row
 * level security binds, and crosses tenants only as `platform_system`, which sees just the few tables that route work
 * (tokens, organizations, commands). Their passwords are derived from PLATFORM_SECRET, so that an owner without a
 * password (peer, trust, .pgpass, IAM) gives nobody a password to guess.
 */
import { rolePassword, type PlatformSecrets } from '../domain/secrets/platform-keys.ts';

export const roleNames = { app: 'platform_app', system: 'platform_system' } as const;
/** Milliseconds, of every session of these roles: nothing waits forever. */
export const roleTimeouts = {
  statement_timeout: 20_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 5_000,
} as const;
export type RoleName = keyof typeof roleNames;

/** The owner's URL with a role's name and password in it. */
export function roleUrl(databaseUrl: string, role: RoleName, secrets: PlatformSecrets): string {
  const url = new URL(databaseUrl);
  url.username = roleNames[role];
  url.password = rolePassword(secrets, roleNames[role]);
  return url.href;
}
