/** What a release writes, and what the changelog says of versions. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { breakingChanges } from '../../api/docs/breaking.ts';
import { readShelf } from '../../api/docs/shelf.ts';

const read = (name: string): string => readFileSync(path.join(process.cwd(), name), 'utf8');
const changelog = read('docs/changelog.md');

test('every breaking change of the changelog is on the page of upgrading, under its topic', (t) => {
  const sections = changelog.match(/^\*\*Breaking\*\*/gm)!.length;
  // The first says what the word means.
  t.is(breakingChanges(changelog).match(/^### /gm)!.length, sections - 1);
  const page = readShelf().manuals.find(({ address }) => address.endsWith('/upgrading'))!;
  t.true(page.text.includes('### Labels\n\n- Only the ZPL commands'));
  t.false(page.text.includes('**Also**'));
  t.true(page.text.endsWith('runs everything.\n'));
});

test('what a later version says is not on the page of upgrading', (t) => {
  const later = '## 1.1.0 (2027-01-01)\n\n### Labels\n\n**Breaking**\n\n- Not this.\n\n';
  t.is(breakingChanges(changelog.replace(/^## /m, `${later}## `)), breakingChanges(changelog));
});

const papers = ['docs/changelog.md', 'docs/operations.md'] as const;

// As they are before the first release, so that a release changes nothing of what is tested here.
const untilReleased: Record<(typeof papers)[number], string> = {
  'docs/changelog.md': `# Changelog

## 1.0.0-beta

Nothing is released yet: names may still change. [Versions and upgrading](upgrading.md) has what is promised from 1.0.0 on, and
every breaking change on one page.
`,
  'docs/operations.md': `It is named: until 1.0.0 migrations are edited in place, and such a database is for the build that
made it; from 1.0.0 on what was released is frozen.
`,
};
const before = /Nothing is released yet|migrations are edited in place/;

/** A copy of what a release writes, with these papers, and how to release it. */
function releasing(t: ExecutionContext, given: Record<string, string>) {
  const place = mkdtempSync(path.join(tmpdir(), 'release-'));
  t.teardown(() => rmSync(place, { recursive: true, force: true }));
  const changed = ['package.json', 'package-lock.json', 'client/package.json', 'client/README.md'];
  const programs = readdirSync('server').filter((name) => /\.(mjs|json)$/.test(name));
  for (const name of [...changed, ...programs.map((program) => `server/${program}`)])
    cpSync(path.join(process.cwd(), name), path.join(place, name));
  mkdirSync(path.join(place, 'docs'));
  for (const [name, text] of Object.entries(given)) writeFileSync(path.join(place, name), text);
  const log = path.join(place, papers[0]);
  return {
    log,
    release(version: string): string {
      execFileSync(process.execPath, [path.join(place, 'server/release.mjs'), version], { encoding: 'utf8' });
      return papers.map((name) => readFileSync(path.join(place, name), 'utf8')).join('\n');
    },
    sections: (): string[] =>
      [...readFileSync(log, 'utf8').matchAll(/^## (.+)$/gm)].map(([, title]) => title!),
  };
}

test('the release of 1.0.0 ends what the papers say of the time before it, and one after it finds nothing to end', (t) => {
  const { release } = releasing(t, untilReleased);
  t.regex(release('1.0.0-beta.2'), before);
  for (const version of ['1.0.0', '1.1.0']) {
    const said = release(version);
    t.notRegex(said, before);
    t.true(said.includes('[Versions and upgrading](upgrading.md) has what is promised,'));
  }
});

test('so it is with the papers as they stand, whatever was released', (t) => {
  const standing = Object.fromEntries(papers.map((name) => [name, read(name)]));
  const isBeta = (JSON.parse(read('package.json')).version as string).includes('-');
  for (const text of Object.values(standing)) t.is(before.test(text), isBeta);
  const said = releasing(t, standing).release('1.0.0');
  t.notRegex(said, before);
  t.true(said.includes('[Versions and upgrading](upgrading.md) has what is promised,'));
});

test('a release dates the section of what is new, and leaves those of earlier releases', (t) => {
  const { release, sections, log } = releasing(t, untilReleased);
  const today = `(${new Date().toISOString().slice(0, 10)})`;
  release('1.0.0-beta.2');
  release('1.0.0');
  t.deepEqual(sections(), [`1.0.0 ${today}`]);
  release('1.0.1');
  t.deepEqual(sections(), [`1.0.1 ${today}`, `1.0.0 ${today}`]);
  const text = readFileSync(log, 'utf8');
  writeFileSync(log, text.replace('## 1.0.1', '## Unreleased\n\n- New.\n\n## 1.0.1'));
  release('1.1.0');
  t.deepEqual(sections(), [`1.1.0 ${today}`, `1.0.1 ${today}`, `1.0.0 ${today}`]);
  t.regex(readFileSync(log, 'utf8'), /## 1\.1\.0 \S+\n\n- New\.\n\n## 1\.0\.1/);
});
