/** `npm run admin -- quotas`: shows and sets what an organization may use of each API process. */
import type { Command } from 'commander';
import { inTenant, type Database } from '../../db/database.ts';
import { readQuotas, readStored } from '../../db/tenancy/quotas.read.ts';
import { setQuotas } from '../../db/tenancy/quotas.write.ts';
import { quotaLimits, quotaNames, type QuotaName } from '../../domain/tenancy/quotas.ts';
import { StartError } from '../start-error.ts';

export function addQuotasCommand(
  program: Command,
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>,
  refuseUnknown: (database: Database, organizationId: string) => Promise<void>,
): void {
  const quotas = program
    .command('quotas')
    .description('shows and sets what an organization may use of each API process')
    .requiredOption('--organization <id>');
  for (const name of quotaNames) {
    const { words, usual, most } = quotaLimits[name];
    quotas.option(`${optionOf(name).flag} <number>`, `${words}, up to ${most}, or usual (${usual})`);
  }
  quotas.action((options: Record<string, string>) =>
    withDatabase(async (database) => {
      const id = options['organization']!;
      await refuseUnknown(database, id);
      const given = quotaNames.flatMap((name) => {
        const text = options[optionOf(name).key];
        return text === undefined ? [] : [[name, quotaOf(name, text)] as const];
      });
      if (given.length > 0) await setQuotas(database, id, Object.fromEntries(given));
      console.table(await readQuotas(database.system, id));
      const { files, bytes } = await inTenant(database, { organizationId: id }, readStored, {
        readOnly: true,
      });
      console.log(`stored: ${files} files, ${bytes} bytes`);
    }),
  );
}

function optionOf(name: QuotaName): { flag: string; key: string } {
  return {
    flag: `--${name.replaceAll('_', '-')}`,
    key: name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
  };
}

function quotaOf(name: QuotaName, text: string): number | null {
  if (text === 'usual') return null;
  const number = Number(text);
  const least =
    name.startsWith('requests') || name.endsWith('_per_second') || name === 'open_commands' ? 1 : 0;
  const { most } = quotaLimits[name];
  if (!Number.isInteger(number) || number < least || number > most)
    throw new StartError(`${optionOf(name).flag} must be a whole number from ${least} to ${most}, or usual.`);
  return number;
}
