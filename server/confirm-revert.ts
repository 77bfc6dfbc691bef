/**
 * Stands between `npm run migrate -- down` and the data it drops: nobody else may be connected, and whoever asks has to
 * name the database, by hand or with --database.
 */
import { createInterface } from 'node:readline/promises';
import { planRevert, type RevertPlan } from '../db/schema/revert-plan.ts';
import { StartError } from './start-error.ts';

export async function confirmRevert(databaseUrl: string, named: string | undefined): Promise<void> {
  const plan = await planRevert(databaseUrl);
  const { database, migrations, others } = plan;
  if (migrations.length === 0) throw new StartError(`Nothing is applied to the database ${database}.`);
  console.log(words(plan));
  if (others.length > 0)
    throw new StartError(
      `Others are connected to the database ${database}: ${[...new Set(others)].join(', ')}. Stop them first.`,
    );
  const answer = named ?? (await asked(database));
  if (answer !== database)
    throw new StartError(`The database is called ${database}, not ${answer}: nothing has been changed.`);
}

function words({ database, migrations, tables, organizations }: RevertPlan): string {
  const lines = [
    `This takes back ${migrations.length} migrations of the database ${database}: ${migrations.join(', ')}.`,
  ];
  if (tables.length > 0) lines.push(`It drops ${tables.length} tables with all rows: ${tables.join(', ')}.`);
  if (organizations.length > 0)
    lines.push(`Organizations that lose everything: ${organizations.join(', ')}.`);
  return lines.join('\n');
}

async function asked(database: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartError(
      `Nobody can be asked here: say npm run migrate -- down --database ${database} to drop what is named above.`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question('The name of the database, to go on: ');
  } finally {
    terminal.close();
  }
}
