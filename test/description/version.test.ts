/** One version, wherever it stands: `npm run release` sets them all. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

test('the release of 1.0.0 ends what the papers say of the time before it, and one after it finds nothing to end', (t) => {
  const place = mkdtempSync(path.join(tmpdir(), 'release-'));
  t.teardown(() => rmSync(place, { recursive: true, force: true }));
  const changed = ['package.json', 'package-lock.json', 'client/package.json', 'client/README.md'];
  const papers = ['docs/changelog.md', 'docs/operations.md'];
  const programs = readdirSync('server').filter((name) => /\.(mjs|json)$/.test(name));
  for (const name of [...changed, ...papers, ...programs.map((program) => `server/${program}`)])
    cpSync(path.join(process.cwd(), name), path.join(place, name));
  const release = (version: string): string => {
    execFileSync(process.execPath, [path.join(place, 'server/release.mjs'), version], { encoding: 'utf8' });
    return papers.map((name) => readFileSync(path.join(place, name), 'utf8')).join('\n');
  };
  const before = /Nothing is released yet|migrations are edited in place/;
  t.regex(release('1.0.0-beta.2'), before);
  for (const version of ['1.0.0', '1.1.0']) {
    const said = release(version);
    t.true(said.includes(`## ${version}\n`));
    t.notRegex(said, before);
    t.true(said.includes('[Versions and upgrading](upgrading.md) has what is promised,'));
  }
});
