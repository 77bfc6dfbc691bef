/**
 * `npm run admin -- retention`: how long each table with history is kept, what it holds, and what a sweep would remove.
 */
import { InvalidArgumentError, type Command } from 'commander';
import type { Database } from '../../db/database.ts';
import { listRetentionFiles, readPolicies, tableSizes } from '../../db/retention/policies.read.ts';
import { setPolicy } from '../../db/retention/policies.write.ts';
import { oldestOf } from '../../db/retention/old-rows.read.ts';
import {
  cutoffOf,
  ledgerStays,
  retainedTableNames,
  retainedTables,
  type RetainedTableName,
} from '../../domain/retention/tables.ts';
import { organizationIds } from '../../db/tenancy/editions.read.ts';
import { countOld } from '../../workers/retention/count-old.ts';
import { StartError } from '../start-error.ts';

const monthsMax = 1_200;

interface Options {
  table?: RetainedTableName;
  keepMonths?: string;
  dryRun?: true;
  files?: string;
}

export function addRetentionCommand(
  program: Command,
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>,
  refuseUnknown: (database: Database, organizationId: string) => Promise<void>,
): void {
  program
    .command('retention')
    .description(
      'shows and sets how long each table with history is kept; rows are written to a file before they are deleted',
    )
    .option('--table <name>', retainedTableNames.join(' | '), tableOf)
    .option('--keep-months <number>', 'with --table: whole months before this one, or forever')
    .option(
      '--dry-run',
      'counts what the policies would remove now; with --table and --keep-months, what those would',
    )
    .option('--files <organization>', "lists an organization's files, the newest 200")
    .action((options: Options) =>
      withDatabase(async (database) => {
        if (options.files !== undefined) {
          await refuseUnknown(database, options.files);
          console.table(await listRetentionFiles(database, options.files));
          return;
        }
        const asked = askedOf(options);
        if (options.dryRun) return console.table(await dryRun(database, asked));
        if (asked) await setPolicy(database, asked.table, asked.months);
        console.table(await overview(database));
        console.log(ledgerStays);
      }),
    );
}

interface Asked {
  table: RetainedTableName;
  months: number | null;
}

function tableOf(given: string): RetainedTableName {
  const known = retainedTableNames.find((name) => name === given);
  if (!known) throw new InvalidArgumentError(`It must be one of ${retainedTableNames.join(', ')}.`);
  return known;
}

/** The given policy; undefined if there is none. */
function askedOf({ table, keepMonths }: Options): Asked | undefined {
  if (keepMonths === undefined && table === undefined) return undefined;
  if (keepMonths === undefined || table === undefined)
    throw new StartError('--table and --keep-months must be given together.');
  if (keepMonths === 'forever') return { table, months: null };
  const months = Number(keepMonths);
  const { monthsMin } = retainedTables[table];
  if (!Number.isInteger(months) || months < monthsMin || months > monthsMax)
    throw new StartError(
      `--keep-months of ${table} must be a whole number from ${monthsMin} to ${monthsMax}, or forever.`,
    );
  return { table, months };
}

async function overview(database: Database): Promise<object[]> {
  const policies = new Map((await readPolicies(database)).map((policy) => [policy.table_name, policy]));
  const sizes = new Map(
    (await tableSizes(database, retainedTableNames)).map((size) => [size.table_name, size]),
  );
  const organizations = await organizationIds(database);
  const lines: object[] = [];
  for (const table of retainedTableNames) {
    const policy = policies.get(table);
    lines.push({
      table,
      keep_months: policy?.keep_months ?? 'forever',
      mb: Math.round(Number(sizes.get(table)?.bytes ?? 0) / 1e5) / 10,
      rows_about: Number(sizes.get(table)?.rows_estimated ?? 0),
      oldest: (await oldestOf(database, organizations, table)) ?? '',
      last_sweep: policy?.swept_at?.toISOString() ?? '',
      rows_removed: Number(policy?.rows_removed ?? 0),
      problem: policy?.problem ?? '',
    });
  }
  return lines;
}

async function dryRun(database: Database, asked: Asked | undefined): Promise<object[]> {
  const policies = asked
    ? [{ table_name: asked.table, keep_months: asked.months }]
    : await readPolicies(database);
  const lines: object[] = [];
  for (const { table_name: table, keep_months: months } of policies) {
    if (months === null) continue;
    const before = cutoffOf(new Date(), months);
    lines.push({
      table,
      older_than: before.toISOString().slice(0, 10),
      ...(await countOld(database, table, before)),
    });
  }
  return lines;
}
