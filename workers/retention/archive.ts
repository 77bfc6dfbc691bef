/** Writes rows to a file: NDJSON, compressed, stored under its hash, and read back before anything may be removed. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FiledTable } from '../../domain/retention/tables.ts';

/** The platform's file store. */
export interface ArchiveStore {
  put(file: { key: string; bytes: Buffer; content_type: string }): Promise<void>;
  get(key: string): Promise<Readable>;
}

export interface ArchivedFile {
  file_key: string;
  /** Hash of the rows as text. */
  rows_sha256: string;
  /** Hash of the file. */
  sha256: string;
  bytes: number;
}

const compress = promisify(gzip);
const open = promisify(gunzip);
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Writes rows, one per line, and reads them back: what this returns is safely stored and identical. The same rows give
 * the same file, so writing them again adds none. Throws when the store returns anything else.
 */
export async function archive(
  files: ArchiveStore,
  organizationId: string,
  table: FiledTable,
  lines: readonly string[],
): Promise<ArchivedFile> {
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const bytes = await compress(text);
  const sha256 = digest(bytes);
  const key = `${organizationId}/archive_${table}/${sha256}`;
  await files.put({ key, bytes, content_type: 'application/gzip' });
  const kept = await buffer(await files.get(key));
  if (digest(kept) !== sha256 || !(await open(kept)).equals(text))
    throw new Error(`The file store does not give back what was written to ${key}.`);
  return { file_key: key, rows_sha256: digest(text), sha256, bytes: bytes.length };
}
