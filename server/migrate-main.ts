/** `npm run migrate`: brings the database up to date; `npm run migrate -- down` reverts the last batch. */
import { parseArgs } from 'node:util';
import { migrate } from '../db/migrate.ts';
import { confirmRevert } from './confirm-revert.ts';
import { readConfig } from './config.ts';
import { databaseWordsOf, ownerUrl } from './connections.ts';
import { platformSecretsOf } from './platform-secret.ts';
import { reasonOf, StartError } from './start-error.ts';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { database: { type: 'string' } },
  });
  const [direction = 'up', more] = positionals;
  if ((direction !== 'up' && direction !== 'down') || more !== undefined)
    throw new StartError(
      `There is no "${positionals.join(' ')}": say down to revert the last batch, or nothing.`,
    );
  const config = readConfig();
  const secrets = platformSecretsOf(config);
  const databaseUrl = ownerUrl(config);
  if (direction === 'down') await confirmRevert(databaseUrl, values.database);
  await migrate({ databaseUrl, secrets, log: console.log, direction, words: databaseWordsOf(config) });
  console.log(direction === 'up' ? 'the database is up to date' : 'the last batch has been reverted');
} catch (fault) {
  console.error(reasonOf(fault));
  process.exit(1);
}
