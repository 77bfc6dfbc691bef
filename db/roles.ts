/**
 * Least privilege. Migrations run as the owner of DATABASE_URL. The application connects as `platform_app`, which row
 * level security binds, and crosses tenants only as `platform_system`, which sees just the few tables that route work
 * (tokens, organizations, commands). The passwords are derived from PLATFORM_SECRET, so an owner without a password
 * (peer, trust, .pgpass, IAM) still leaves none that can be guessed.
 */
import { rolePassword, type PlatformSecrets } from '../domain/secrets/platform-keys.ts';

export const roleNames = { app: 'platform_app', system: 'platform_system' } as const;
/**
 * For every session of these roles. Nothing waits forever, in milliseconds. A server's own zone may leave out a midnight in
 * spring, and a series of days that crosses it would lose its last day.
 */
export const roleSettings = {
  statement_timeout: 20_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 5_000,
  timezone: 'UTC',
} as const;
export type RoleName = keyof typeof roleNames;

/** The owner's URL with a role's name and password in place of its own. */
export function roleUrl(databaseUrl: string, role: RoleName, secrets: PlatformSecrets): string {
  const url = new URL(databaseUrl);
  url.username = roleNames[role];
  url.password = rolePassword(secrets, roleNames[role]);
  return url.href;
}
