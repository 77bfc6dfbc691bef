/** One version, wherever it stands: `npm run release` sets them all. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { breakingChanges } from '../../api/docs/breaking.ts';
import { readShelf } from '../../api/docs/shelf.ts';
import { description } from '../http/endpoints.ts';

const read = (name: string): string => readFileSync(path.join(process.cwd(), name), 'utf8');
const changelog = read('docs/changelog.md');

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
      changelog: /^## (\S+)$/m.exec(changelog)?.[1],
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

test('every breaking change of the changelog is on the page of upgrading, under its topic', (t) => {
  const sections = changelog.match(/^\*\*Breaking\*\*/gm)!.length;
  // The first says what the word means.
  t.is(breakingChanges(changelog).match(/^### /gm)!.length, sections - 1);
  const page = readShelf().manuals.find(({ address }) => address.endsWith('/upgrading'))!;
  t.true(page.text.includes('### Labels\n\n- ★ Only the ZPL commands'));
  t.false(page.text.includes('**Also**'));
  t.true(page.text.endsWith('runs everything.\n'));
});
