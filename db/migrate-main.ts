/** `npm run migrate`: brings the database up to date; `npm run migrate -- down` takes the last batch back. */
import { readConfig } from '../server/config.ts';
import { ownerUrl } from '../server/connections.ts';
import { platformSecretsOf } from '../server/platform-secret.ts';
import { reasonOf } from '../server/start-error.ts';
import { migrate } from './migrate.ts';

try {
  const direction = process.argv.includes('down') ? 'down' : 'up';
  const config = readConfig();
  const secrets = platformSecretsOf(config);
  await migrate({ databaseUrl: ownerUrl(config), secrets, log: console.log, direction });
  console.log('the database is up to date');
} catch (fault) {
  console.error(reasonOf(fault));
  process.exit(1);
}
