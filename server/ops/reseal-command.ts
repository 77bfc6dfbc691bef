/** `npm run admin -- reseal`: what is sealed with the previous PLATFORM_SECRET is sealed with the present one. */
import type { Command } from 'commander';
import type { Knex } from 'knex';
import { beginBringing } from '../../db/cells/rows.write.ts';
import {
  replaceSealed,
  sealedColumns,
  sealedOtherwise,
  type SealedColumn,
  type SealedText,
} from '../../db/cells/sealed.write.ts';
import { copyingProblem, withOwner, type WholeDatabase } from '../../db/cells/whole-database.ts';
import {
  connectionSecretPlace,
  credentialsPlace,
  endpointSecretPlace,
  flowSecretPlace,
} from '../../domain/integration/sealed-places.ts';
import { carrierCredentialsPlace } from '../../domain/parcels/carriers.ts';
import { keyRing, type KeyRing, type PlatformSecrets } from '../../domain/secrets/platform-keys.ts';
import { open, seal } from '../../domain/secrets/seal.ts';
import { readConfig } from '../config.ts';
import { ownerUrl } from '../connections.ts';
import { platformSecretsOf } from '../platform-secret.ts';
import { StartError } from '../start-error.ts';

interface Sealing {
  /** The column with the id of what the secret is of. */
  row: string;
  place(organizationId: string, id: string): string;
}

const sealings: Readonly<Record<string, Sealing>> = {
  'carrier_accounts.credentials_sealed': { row: 'id', place: carrierCredentialsPlace },
  'channel_connections.credentials_sealed': { row: 'id', place: credentialsPlace },
  'channel_connections.webhook_secret_sealed': { row: 'id', place: connectionSecretPlace },
  'flow_versions.webhook_secret_sealed': { row: 'flow_id', place: flowSecretPlace },
  'flows.webhook_secret_sealed': { row: 'id', place: flowSecretPlace },
  'webhook_endpoints.older_secret_sealed': { row: 'id', place: endpointSecretPlace },
  'webhook_endpoints.previous_secret_sealed': { row: 'id', place: endpointSecretPlace },
  'webhook_endpoints.secret_sealed': { row: 'id', place: endpointSecretPlace },
};

export function addResealCommand(program: Command): void {
  program
    .command('reseal')
    .description('seals what the previous PLATFORM_SECRET sealed with the present one, which then is enough')
    .action(async () => {
      const config = readConfig();
      const { resealed, shut } = await reseal(ownerUrl(config), platformSecretsOf(config));
      console.log(`${resealed} secrets sealed with the present PLATFORM_SECRET`);
      if (shut.length === 0) return;
      throw new StartError(
        `${shut.length} are sealed with neither PLATFORM_SECRET nor PLATFORM_SECRET_PREVIOUS: ${shut.slice(0, 5).join(', ')}.`,
      );
    });
}

/**
 * Seals everything of the organizations that work here with the current key, while they work: in how many rows, and what
 * no key opens (table, column and id). Run again, it finds what was written with the old key meanwhile. Throws a StartError
 * that says what the role lacks: versions of flows are for nobody to change, and their secrets are changed all the same.
 */
export async function reseal(
  url: string,
  secrets: PlatformSecrets,
): Promise<{ resealed: number; shut: string[] }> {
  const keys = keyRing(secrets, 'credentials');
  const told = { resealed: 0, shut: [] as string[] };
  await withOwner(url, async (owner) => {
    const columns = await owner.transaction(async (tx) => {
      const problem = (await copyingProblem(tx, 'out')) ?? (await copyingProblem(tx, 'in'));
      if (problem) throw new StartError(problem);
      return sealedColumns(tx);
    });
    for (const column of columns) await resealColumn(owner, column, keys, told);
  });
  return told;
}

const atOnce = 500;

async function resealColumn(
  owner: Knex,
  column: SealedColumn,
  keys: KeyRing,
  told: { resealed: number; shut: string[] },
): Promise<void> {
  const place = `${column.table}.${column.column}`;
  const sealing = sealings[place];
  if (!sealing) throw new Error(`What is ${place} sealed for? See server/ops/reseal-command.ts.`);
  const one = async (tx: WholeDatabase, text: SealedText): Promise<void> => {
    const sealedFor = sealing.place(text.organization_id, text.row);
    const secret = open(keys, text.sealed, sealedFor);
    if (secret === undefined) told.shut.push(`${place} ${text.row}`);
    else told.resealed += await replaceSealed(tx, column, text, seal(keys, secret, sealedFor));
  };
  for (let after: string | undefined = ''; after !== undefined;)
    after = await owner.transaction(async (tx) => {
      await beginBringing(tx);
      const found = await sealedOtherwise(tx, { ...column, row: sealing.row }, keys[0].id, after!, atOnce);
      for (const text of found) await one(tx, text);
      return found.at(-1)?.sealed;
    });
}
