/** A backup that somebody has altered writes nowhere but into the data directory it is restored to. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import { manifestFile } from './backup.ts';
import { restore } from './restore.ts';

const text = 'not of a backup';
const facts = { bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };

for (const name of ['../../outside', 'postgres/../../outside', 'platform-secret', '/outside', 'files/']) {
  test(`a backup that names ${name} is refused before anything is written`, async (t) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'restore-'));
    t.teardown(() => rmSync(dir, { recursive: true, force: true }));
    const from = path.join(dir, 'one', 'two', 'backup');
    mkdirSync(path.join(from, 'postgres'), { recursive: true });
    for (const place of [path.join(dir, 'one', 'outside'), path.join(from, 'platform-secret')])
      writeFileSync(place, text);
    const manifest = { made_at: new Date().toISOString(), postgres: '18', files: [{ path: name, ...facts }] };
    writeFileSync(path.join(from, manifestFile), JSON.stringify(manifest));
    const dataDir = path.join(dir, 'fresh');
    await t.throwsAsync(
      restore(from, dataDir, () => {}),
      { message: /no part of a backup/ },
    );
    t.false(existsSync(path.join(dir, 'outside')));
    t.false(existsSync(path.join(dataDir, 'platform-secret')));
  });
}
