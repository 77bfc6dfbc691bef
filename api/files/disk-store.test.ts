import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { diskStore } from './disk-store.ts';

const bytes = Buffer.from('paper');
const key = `${randomUUID()}/paper/${createHash('sha256').update(bytes).digest('hex')}`;

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
