/** `npm run admin -- export-organization` and `import-organization`: one organization from an installation to another. */
import path from 'node:path';
import type { Command } from 'commander';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import { readConfig } from '../config.ts';
import { ownerUrl } from '../connections.ts';
import { fileStoreOf } from '../data-directory.ts';
import { platformSecretsOf } from '../platform-secret.ts';
import { exportOrganization, type CopyParts } from './export-organization.ts';
import { importOrganization } from './import-organization.ts';
import type { Manifest } from './manifest.ts';

export function addCopyCommands(program: Command, refuseNoId: (option: string, text: string) => void): void {
  program
    .command('export-organization')
    .description('writes everything an organization has, at one moment, into a folder')
    .requiredOption('--organization <id>')
    .requiredOption('--to <folder>', 'a new or empty one')
    .action(async ({ organization, to }: { organization: string; to: string }) => {
      refuseNoId('--organization', organization);
      tell(await exportOrganization(partsOf(to), organization));
    });
  program
    .command('import-organization')
    .description('brings an exported organization into this installation, all of it or nothing')
    .requiredOption('--from <folder>')
    .action(async ({ from }: { from: string }) => {
      const config = readConfig();
      const credentialsKeys = keyRing(platformSecretsOf(config), 'credentials').map(({ id }) => id);
      tell((await importOrganization({ ...partsOf(from), credentialsKeys })).tables);
    });
}

function partsOf(folder: string): CopyParts {
  const config = readConfig();
  return {
    ownerUrl: ownerUrl(config),
    files: fileStoreOf(config),
    folder: path.resolve(folder),
  };
}

function tell(tables: Manifest['tables']): void {
  const filled = Object.entries(tables).filter(([, { rows }]) => rows > 0);
  const rows = filled.reduce((sum, [, table]) => sum + table.rows, 0);
  console.log(`${rows} rows in ${filled.length} tables`);
}
