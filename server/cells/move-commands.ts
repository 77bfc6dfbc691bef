/** `npm run admin -- move-organization` and `remove-organization`: from this cell to another, and what stays behind. */
import type { Command } from 'commander';
import { findPlace } from '../../db/cells/places.write.ts';
import { isPublished } from '../../db/cells/replication.write.ts';
import { withOwner } from '../../db/cells/whole-database.ts';
import { readConfig } from '../config.ts';
import { ownerUrl } from '../connections.ts';
import { StartError } from '../start-error.ts';
import { cancelMove, moveOrganization, removeAll, type Move } from './move-organization.ts';

interface Options {
  organization: string;
  to: string;
  cancel?: boolean;
}

export function addMoveCommands(program: Command, refuseNoId: (option: string, text: string) => void): void {
  const both = 'TARGET_DATABASE_URL is the owner of the other database';
  program
    .command('move-organization')
    .description(`moves an organization to another cell while it works; run again, it goes on. ${both}`)
    .requiredOption('--organization <id>')
    .requiredOption('--to <cell>', 'the name of the other cell')
    .option('--cancel', 'takes back a move that has not come to its end')
    .action(async ({ organization, to, cancel }: Options) => {
      refuseNoId('--organization', organization);
      await withMove(organization, to, cancel ? cancelMove : moveOrganization);
    });
  program
    .command('remove-organization')
    .description(`removes what is left here of an organization that works in another cell. ${both}`)
    .requiredOption('--organization <id>')
    .requiredOption('--to <cell>', 'the name of the other cell')
    .action(async ({ organization, to }: Options) => {
      refuseNoId('--organization', organization);
      await withMove(organization, to, removeLeft);
    });
}

/** Its row stays, and says where it has gone. */
async function removeLeft({ source, target, organizationId, to, tell }: Move): Promise<void> {
  const [here, there] = await Promise.all([source, target].map((owner) => findPlace(owner, organizationId)));
  if (here?.state !== 'moved' || here.cell !== to)
    throw new StartError(`The organization has not been moved to ${to}.`);
  if (there?.state !== 'active' || (await isPublished(source, organizationId)))
    throw new StartError('It does not work there yet: run move-organization again.');
  tell(`${await removeAll(source, organizationId, true)} rows removed`);
}

async function withMove(
  organizationId: string,
  to: string,
  work: (move: Move) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const { cell: from, targetDatabaseUrl: targetUrl } = config;
  if (from === undefined) throw new StartError('Set CELL to the name of this cell.');
  if (from === to) throw new StartError('--to must name another cell than this one.');
  if (targetUrl === undefined)
    throw new StartError('Set TARGET_DATABASE_URL to the owner of the other database.');
  if (!config.s3) throw new StartError('Cells share their files: set S3_URL in both.');
  const sourceUrl = ownerUrl(config);
  const tell = (line: string): void => console.log(line);
  await withOwner(sourceUrl, (source) =>
    withOwner(targetUrl, (target) => work({ organizationId, source, target, sourceUrl, from, to, tell })),
  );
}
