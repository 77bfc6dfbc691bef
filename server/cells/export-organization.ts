/** Writes everything an organization has, at one moment, into a folder. It goes on working meanwhile. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../api/files/file-store.ts';
import { findPlace } from '../../db/cells/places.write.ts';
import {
  beginReading,
  digestOf,
  findOrganizationName,
  linesOf,
  schemaDigests,
  streamHorizon,
  type TableDigest,
} from '../../db/cells/rows.read.ts';
import { readOrganizationTables } from '../../db/cells/tables.read.ts';
import { copyingProblem, inWholeDatabase, type WholeDatabase } from '../../db/cells/whole-database.ts';
import { Refusal } from '../../domain/refusal.ts';
import { StartError } from '../start-error.ts';
import {
  fileOf,
  listOfFiles,
  tableFile,
  writeManifest,
  type ExportedFile,
  type Manifest,
} from './manifest.ts';

export interface CopyParts {
  ownerUrl: string;
  files: FileStore;
  folder: string;
}

/** Throws a StartError that says what to do when the organization cannot be exported. */
export async function exportOrganization(
  { ownerUrl, files, folder }: CopyParts,
  organizationId: string,
): Promise<Manifest['tables']> {
  const told = await inWholeDatabase(ownerUrl, async (tx) => {
    await beginReading(tx);
    const problem = await copyingProblem(tx, 'out');
    if (problem) throw new StartError(problem);
    const name = await findOrganizationName(tx, organizationId);
    const place = await findPlace(tx, organizationId);
    if (name === undefined || !place)
      throw new StartError('There is no such organization: `npm run admin -- organizations` lists them.');
    if (place.state !== 'active')
      throw new StartError(
        `The organization does not work here${place.cell === null ? ': it is being moved' : `: export it from the cell ${place.cell}`}.`,
      );
    await makeFolder(folder);
    return {
      organization: { id: organizationId, name },
      exported_at: new Date().toISOString(),
      horizon: await streamHorizon(tx, organizationId),
      migrations: await schemaDigests(tx),
      tables: await writeTables(tx, organizationId, folder),
    };
  });
  // A file is in the store before the row that names it is committed, so none of that moment's is missed now.
  const kept = await writeFiles(files, organizationId, folder);
  await writeManifest(folder, { ...told, files: kept });
  return told.tables;
}

// The folder may have been there, open to all.
const ownersAlone = { flush: true, mode: 0o600 };

async function makeFolder(folder: string): Promise<void> {
  // Hashes of tokens and sealed credentials are among the rows.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartError(`${folder} is not empty.`);
  await mkdir(path.join(folder, 'tables'), { mode: 0o700 });
}

async function writeTables(
  tx: WholeDatabase,
  organizationId: string,
  folder: string,
): Promise<Record<string, TableDigest>> {
  const { own, named } = await readOrganizationTables(tx);
  const tables: Record<string, TableDigest> = {};
  for (const table of [...named, ...own]) {
    await writeText(tableFile(folder, table.name), linesOf(tx, table, organizationId));
    tables[table.name] = await digestOf(tx, table, organizationId);
  }
  return tables;
}

async function writeText(file: string, pieces: AsyncIterable<string[]>): Promise<void> {
  const texts = async function* () {
    for await (const lines of pieces) yield lines.map((line) => `${line}\n`).join('');
  };
  await pipeline(texts, createWriteStream(file, ownersAlone));
}

async function writeFiles(
  files: FileStore,
  organizationId: string,
  folder: string,
): Promise<Manifest['files']> {
  const kept = { count: 0, bytes: 0 };
  const lines = async function* () {
    for await (const key of files.list(organizationId)) {
      const file = await writeFile(files, key, fileOf(folder, key)).catch(passOverGone);
      if (!file) continue;
      kept.count += 1;
      kept.bytes += file.bytes;
      yield [JSON.stringify(file)];
    }
  };
  await writeText(listOfFiles(folder), lines());
  return kept;
}

/** What nothing names is swept meanwhile. */
function passOverGone(fault: unknown): undefined {
  if (!(fault instanceof Refusal && fault.code === 'NOT_FOUND')) throw fault;
}

async function writeFile(files: FileStore, key: string, file: string): Promise<ExportedFile> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(await files.get(key), measure, createWriteStream(file, ownersAlone));
  return { key, bytes, sha256: hash.digest('hex') };
}
