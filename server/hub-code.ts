/** `npm run admin -- hub-code`: the code that connects a workstation, to be pasted on its hub's own page. */
import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { inTenant, type Database } from '../db/database.ts';
import { findWarehouseByCode } from '../db/printing/printer-choices.read.ts';
import { insertEnrollmentKey } from '../db/printing/hubs.write.ts';
import { newSecret } from '../domain/tenancy/named-secret.ts';
import { newId } from '../domain/new-id.ts';
import { connectionCode } from '../domain/printing/connection-code.ts';
import { StartError } from './start-error.ts';

const dayMs = 24 * 3600 * 1000;

interface Options {
  organization: string;
  warehouse?: string;
  url: string;
  name: string;
}

/** Adds the command to the program; `withDatabase` opens the installation's database for it. */
export function addHubCode(
  program: Command,
  withDatabase: (work: (database: Database) => Promise<void>) => Promise<void>,
): void {
  program
    .command('hub-code')
    .description("prints the code that connects a workstation's hub; valid for seven days")
    .requiredOption('--organization <id>')
    .requiredOption(
      '--url <address>',
      'the address under which the workstation reaches the platform, https://...',
    )
    .option('--warehouse <code>', 'the warehouse the workstation is in')
    .option('--name <name>', "the key's name in the list of keys", 'hub-code')
    .action((options: Options) =>
      withDatabase(async (database) => console.log(await hubCode(database, options))),
    );
}

/** Creates an enrollment key valid for seven days and the code around it. */
export async function hubCode(
  database: Database,
  { organization, warehouse, url, name }: Options,
): Promise<string> {
  if (!URL.canParse(url))
    throw new StartError('--url must be an address such as https://warehouse.example.com.');
  const enrollmentKey = newSecret('hek', organization);
  const warehouseId = await inTenant(database, { organizationId: organization }, async (tx) => {
    const found = warehouse === undefined ? null : await findWarehouseByCode(tx, warehouse);
    if (found === undefined) throw new StartError(`There is no warehouse ${warehouse} in that organization.`);
    await insertEnrollmentKey(tx, {
      id: newId(),
      name,
      warehouse_id: found,
      expires_at: new Date(Date.now() + 7 * dayMs),
      key_hash: createHash('sha256').update(enrollmentKey).digest(),
    });
    return found;
  });
  return connectionCode({
    backend_url: url.replace(/\/+$/, ''),
    organization_id: organization,
    warehouse_id: warehouseId,
    enrollment_key: enrollmentKey,
  });
}
