/**
 * `npm run release -- 1.0.0`: the version everywhere it stands, which is the platform's package, the client's, what its page
 * says to install, and the changelog; the first that is no beta also ends what is said of the time before it.
 * CONTRIBUTING.md, "Deprecate, and release", has what comes before and after.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './set-up.mjs';

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version)) {
  console.error('Name the version, such as 1.0.0: npm run release -- 1.0.0');
  process.exit(1);
}

function change(name, from, to) {
  const file = path.join(root, name);
  const text = readFileSync(file, 'utf8');
  if (!from.test(text)) throw new Error(`${name} does not say ${from}.`);
  writeFileSync(file, text.replace(from, to));
}

const own = /^( {2}"version": )"[^"]+"/m;
change('package.json', own, `$1"${version}"`);
change('client/package.json', own, `$1"${version}"`);
change('package-lock.json', own, `$1"${version}"`);
change(
  'package-lock.json',
  /("": \{\n\s+"name": "warehouse-platform",\n\s+"version": )"[^"]+"/,
  `$1"${version}"`,
);
change('client/README.md', /(warehouse-platform-client-)\S+(\.tgz)/, `$1${version}$2`);

/**
 * The section of what is not released yet, which is a beta's or `Unreleased`, becomes this version's, dated. Where there is
 * none, one is put above the last release.
 */
const heading = `## ${version} (${new Date().toISOString().slice(0, 10)})`;
change('docs/changelog.md', /^## (.+)$/m, (line, title) =>
  /^Unreleased$|-/.test(title.split(' ')[0])
    ? heading
    : `${heading}\n\nNothing that a program notices.\n\n${line}`,
);

/** What holds until something is released, and what holds from then on. */
const untilReleased = [
  [
    'docs/changelog.md',
    /Nothing is released yet: names may still change\. (\[Versions and upgrading\]\(upgrading\.md\) has what is promised) from 1\.0\.0 on,/,
    '$1,',
  ],
  [
    'docs/operations.md',
    /until 1\.0\.0 migrations are edited in place, and such a database is for the build that\s+made it; from 1\.0\.0 on what was released is frozen/,
    'such a database is of a build before 1.0.0, or of none: what was released is frozen',
  ],
];
if (!version.includes('-')) {
  for (const [name, from, to] of untilReleased) {
    const isSaid = from.test(readFileSync(path.join(root, name), 'utf8'));
    if (isSaid) change(name, from, to);
  }
}
console.log(
  `${version}: now what CONTRIBUTING.md says comes next, and what docs/changelog.md says below its heading.`,
);
