/** The folder of an exported organization: what is in it, and that it is whole. */
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TableDigest } from '../../db/cells/rows.read.ts';
import { StartError } from '../start-error.ts';

const format = 1;
const manifestName = 'manifest.json';

export interface Manifest {
  format: typeof format;
  organization: { id: string; name: string };
  exported_at: string;
  /** The end of its stream of events there. */
  horizon: string;
  /** Digests of the migrations, by name. */
  migrations: Record<string, string>;
  /** Rows of each table and the sum of their hashes. */
  tables: Record<string, TableDigest>;
  files: { count: number; bytes: number };
}

/** A file of the organization, as a line of `files.ndjson` tells it. */
export interface ExportedFile {
  key: string;
  bytes: number;
  sha256: string;
}

export const tableFile = (folder: string, table: string): string =>
  path.join(folder, 'tables', `${table}.ndjson`);
export const listOfFiles = (folder: string): string => path.join(folder, 'files.ndjson');
/** Where the file of a key is: the key begins with the organization, which is the folder. */
export const fileOf = (folder: string, key: string): string =>
  path.join(folder, 'files', ...key.split('/').slice(1));

/** Written last: a folder without it is not whole. */
export async function writeManifest(folder: string, told: Omit<Manifest, 'format'>): Promise<void> {
  const file = path.join(folder, manifestName);
  await writeFile(`${file}.new`, `${JSON.stringify({ format, ...told }, null, 2)}\n`, {
    flush: true,
    mode: 0o600,
  });
  await rename(`${file}.new`, file);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(
    (fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'ENOENT') throw fault;
      throw new StartError(
        `${folder} has no ${manifestName}: it is not an export, or one that did not come to its end.`,
      );
    },
  );
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== format) throw new StartError(`${folder} was not exported by this version.`);
  return manifest;
}

const pieceBytes = 1024 * 1024;

/** Lines of a file, in pieces that fit into memory. Only `\n` ends one: JSON may contain every other separator. */
export async function* linesIn(file: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: pieceBytes })) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
}
