/** The documents refer to what exists: every path of the repository that they name is there. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const form =
  /(?<![\w./-])(?:api|bench|client|console|db|deploy|docs|domain|hub|queues|server|test|workers)\/[\w./<>*{},-]*\w/g;

/** Those paths in a text that do not exist; placeholders (`<noun>`, `*`, NNNN) stand for many files and are skipped. */
function leadNowhere(text: string): string[] {
  return [...text.matchAll(form)]
    .map(([named]) => named)
    .filter((named) => !/[<>*{}]|NNNN/.test(named))
    .filter((named) => ![named, `${named}.ts`].some((one) => existsSync(path.join(root, one))));
}

const papers = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

for (const paper of papers) {
  test(`the paths that ${paper} names are there`, (t) => {
    t.deepEqual(leadNowhere(readFileSync(path.join(root, paper), 'utf8')), []);
  });
}

test('a path that leads nowhere is seen, what stands for many is none', (t) => {
  t.deepEqual(leadNowhere('`db/none/there.ts`, `db/<noun>`, `queues/engine/policies`, `test/run.mjs`.'), [
    'db/none/there.ts',
  ]);
});
