/** `npm run migrate`: brings the database up to date; `npm run migrate -- down` reverts the last batch. */
import { readConfig } from './config.ts';
import { ownerUrl } from './connections.ts';
import { platformSecretsOf } from './platform-secret.ts';
import { reasonOf } from './start-error.ts';
import { migrate } from '../db/migrate.ts';

try {
  const direction = process.argv.includes('down') ? 'down' : 'up';
  const config = readConfig();
  const secrets = platformSecretsOf(config);
  await migrate({ databaseUrl: ownerUrl(config), secrets, log: console.log, direction });
  console.log(direction === 'up' ? 'the database is up to date' : 'the last batch has been reverted');
} catch (fault) {
  console.error(reasonOf(fault));
  process.exit(1);
}
