/** `npm run admin -- <command>`: organizations and tokens from the command line, for setting up an installation. */
import { Command } from 'commander';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { inTenant, openDatabase, type Database } from '../db/database.ts';
import { isZoneKnown, zonesInUse } from '../db/tenancy/time-zones.read.ts';
import { insertOrganization, insertToken } from '../db/tenancy/organizations.write.ts';
import { findScope, isCurrency, listOrganizations, listTokens } from '../db/tenancy/admin.write.ts';
import { expandPermissions, permissions, roles, type Permission } from '../domain/permissions.ts';
import { newSecret } from '../domain/tenancy/named-secret.ts';
import { isTimeZone } from '../queues/tenancy/commands.ts';
import { addMoveCommands } from './cells/move-commands.ts';
import { addCellsCommand } from './cells/map-command.ts';
import { addCopyCommands } from './cells/copy-commands.ts';
import { readConfig } from './config.ts';
import { connectionsOf } from './connections.ts';
import { addHubCode } from './hub-code.ts';
import { prepareOrganization } from './prepare-organization.ts';
import { addBackupCommands } from './ops/backup-commands.ts';
import { addQuotasCommand } from './ops/quotas-command.ts';
import { addResealCommand } from './ops/reseal-command.ts';
import { addRestoredCommand } from './ops/restored-command.ts';
import { addRetentionCommand } from './ops/retention-command.ts';
import { refuseWrongPostgres } from './reachability.ts';
import { addRevokeToken } from './ops/revoke-token-command.ts';
import { reasonOf, StartError } from './start-error.ts';

