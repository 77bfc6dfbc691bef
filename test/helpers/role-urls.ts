/**
 * The application's two connections to the owner's database. Apart from database.ts, whose migrations load BullMQ: most
 * test files need none of it, and each is a process of its own.
 */
import { roleUrl } from '../../db/roles.ts';
import { testSecrets } from './servers.ts';

export function roleUrls(ownerUrl: string): { appUrl: string; systemUrl: string } {
  return {
    appUrl: roleUrl(ownerUrl, 'app', testSecrets),
    systemUrl: roleUrl(ownerUrl, 'system', testSecrets),
  };
}
