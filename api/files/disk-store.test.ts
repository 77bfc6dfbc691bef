import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { diskStore } from './disk-store.ts';

const bytes = Buffer.from('paper');
const key = `${randomUUID()}/paper/${createHash('sha256').update(bytes).digest('hex')}`;

test('of two papers stored first at once the bytes of one stay, whole, and no draft is left', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  // Two processes have a store each.
  const stores = [diskStore(folder), diskStore(folder)];
  const read = async (): Promise<Buffer> => Buffer.concat(await (await stores[0]!.get(key)).toArray());
  const versions = ['an old version drew this', 'a new one that'].map((text) => Buffer.from(text));
  const seen = await Promise.all(
    stores.map(async (store, index) => {
      await store.putFirst({ key, bytes: versions[index]!, content_type: 'application/pdf' });
      return read();
    }),
  );
  t.true(versions.some((one) => one.equals(seen[0]!)));
  t.true(seen[0]!.equals(seen[1]!));
  await stores[0]!.putFirst({ key, bytes, content_type: 'application/pdf' });
  t.true((await read()).equals(seen[0]!));
  t.deepEqual(await readdir(path.dirname(path.join(folder, key))), [path.basename(key)]);
});

test('a disk that is away is not a file that was never there', async (t) => {
  const parent = await mkdtemp(path.join(tmpdir(), 'files-'));
  t.teardown(() => rm(parent, { recursive: true, force: true }));
  const folder = path.join(parent, 'files');
  const store = diskStore(folder);
  const file = { key, bytes, content_type: 'application/pdf' };
  await t.throwsAsync(store.get(key), { code: 'NOT_FOUND' });
  await store.put(file);

  await rename(folder, `${folder}.away`);
  await writeFile(folder, '');
  await t.throwsAsync(store.get(key), { code: 'UNAVAILABLE' });
  await t.throwsAsync(store.put(file), { code: 'UNAVAILABLE' });
  await rm(folder);
  await rename(`${folder}.away`, folder);
  const [chunk] = await (await store.get(key)).toArray();
  t.deepEqual(chunk, bytes);
});