const editions = ['standard', 'three_pl'] as const;
const modes = ['wms_sync', 'oms_standalone'] as const;

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const urls = connectionsOf(readConfig());
  await refuseWrongPostgres(urls.appUrl);
  const database = openDatabase({
    ...urls,
    poolMax: 2,
    applicationName: 'platform admin',
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function oneOf<const V extends readonly string[]>(name: string, values: V, given: string): V[number] {
  if (values.includes(given)) return given;
  throw new StartError(`${name} must be one of ${values.join(', ')}.`);
}

function namedPermissions(given: string): Permission[] {
  const names = given.split(',').filter(Boolean);
  const unknown = names.filter((name) => !(name in permissions));
  if (unknown.length > 0)
    throw new StartError(`There is no permission ${unknown.join(', ')}; see GET /api/openapi.json.`);
  return names as Permission[];
}

const program = new Command('npm run admin --')
  .description('Organizations and tokens of this installation.')
  .showHelpAfterError();

program
  .command('organizations')
  .description('lists the organizations, and names time zones of theirs that mean two things')
  .action(() =>
    withDatabase(async (database) => {
      const organizations = await listOrganizations(database);
      console.table(organizations);
      for (const { id } of organizations) await warnOfZones(database, id);
    }),
  );

/** Older versions took abbreviations: IST is India to the runtime and Israel to Postgres. */
async function warnOfZones(database: Database, organizationId: string): Promise<void> {
  const used = await inTenant(database, { organizationId }, zonesInUse, { readOnly: true });
  for (const { zone, of } of used)
    if (!isTimeZone(zone))
      console.warn(
        `${zone}, the time zone of ${of} (${organizationId}), means two things: set an IANA name.`,
      );
}

program
  .command('create-organization')
  .description('creates an organization with its own merchant (standard), reason codes and accounts')
  .requiredOption('--name <name>')
  .option('--edition <edition>', editions.join(' | '), 'standard')
  .option('--inventory-mode <mode>', modes.join(' | '), 'wms_sync')
  .option('--time-zone <zone>', 'IANA name', 'UTC')
  .option('--currency <code>', 'ISO 4217', 'USD')
  .action(
    (options: { name: string; edition: string; inventoryMode: string; timeZone: string; currency: string }) =>
      withDatabase(async (database) => {
        if (!isTimeZone(options.timeZone) || !(await isZoneKnown(database.system, options.timeZone)))
          throw new StartError('--time-zone must be an IANA time zone.');
        if (!(await isCurrency(database, options.currency))) {
          throw new StartError('--currency must be an ISO 4217 currency such as USD.');
        }
        const id = uuidv7();
        await inTenant(database, { organizationId: id }, async (tx) => {
          await insertOrganization(tx, {
            id,
            name: nameOf(options.name),
            edition: oneOf('--edition', editions, options.edition),
            inventory_mode: oneOf('--inventory-mode', modes, options.inventoryMode),
            time_zone: options.timeZone,
            base_currency: options.currency,
          });
          await prepareOrganization(tx);
        });
        console.log(id);
      }),
  );

program
  .command('create-token')
  .description('creates an access token and prints it: it is never shown again')
  .requiredOption('--organization <id>')
  .requiredOption('--name <name>')
  .option('--roles <names>', `comma-separated: ${Object.keys(roles).join(', ')}`, '')
  .option(
    '--permissions <names>',
    'comma-separated; wms.inventory_adjust, ops.view and ops.manage are in no role',
    '',
  )
  .option('--merchant <id>', "limits the token to one merchant's rows")
  .option('--days <days>', 'expires after this many days')
  .action(
    (options: {
      organization: string;
      name: string;
      roles: string;
      permissions: string;
      merchant?: string;
      days?: string;
    }) =>
      withDatabase(async (database) => {
        const roleNames = options.roles.split(',').filter(Boolean);
        for (const role of roleNames) oneOf('--roles', Object.keys(roles), role);
        const expiresAt = options.days === undefined ? null : inDays(options.days);
        const granted = expandPermissions(roleNames, namedPermissions(options.permissions));
        if (granted.length === 0) {
          throw new StartError('A token without permissions is useless: give --roles or --permissions.');
        }
        await refuseUnknown(database, options.organization, options.merchant);
        const accessToken = newSecret('wp', options.organization);
        await inTenant(database, { organizationId: options.organization }, (tx) =>
          insertToken(tx, {
            organizationId: options.organization,
            name: nameOf(options.name),
            accessToken,
            permissions: granted,
            merchantId: options.merchant ?? null,
            expiresAt,
          }),
        );
        console.log(accessToken);
      }),
  );

program
  .command('tokens')
  .description("lists an organization's live tokens; the tokens themselves are not stored")
  .requiredOption('--organization <id>')
  .action((options: { organization: string }) =>
    withDatabase(async (database) => {
      await refuseUnknown(database, options.organization);
      console.table(await listTokens(database, options.organization));
    }),
  );

program
  .command('database-urls')
  .description('prints the connection URLs of the two roles that API and workers use, with their passwords')
  .action(() => {
    const { appUrl, systemUrl } = connectionsOf(readConfig());
    console.log(`APP_DATABASE_URL=${appUrl}\nSYSTEM_DATABASE_URL=${systemUrl}`);
  });

addHubCode(program, withDatabase);

addCellsCommand(program, withDatabase);
addRevokeToken(program, withDatabase, refuseUnknown, refuseNoId);
addQuotasCommand(program, withDatabase, refuseUnknown);
addRetentionCommand(program, withDatabase, refuseUnknown);
addCopyCommands(program, refuseNoId);
addBackupCommands(program);
addResealCommand(program);
addRestoredCommand(program);

addMoveCommands(program, refuseNoId);

async function refuseUnknown(database: Database, organizationId: string, merchantId?: string): Promise<void> {
  refuseNoId('--organization', organizationId);
  if (merchantId !== undefined) refuseNoId('--merchant', merchantId);
  const found = await findScope(database, organizationId, merchantId);
  if (!found.organization) {
    throw new StartError('There is no such organization: `npm run admin -- organizations` lists them.');
  }
  if (merchantId !== undefined && !found.merchant) {
    throw new StartError(
      'There is no such merchant in that organization: GET /api/wms/merchants lists them.',
    );
  }
}

function refuseNoId(option: string, text: string): void {
  if (!isUuid(text)) throw new StartError(`${option} must be an id (a UUID).`);
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200) throw new StartError('--name must have 1 to 200 characters.');
  return name;
}

const daysMax = 3_650;

function inDays(text: string): Date {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > daysMax) {
    throw new StartError(`--days must be a whole number from 1 to ${daysMax}.`);
  }
  return new Date(Date.now() + days * 86_400_000);
}

try {
  await program.parseAsync();
} catch (fault) {
  console.error(reasonOf(fault));
  process.exitCode = 1;
}
