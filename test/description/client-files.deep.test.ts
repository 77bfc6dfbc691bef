/** The client's types and operations are generated and committed: a description that changed must not leave them behind. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import { clientFiles } from '../client/client-types.ts';

test('the types and operations of the client are those of the description', async (t) => {
  for (const [name, current] of Object.entries(await clientFiles())) {
    const file = path.join(process.cwd(), name);
    const isCurrent = readFileSync(file, 'utf8') === current;
    // Rewritten, so that `git diff` is the review; committing it approves the change.
    if (!isCurrent) writeFileSync(file, current);
    t.true(isCurrent, `${name} was written anew: commit it`);
  }
});
