/**
 * Files on this machine's disk: one folder per organization and kind, readable only by the user this program runs as.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { notFound } from '../../domain/refusal.ts';
import { away, isKey, pageMax, plainKey, type FileStore } from './file-store.ts';
import type { ListedFile } from '../../domain/tenancy/stored-files.ts';

/**
 * Stores files under a folder. A file is either there completely or not at all, and is flushed before the call returns.
 * A disk that is full or away refuses 503 UNAVAILABLE: that is not a file that was never there.
 */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string): string => path.join(folder, plainKey(key));
  return {
    put: async ({ key, bytes }) => {
      const target = pathOf(key);
      const known = await stat(target).catch(() => undefined);
      if (known?.size !== bytes.length) await write(target, bytes, rename).catch(refuse);
    },
    putFirst: ({ key, bytes }) => write(pathOf(key), bytes, linkFirst).catch(refuse),
    get: async (key) => {
      const file = pathOf(key);
      await stat(file).catch((fault: NodeJS.ErrnoException) => {
        if (fault.code === 'ENOENT') throw notFound('file');
        refuse(fault);
      });
      return createReadStream(file);
    },
    remove: (key) => removeFile(pathOf(key)).catch(refuse),
    removeDrafts: async (organizationId, before) => {
      for (const kind of await namesIn(path.join(folder, organizationId)))
        for (const name of await namesIn(path.join(folder, organizationId, kind)))
          if (!isKey(`${organizationId}/${kind}/${name}`))
            await removeOld(path.join(folder, organizationId, kind, name), before).catch(refuse);
    },
    assertTaking: () => tryDisk(folder).catch(refuse),
    page: async (organizationId, after) => {
      const page: ListedFile[] = [];
      for (const kind of (await namesIn(path.join(folder, organizationId))).toSorted())
        for (const file of (await namesIn(path.join(folder, organizationId, kind))).toSorted()) {
          const key = `${organizationId}/${kind}/${file}`;
          if (!isKey(key) || (after !== null && key <= after)) continue;
          const found = await stat(pathOf(key)).catch(() => undefined);
          if (found) page.push({ key, size_bytes: found.size, stored_at: found.mtime });
          if (page.length === pageMax) return page;
        }
      return page;
    },
    async *list(organizationId) {
      for (const kind of await namesIn(path.join(folder, organizationId)))
        for (const file of await namesIn(path.join(folder, organizationId, kind))) {
          const key = `${organizationId}/${kind}/${file}`;
          if (isKey(key)) yield key;
        }
    },
  };
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((fault: NodeJS.ErrnoException) =>
    fault.code === 'ENOENT' ? [] : refuse(fault),
  );
}

async function removeFile(file: string): Promise<void> {
  await unlink(file).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOENT') throw fault;
  });
}

// Another process may be about to give a draft its name, or to take it away.
async function removeOld(draft: string, before: Date): Promise<void> {
  const found = await stat(draft).catch(() => undefined);
  if (found && found.mtime < before) await removeFile(draft);
}

function refuse(fault: NodeJS.ErrnoException): never {
  throw away(fault.code ?? fault.message);
}

type Naming = (draft: string, target: string) => Promise<void>;

// A link, unlike a new name, is refused where there is a file already. Some mounted disks know none.
const linkFirst: Naming = async (draft, target) => {
  try {
    await link(draft, target);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') return rename(draft, target);
  }
  await unlink(draft);
};

async function write(target: string, bytes: Buffer, giveName: Naming): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.${randomUUID()}`;
  try {
    await writeFlushed(draft, bytes);
    await giveName(draft, target);
  } catch (fault) {
    await unlink(draft).catch(() => {});
    throw fault;
  }
  await flushFolder(path.dirname(target));
}

// More than what a small file takes within its directory's own block.
const trialBytes = 64 * 1024;

/** Stores a file for a moment; that it stays is not waited for, since anybody may ask as often as they like. */
async function tryDisk(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const trial = path.join(folder, `trial.${randomUUID()}`);
  try {
    await writeFile(trial, Buffer.alloc(trialBytes), { flag: 'wx', mode: 0o600 });
  } finally {
    await unlink(trial).catch(() => {});
  }
}

async function writeFlushed(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// The file's name is in the folder's own block: without this, a power cut could lose the name of a file whose bytes are
// safe.
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
