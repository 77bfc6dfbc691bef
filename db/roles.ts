/**
 * Least privilege: migrations run as the owner of DATABASE_URL; the application connects as `platform_app`, which row
 * level security binds, and crosses tenants only as `platform_system`, which sees just the few tables that route work
 * (tokens, organizations, commands). Their passwords are derived from the owner's, so one URL configures all three.
 */
import { createHmac } from 'node:crypto';

export const roleNames = { app: 'platform_app', system: 'platform_system' } as const;
export type RoleName = keyof typeof roleNames;

/** The password of a role. Whoever knows the owner's password could set it anyway, so nothing is weakened. */
export function rolePassword(databaseUrl: string, role: RoleName): string {
  const ownerPassword = decodeURIComponent(new URL(databaseUrl).password);
  return createHmac('sha256', ownerPassword).update(`platform role ${role}`).digest('base64url');
}

/** The owner's URL with a role's name and password in it. */
export function roleUrl(databaseUrl: string, role: RoleName): string {
  const url = new URL(databaseUrl);
  url.username = roleNames[role];
  url.password = rolePassword(databaseUrl, role);
  return url.href;
}
