/** `npm run admin -- restored`: what a restored database needs before processes start on it. */
import type { Command } from 'commander';
import { continuePastLost, hasOrganizations, isWorkedOn } from '../../db/cells/restored.write.ts';
import { copyingProblem, inWholeDatabase } from '../../db/cells/whole-database.ts';
import { readConfig } from '../config.ts';
import { ownerUrl } from '../connections.ts';
import { StartError } from '../start-error.ts';

export function addRestoredCommand(program: Command): void {
  program
    .command('restored')
    .description(
      'after a restore, before anything starts on it: readers of events that were past the moment go on',
    )
    .action(async () => {
      const streams = await continueStreams(ownerUrl(readConfig()));
      if (streams === 0) throw new StartError('This database has no organizations: is it the one restored?');
      console.log(`${streams} streams of events go on past what was lost`);
    });
}

/** Of how many organizations. Throws a StartError that says what to do when it cannot be done. */
export async function continueStreams(url: string): Promise<number> {
  return inWholeDatabase(url, async (tx) => {
    const problem = await copyingProblem(tx, 'out');
    if (problem) throw new StartError(problem);
    if (!(await hasOrganizations(tx))) return 0;
    if (await isWorkedOn(tx))
      throw new StartError('API or workers are connected to this database: stop them first.');
    return continuePastLost(tx);
  });
}
