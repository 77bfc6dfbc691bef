/** `npm run admin -- backup` and `restore`: the embedded Postgres with the files beside it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { readConfig, type ServerConfig } from '../config.ts';
import { embeddedDatabaseName } from '../connections.ts';
import { backUp, type BackupManifest } from '../postgres/backup.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { restore } from '../postgres/restore.ts';
import { StartError } from '../start-error.ts';
import { continueStreams } from './restored-command.ts';

const quiet = (): void => {};

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copies the embedded database and the files beside it into a folder, while it works')
    .requiredOption('--to <folder>', 'a new or empty one')
    .action(async ({ to }: { to: string }) => {
      const config = embedded();
      if (!existsSync(path.join(config.dataDir, 'postgres', 'PG_VERSION')))
        throw new StartError(`${config.dataDir} has no database: set DATA_DIR to the folder of npm start.`);
      tell(await whileRunning(config.dataDir, (url) => backUp(config.dataDir, url, path.resolve(to))));
      if (!config.platformSecret) {
        console.log(
          `The secret that opens stored credentials is not in it: keep ${path.join(config.dataDir, 'platform-secret')} in another place.`,
        );
      }
    });
  program
    .command('restore')
    .description('puts a backup into a DATA_DIR without a database; the next npm start continues from it')
    .requiredOption('--from <folder>')
    .action(async ({ from }: { from: string }) => {
      const { dataDir, platformSecret } = embedded();
      tell(await restore(path.resolve(from), dataDir, console.log));
      await whileRunning(dataDir, continueStreams, embeddedDatabaseName);
      const secret = path.join(dataDir, 'platform-secret');
      if (!platformSecret && !existsSync(secret))
        console.log(
          `Before the start, put the secret of the installation that was backed up into ${secret}.`,
        );
    });
}

function embedded(): ServerConfig {
  const config = readConfig();
  if (!config.databaseUrl) return config;
  throw new StartError(
    'DATABASE_URL is set, and this is for the embedded Postgres: back yours up with deploy/backup, or with what runs it.',
  );
}

/** On the server that runs there, or on one started for the purpose. */
async function whileRunning<T>(
  dataDir: string,
  work: (url: string) => Promise<T>,
  database?: string,
): Promise<T> {
  const running = findEmbeddedPostgres(dataDir, database);
  if (running) return work(running);
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: quiet, database });
  try {
    return await work(url);
  } finally {
    await stop();
  }
}

function tell({ files, made_at: at }: BackupManifest): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, as of ${at}`);
}
