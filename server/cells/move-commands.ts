/** `npm run admin -- move-organization` and `remove-organization`: from this cell to another, and what stays behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type { Command } from 'commander';
import { storesOf } from '../../db/cells/maps.read.ts';
import { findPlace } from '../../db/cells/places.write.ts';
import { isPublished } from '../../db/cells/replication.write.ts';
import { withConnections, withOwner } from '../../db/cells/whole-database.ts';
import { keyRing } from '../../domain/secrets/platform-keys.ts';
import { publicName } from '../../domain/tenancy/named-secret.ts';
import { readConfig, type ServerConfig } from '../config.ts';
import { ownerUrl } from '../connections.ts';
import { platformSecretsOf } from '../platform-secret.ts';
import { StartError } from '../start-error.ts';
import { removeButSign } from './bring-the-rest.ts';
import { tablesAtOnce } from './compare-places.ts';
import type { Move } from './move.ts';
import { cancelMove, moveAlone, moveOrganization, stoppedMsMaxUsual } from './move-organization.ts';

interface Options {
  organization: string;
  to: string;
  cancel?: boolean;
  then?: string;
  stoppedAtMost: string;
}

export function addMoveCommands(program: Command, refuseNoId: (option: string, text: string) => void): void {
  const both = 'TARGET_DATABASE_URL is the owner of the other database';
  program
    .command('move-organization')
    .description(`moves an organization to another cell while it works; run again, it goes on. ${both}`)
    .requiredOption('--organization <id>')
    .requiredOption('--to <cell>', 'the name of the other cell')
    .option('--cancel', 'takes back a move that has not come to its end')
    .option('--then <command>', 'run by the shell once it works there, to change the tables of proxies')
    .option(
      '--stopped-at-most <seconds>',
      'for how long nobody may be able to write; then it works on where it was',
      String(stoppedMsMaxUsual / 1000),
    )
    .action(async ({ organization, to, cancel, then, stoppedAtMost }: Options) => {
      refuseNoId('--organization', organization);
      if (!/^[1-9]\d{0,4}$/.test(stoppedAtMost))
        throw new StartError('--stopped-at-most must be seconds, from 1 to 99999.');
      const stoppedMsMax = Number(stoppedAtMost) * 1000;
      await withMove(
        organization,
        to,
        cancel ? cancelMove : (move) => moveAndLead({ ...move, stoppedMsMax }, then),
      );
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

async function moveAndLead(move: Move, then: string | undefined): Promise<void> {
  const { source, organizationId, to, tell } = move;
  const lead = async (): Promise<void> => {
    const organizations = [organizationId, publicName(organizationId)];
    const stores = await storesOf(source, organizationId);
    tell(`It works in ${to} now; so the tables of proxies have to say:`);
    for (const key of [...organizations, ...stores]) tell(`${key} ${to}`);
    if (then === undefined) return;
    // On top of the environment this program was given.
    const keys = [`ORGANIZATION_KEYS=${organizations.join(' ')}`, `STORE_KEYS=${stores.join(' ')}`];
    const shell = spawn('env', [...keys, `LEAD_TO=${to}`, 'sh', '-c', then], { stdio: 'inherit' });
    const [code] = (await once(shell, 'close')) as [number | null];
    if (code !== 0)
      throw new StartError(`It works in ${to}, but ${then} ended with ${code}: run this again.`);
  };
  await moveOrganization({ ...move, lead });
}

/** Its row stays, and says where it has gone. */
async function removeLeft({ source, target, organizationId, from, to, tell }: Move): Promise<void> {
  const [here, there] = await Promise.all([source, target].map((owner) => findPlace(owner, organizationId)));
  if (here?.state !== 'moved' || here.cell !== to)
    throw new StartError(
      here?.state === 'moved'
        ? `The organization has been moved to ${here.cell}: name that with --to.`
        : `The organization has not been moved to ${to}: \`npm run admin -- move-organization\` does that.`,
    );
  // It may have gone on from there since.
  const hasArrived = there && !(there.state === 'moved' && there.cell === from);
  if (!hasArrived || (await isPublished(source, organizationId)))
    throw new StartError('It does not work there yet: run move-organization again.');
  tell(`${await removeButSign(source, organizationId)} rows removed`);
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
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new StartError('Interrupted: run it again to go on.')));
  const move = {
    organizationId,
    sourceUrl,
    sealingKeys: () => sealingKeysOfCell(config),
    from,
    to,
    signal: interrupted.signal,
    tell: (line: string) => console.log(line),
  };
  const { signal } = move;
  await withOwner(
    sourceUrl,
    (source) => withConnections(targetUrl, tablesAtOnce, (target) => work({ ...move, source, target })),
    moveAlone(organizationId),
  ).catch((fault: unknown) => {
    throw signal.aborted ? signal.reason : fault;
  });
}

function sealingKeysOfCell(config: ServerConfig): string[] {
  if (config.databaseUrl && !config.platformSecret)
    throw new StartError(
      'Set PLATFORM_SECRET to the PLATFORM_SECRET of this cell, and PLATFORM_SECRET_PREVIOUS where it has one: a move begins by asking what its secrets are sealed with.',
    );
  return keyRing(platformSecretsOf(config), 'credentials').map(({ id }) => id);
}
