/**
 * Brings an exported organization into this installation, as it was: all of it or, when anything differs from what the
 * export says, nothing.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { plainKey, type FileStore } from '../../api/files/file-store.ts';
import { findPlace, setPlace } from '../../db/cells/places.write.ts';
import { isPublished, progressOf } from '../../db/cells/replication.write.ts';
import { digestOf, highestNumber, isOfBeforeItLeft, schemaDigests } from '../../db/cells/rows.read.ts';
import { beginBringing, bringLines, continueStream, numberPast } from '../../db/cells/rows.write.ts';
import { sealingKeysOf } from '../../db/cells/sealed.write.ts';
import { isNumbered, readOrganizationTables, type OrganizationTables } from '../../db/cells/tables.read.ts';
import { copyingProblem, inWholeDatabase, type WholeDatabase } from '../../db/cells/whole-database.ts';
import { StartError } from '../start-error.ts';
import { removeAll } from './bring-the-rest.ts';
import type { CopyParts } from './export-organization.ts';
import {
  fileOf,
  linesIn,
  listOfFiles,
  readManifest,
  tableFile,
  type ExportedFile,
  type Manifest,
} from './manifest.ts';

/** Throws a StartError that says what to do when the organization cannot be brought; then nothing was. */
export async function importOrganization({
  ownerUrl,
  files,
  credentialsKeys,
  folder,
}: CopyParts & {
  /** The ids of the keys that open credentials here. */
  credentialsKeys: readonly string[];
}): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { id } = manifest.organization;
  await inWholeDatabase(ownerUrl, async (tx) => {
    await refuse(tx, manifest);
    await makeRoom(tx, manifest);
    // Rows never name a file that is not there. Files of an import that fails are found the next time.
    await bringFiles(files, manifest, folder);
    await beginBringing(tx);
    const tables = await readOrganizationTables(tx);
    for (const table of [...tables.named, ...tables.own])
      for await (const lines of linesIn(tableFile(folder, table.name)))
        if (!(await bringLines(tx, table, id, lines)))
          throw new StartError(`Nothing was imported: ${table.name} has rows of another organization.`);
    await compare(tx, manifest, tables);
    const keys = await sealingKeysOf(tx, id);
    if (keys.some((key) => !credentialsKeys.includes(key)))
      throw new StartError(
        'Nothing was imported: its credentials are sealed with another PLATFORM_SECRET. Give that one as PLATFORM_SECRET_PREVIOUS; if they are with several, run `npm run admin -- reseal` there and export it again.',
      );
    await continueStream(tx, id, manifest.horizon);
    await setPlace(tx, id, { state: 'active', cell: null });
    for (const table of tables.own.filter(isNumbered))
      await numberPast(tx, table, await highestNumber(tx, table, id));
  });
  return manifest;
}

async function refuse(tx: WholeDatabase, { migrations }: Manifest): Promise<void> {
  const problem = await copyingProblem(tx, 'in');
  if (problem) throw new StartError(problem);
  const here = await schemaDigests(tx);
  const differing = [...new Set([...Object.keys(migrations), ...Object.keys(here)])].filter(
    (name) => migrations[name] !== here[name],
  );
  if (differing.length > 0)
    throw new StartError(
      `The two databases differ in the migration ${differing.sort()[0]}: bring both to the same version first.`,
    );
}

/**
 * Of one that has left this cell, what is still here goes, unless it is newer than the export: that was made before it left,
 * and it would work here as it once was.
 */
async function makeRoom(tx: WholeDatabase, { organization, horizon }: Manifest): Promise<void> {
  const { id: organizationId } = organization;
  const place = await findPlace(tx, organizationId);
  if (!place) return;
  if (place.state !== 'moved')
    throw new StartError(`The organization ${organizationId} is already in this installation.`);
  if ((await progressOf(tx, organizationId)) ?? (await isPublished(tx, organizationId)))
    throw new StartError('The organization is being moved: run move-organization to its end, or cancel it.');
  if (await isOfBeforeItLeft(tx, organizationId, horizon))
    throw new StartError(
      `Nothing was imported: the export is older than what the organization left here when it went to ${place.cell}. Export it from where it works now.`,
    );
  await removeAll(tx, organizationId);
}

async function bringFiles(
  files: FileStore,
  { organization: { id }, files: kept }: Manifest,
  folder: string,
): Promise<void> {
  let count = 0;
  for await (const lines of linesIn(listOfFiles(folder)))
    for (const line of lines) {
      const { key, sha256 } = JSON.parse(line) as ExportedFile;
      if (!plainKey(key).startsWith(`${id}/`))
        throw new StartError(`The file ${key} is of another organization.`);
      const bytes = await readFile(fileOf(folder, key));
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new StartError(`The file ${key} is not what was exported.`);
      await files.put({ key, bytes, content_type: 'application/octet-stream' });
      count += 1;
    }
  if (count !== kept.count) throw new StartError(`${listOfFiles(folder)} is not what was exported.`);
}

/** What others name as well may differ here, but has to be here. */
async function compare(tx: WholeDatabase, manifest: Manifest, tables: OrganizationTables): Promise<void> {
  const differing: string[] = [];
  for (const table of [...tables.named, ...tables.own]) {
    const there = manifest.tables[table.name];
    const here = await digestOf(tx, table, manifest.organization.id);
    const isSame = here.rows === there?.rows && (!('owner' in table) || here.hash === there.hash);
    if (!isSame) differing.push(table.name);
  }
  if (differing.length > 0)
    throw new StartError(`Nothing was imported: ${differing.join(', ')} would not be what was exported.`);
}
