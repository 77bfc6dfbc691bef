/** Puts a backup into a data directory that has no database; the next start recovers it to the moment it was made. */
import { chownSync, readdirSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { claimDataDirectory } from '../data-directory.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { copyFile, manifestFile, type BackupManifest } from './backup.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { placeCluster } from './postgres-cluster.ts';
import { type UnprivilegedUser, unprivilegedUser } from './unprivileged-user.ts';

/**
 * Restores the backup in `from`. Every file is compared with what was backed up before anything counts: refuses a
 * backup that is not whole, one of another major version of Postgres, and a data directory that has a database.
 */
export async function restore(
  from: string,
  dataDir: string,
  log: (line: string) => void,
): Promise<BackupManifest> {
  const manifest = await readManifest(from);
  const release = claimDataDirectory(dataDir);
  try {
    const link = path.join(dataDir, 'postgres');
    if (await lstat(link).catch(() => undefined))
      throw new StartError(`${dataDir} has a database: restore into a new folder, named by DATA_DIR.`);
    const user = unprivilegedUser(link);
    const { major } = postgresBinaries(dataDir, user);
    if (manifest.postgres !== major) {
      throw new StartError(`The backup is of Postgres ${manifest.postgres}, and this release runs ${major}.`);
    }
    // Its own folder first: what is compared and found wrong leaves nothing that looks like a database.
    const half = path.join(dataDir, 'restored.half');
    await rm(half, { recursive: true, force: true });
    try {
      await mkdir(half, { recursive: true });
      await placeCluster(dataDir, user, log, (place) => bring(from, manifest, { place, half, user }));
      for (const name of readdirSync(half)) {
        await rm(path.join(dataDir, name), { recursive: true, force: true });
        await rename(path.join(half, name), path.join(dataDir, name));
      }
    } finally {
      await rm(half, { recursive: true, force: true });
    }
    return manifest;
  } finally {
    release();
  }
}

/** The database beside its place, which may be on another disk; the rest into `half`. */
async function bring(
  from: string,
  { files }: BackupManifest,
  { place, half, user }: { place: string; half: string; user: UnprivilegedUser | undefined },
): Promise<void> {
  const database = `${place}.half`;
  await rm(database, { recursive: true, force: true });
  try {
    await mkdir(database, { mode: 0o700 });
    for (const file of files) {
      const [folder, name] = file.path.startsWith(ofDatabase)
        ? [database, file.path.slice(ofDatabase.length)]
        : [half, file.path];
      await copyChecked(from, file, path.join(folder, name));
    }
    await settle(database, user);
    await rename(database, place);
  } finally {
    await rm(database, { recursive: true, force: true });
  }
}

const ofDatabase = 'postgres/';

async function readManifest(from: string): Promise<BackupManifest> {
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(await readFile(path.join(from, manifestFile), 'utf8')) as BackupManifest;
  } catch (fault) {
    throw new StartError(`${from} holds no whole backup (${reasonOf(fault)}).`);
  }
  const odd = manifest.files.find(({ path: name }) => !isOfBackup(name));
  if (odd) throw new StartError(`The backup names ${odd.path}, which is no part of a backup.`);
  return manifest;
}

/** Whoever altered a backup must not have it write elsewhere, nor bring a secret or settings of its own. */
function isOfBackup(name: string): boolean {
  const isPlain = path.posix.normalize(name) === name && !name.endsWith('/');
  return isPlain && (name === 'postgres.json' || /^(postgres|files)\//.test(name));
}

async function copyChecked(
  from: string,
  { path: name, bytes, sha256 }: BackupManifest['files'][number],
  to: string,
): Promise<void> {
  const copied = await copyFile(path.join(from, name), to).catch((fault: unknown) => {
    throw new StartError(`The backup lacks ${name} (${reasonOf(fault)}).`);
  });
  if (copied.bytes !== bytes || copied.sha256 !== sha256)
    throw new StartError(`The backup is damaged: ${name} is not what was backed up.`);
}

/** Folders that Postgres expects, empty though they are; and all of it belongs to whom it runs as. */
async function settle(folder: string, user: UnprivilegedUser | undefined): Promise<void> {
  const expected = ['pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'];
  for (const name of [
    ...expected,
    'pg_subtrans',
    'pg_stat',
    'pg_tblspc',
    'pg_twophase',
    'pg_commit_ts',
    'pg_wal',
  ])
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  for (const name of [
    'pg_wal/archive_status',
    'pg_wal/summaries',
    'pg_logical/snapshots',
    'pg_logical/mappings',
  ])
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if (!user) return;
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(path.join(folder, name), user.uid, user.gid);
}
