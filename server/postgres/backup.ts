/**
 * A backup of the embedded Postgres while it works: its files as they lie on the disk, and the log with which Postgres
 * makes one moment of them (the low-level API of continuous archiving; the bundled binaries have no pg_basebackup). The
 * files that people uploaded are copied after it, so that none a row names is missing.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { reasonOf, StartError } from '../start-error.ts';

export interface BackupFile {
  path: string;
  bytes: number;
  sha256: string;
}

export interface BackupManifest {
  made_at: string;
  /** Major version of Postgres. */
  postgres: string;
  files: BackupFile[];
}

export const manifestFile = 'backup.json';

/** In DATA_DIR beside the database: how to connect to it, and what people uploaded. */
const beside = ['postgres.json', 'files'];

// What belongs to the running server, or is made anew: Postgres' manual, "Making an Exclusive Low-Level Backup".
const leftOut =
  /^(postmaster\.(pid|opts)|.*\/?pgsql_tmp.*|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+)$/;

/**
 * Backs up what lies in `dataDir`, whose Postgres runs at `url`, into the folder `to`, which appears when it is whole.
 * Refuses a folder that has something in it, and a disk that is full.
 */
export async function backUp(dataDir: string, url: string, to: string): Promise<BackupManifest> {
  if ((await readdir(to).catch(() => [])).length > 0)
    throw new StartError(`${to} has something in it: name a new folder.`);
  const half = `${to}.half`;
  await rm(half, { recursive: true, force: true });
  try {
    await mkdir(half, { recursive: true, mode: 0o700 });
    const files = [
      ...(await copyDatabase(path.join(dataDir, 'postgres'), url, path.join(half, 'postgres'))),
      ...(await copyAll(dataDir, half, await namesBelow(dataDir, beside))),
    ];
    const postgres = (await readFile(path.join(half, 'postgres', 'PG_VERSION'), 'utf8')).trim();
    const manifest: BackupManifest = { made_at: new Date().toISOString(), postgres, files };
    await writeFile(path.join(half, manifestFile), JSON.stringify(manifest, null, 1), { flush: true });
    await rm(to, { recursive: true, force: true });
    await rename(half, to);
    return manifest;
  } catch (fault) {
    await rm(half, { recursive: true, force: true });
    throw fault instanceof StartError
      ? fault
      : new StartError(`The backup could not be made (${reasonOf(fault)}); nothing is left of it.`);
  }
}

async function copyDatabase(from: string, url: string, to: string): Promise<BackupFile[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Keeps the log from this moment on; it ends with this session, however that ends.
    await client.query(
      `select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`,
    );
    await client.query(`select pg_backup_start('npm run admin -- backup', true)`);
    const names = (await namesBelow(from)).filter((name) => !leftOut.test(name));
    const copied = await copyAll(from, to, names, 'postgres');
    const ended = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    const label = ended.rows[0]!.labelfile;
    const { rows } = await client.query<{ last: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as last',
    );
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)![1]!;
    const log = (await readdir(path.join(from, 'pg_wal')))
      .filter(
        (name) => name.endsWith('.history') || (name >= first && name <= rows[0]!.last && name.length === 24),
      )
      .map((name) => `pg_wal/${name}`);
    await writeFile(path.join(to, 'backup_label'), label, { flush: true });
    const labelled = { path: 'postgres/backup_label', ...(await measure(path.join(to, 'backup_label'))) };
    return [...copied, ...(await copyAll(from, to, log, 'postgres')), labelled];
  } finally {
    await client.end();
  }
}

/** The files below a folder, or below these of its entries, by their path in it. */
async function namesBelow(folder: string, entries?: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  const walk = async (name: string): Promise<void> => {
    const facts = await stat(path.join(folder, name)).catch(passOver);
    if (facts?.isFile()) names.push(name);
    if (!facts?.isDirectory()) return;
    for (const entry of (await readdir(path.join(folder, name)).catch(passOver)) ?? [])
      await walk(name === '' ? entry : `${name}/${entry}`);
  };
  for (const entry of entries ?? ['']) await walk(entry);
  return names;
}

/** A running database drops tables while it is copied: the log says so too. */
function passOver(fault: NodeJS.ErrnoException): undefined {
  if (fault.code !== 'ENOENT') throw fault;
}

async function copyAll(
  from: string,
  to: string,
  names: readonly string[],
  under?: string,
): Promise<BackupFile[]> {
  const copied: BackupFile[] = [];
  for (const name of names) {
    const facts = await copyFile(path.join(from, name), path.join(to, name)).catch(passOver);
    if (facts) copied.push({ path: under ? `${under}/${name}` : name, ...facts });
  }
  return copied;
}

/** Copies a file to the disk, not only to its cache, and says what was read. */
export async function copyFile(from: string, to: string): Promise<Omit<BackupFile, 'path'>> {
  const source = await open(from);
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(source.createReadStream(), measured, createWriteStream(to, { mode: 0o600 }));
  } finally {
    await source.close();
  }
  const written = await open(to, 'r+');
  await written.sync().finally(() => written.close());
  return { bytes, sha256: hash.digest('hex') };
}

async function measure(file: string): Promise<Omit<BackupFile, 'path'>> {
  const content = await readFile(file);
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
