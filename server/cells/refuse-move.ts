/** What keeps a move from beginning, or from being taken back. Each throws a StartError that says what to do. */
import type { Place } from '../../db/cells/places.write.ts';
import { copyingElsewhere, replicationProblem } from '../../db/cells/replication.write.ts';
import { schemaDigests } from '../../db/cells/rows.read.ts';
import { sealingKeysOf } from '../../db/cells/sealed.write.ts';
import { copyingProblem } from '../../db/cells/whole-database.ts';
import { StartError } from '../start-error.ts';
import type { Move } from './move.ts';

export const noSuchOrganization =
  'There is no such organization: `npm run admin -- organizations` lists them.';

export async function refuseBeginning(
  move: Move,
  { ours, theirs }: { ours: Place | undefined; theirs: Place | undefined },
): Promise<void> {
  const { source, target } = move;
  if (!ours) throw new StartError(noSuchOrganization);
  await refuseAnotherMove(move);
  // Where it has been, its sign stands for ever, to whichever cell it went from there.
  if (theirs && theirs.state !== 'moved')
    throw new StartError(
      'The organization is in the other cell as well, and is not moved there: `npm run admin -- cells map organizations` in each cell says who is where.',
    );
  const problem =
    (await replicationProblem(source)) ??
    (await source.transaction((tx) => copyingProblem(tx, 'out'))) ??
    (await target.transaction((tx) => copyingProblem(tx, 'in')));
  if (problem) throw new StartError(problem);
  const [there, here] = await Promise.all([target, source].map((owner) => owner.transaction(schemaDigests)));
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new StartError('The two cells have different migrations: bring both to the same version first.');
  await refuseOldSeals(move);
}

/** Two cells would take what is published for one of them; and taken back at the wrong one, the other would go on. */
export async function refuseAnotherMove({ source, target, organizationId, to }: Move): Promise<void> {
  const elsewhere = await copyingElsewhere(source, target, organizationId, to);
  if (elsewhere === undefined) return;
  const where = elsewhere === to ? `another database than this of ${to}` : `the cell ${elsewhere}`;
  throw new StartError(
    `The organization is being moved to ${where}: run that move to its end, or take it back with --cancel there.`,
  );
}

/** What no key opens is as shut there as it is here, and keeps nobody. */
async function refuseOldSeals({ source, organizationId, sealingKeys, tell }: Move): Promise<void> {
  const [present, ...previous] = sealingKeys();
  const used = await source.transaction((tx) => sealingKeysOf(tx, organizationId));
  if (used.some((key) => previous.includes(key)))
    throw new StartError(
      'Some of its secrets are sealed with a previous PLATFORM_SECRET, which the other cell may have given up: run `npm run admin -- reseal` in this cell first.',
    );
  if (used.some((key) => key !== present))
    tell(
      'Some of its secrets are sealed with neither PLATFORM_SECRET nor PLATFORM_SECRET_PREVIOUS, and are moved as they are: `npm run admin -- reseal` names them.',
    );
}
