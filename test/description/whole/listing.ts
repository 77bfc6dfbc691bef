/** The agreed surface is a committed listing, so a change to it cannot go unnoticed. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { presentSurface } from '../../upgrade/surface.ts';
import { hubLines } from '../hub-surface.ts';
import { surfaceLines } from '../surface.ts';

const listing = path.join(process.cwd(), 'docs', 'api-surface.txt');

test('the surface is the committed one: a line changed or gone breaks those who call it', (t) => {
  const agreed = readFileSync(listing, 'utf8').split('\n');
  const { description, columns } = presentSurface();
  const files = Object.entries(columns).map(([file, names]) => `FILE ${file} (${names.join(', ')})`);
  const served = [...surfaceLines(description), '', ...hubLines(), '', ...files.toSorted(), ''];
  const gone = agreed.filter((line) => !served.includes(line));
  const added = served.filter((line) => !agreed.includes(line));
  // Rewritten, so that `git diff docs/api-surface.txt` is the review; committing it approves the change.
  if (gone.length + added.length > 0) writeFileSync(listing, served.join('\n'));
  t.deepEqual(
    { gone, added },
    { gone: [], added: [] },
    'docs/api-surface.txt was written anew: commit it if the change is meant',
  );
});
