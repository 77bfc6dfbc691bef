/** One version, wherever it stands: `npm run release` sets them all. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { description } from '../../http/endpoints.ts';

const read = (name: string): string => readFileSync(path.join(process.cwd(), name), 'utf8');

test('package, lock, client, its page, the description and the changelog name the same version', (t) => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  t.regex(version, /^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/);
  const lock = JSON.parse(read('package-lock.json'));
  t.deepEqual(
    {
      lock: lock.version,
      locked: lock.packages[''].version,
      client: JSON.parse(read('client/package.json')).version,
      page: /warehouse-platform-client-(\S+)\.tgz/.exec(read('client/README.md'))?.[1],
      description: description.info.version,
      changelog: /^## (\d\S+)/m.exec(read('docs/changelog.md'))?.[1],
    },
    {
      lock: version,
      locked: version,
      client: version,
      page: version,
      description: version,
      changelog: version,
    },
  );
});
