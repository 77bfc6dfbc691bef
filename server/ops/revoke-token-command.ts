/** `npm run admin -- revoke-token`: revokes a token with everything made with it, also while no API process runs. */
import type { Command } from 'commander';
import { inTenant, type Database } from '../../db/database.ts';
import { endLivesOn, endMadeWith, type Ended } from '../../db/printing/made-with.write.ts';
import { readLivesOn, type LivesOn } from '../../db/tenancy/lives-on.read.ts';
import { lockToken } from '../../db/tenancy/tokens.write.ts';
import { enqueueCommands } from '../../db/engine/commands.write.ts';
import { newId } from '../../domain/new-id.ts';
import { printJobCommands } from '../../queues/printing/print-jobs.ts';
import { StartError } from '../start-error.ts';

const actor = {
  token_id: null,
  member_id: null,
  name: 'command line: revoke-token',
  permissions: [],
  merchant_id: null,
  ip: null,
  request_id: 'command line',
};

export function addRevokeToken(
  program: Command,
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>,
  refuseUnknown: (database: Database, organizationId: string) => Promise<void>,
  refuseNoId: (option: string, id: string) => void,
): void {
  program
    .command('revoke-token')
    .description('revokes a token, and the tokens, enrollment keys and hubs made with it')
    .requiredOption('--organization <id>')
    .requiredOption('--token <id>')
    .option('--end-what-it-made', 'disables the webhook endpoints and connections set up with it as well')
    .action((options: Options) =>
      withDatabase(async (database) => {
        await refuseUnknown(database, options.organization);
        refuseNoId('--token', options.token);
        const { tokens, enrollment_keys: keys, hubs, lives_on: left } = await revoke(database, options);
        console.log('revoked');
        const more = [`${tokens.length - 1} tokens`, `${keys.length} enrollment keys`, `${hubs.length} hubs`];
        if (tokens.length + keys.length + hubs.length > 1)
          console.log(`with it, what was made with it: ${more.join(', ')}`);
        for (const id of left.webhook_endpoint_ids) console.log(`goes on: webhook endpoint ${id}`);
        for (const id of left.connection_ids) console.log(`goes on: connection ${id}`);
      }),
    );
}

interface Options {
  organization: string;
  token: string;
  endWhatItMade?: boolean;
}

function revoke(
  database: Database,
  { organization, token, endWhatItMade: isAllEnded }: Options,
): Promise<Ended & { lives_on: LivesOn }> {
  return inTenant(database, { organizationId: organization }, async (tx) => {
    const found = await lockToken(tx, token);
    const ended = await endMadeWith(tx, token);
    // What one set up is ended later as well.
    if (!found || (ended.tokens.length === 0 && !isAllEnded))
      throw new StartError('There is no such live token in that organization.');
    const { name, runs: queue } = printJobCommands.dispatchWaiting;
    const dispatch = { id: newId(), organization_id: organization, name, queue, input: {}, actor };
    if (ended.hubs.length > 0) await enqueueCommands(tx, [dispatch]);
    if (isAllEnded) await endLivesOn(tx, token);
    return { ...ended, lives_on: await readLivesOn(tx, token) };
  });
}
