/** The rule that keeps SQL in db/ and in a single dialect. */
import { withoutComments, type Module, type Rule } from './modules.ts';

// The dialect itself, and what writes schema: migrations, and what applies them.
const speaksToKnex =
  /^db\/(database|tenant-table|search-index|billable-view|schema\/compiled-migrations)\.ts$|^db\/migrations\//;

const offences: readonly [words: string, applies: (path: string) => boolean, form: RegExp][] = [
  ['writes SQL', isOutside, /\bfrom '[./]*db\/sql-text\.ts'/],
  ['runs SQL', isOutside, /\{[^}]*\b(rows|row|execute)\b[^}]*\} from '[./]*db\/database\.ts'/],
  ['sends SQL as a text', (path) => !speaksToKnex.test(path), /\b(?!bwip)\w+\.raw[<(]/],
  [
    'builds SQL',
    (path) => !speaksToKnex.test(path),
    /((?<!\.)\b(tx|open|trx|knex|savepoint)|\.(app|system))(<[^>]*>)?\(\s*['"`]/,
  ],
];

export const sqlInDb: Rule = {
  name: 'SQL in db/ alone, and in one dialect',
  reason:
    'Whoever reads a table finds every reader in db/, and each is written as sql`...`, where no value can stand in a text.',
  violations: (modules) => modules.filter(isProduct).flatMap(offencesOf),
};

function offencesOf({ path, text }: Module): string[] {
  const code = withoutComments(text);
  return offences
    .filter(([, applies, form]) => applies(path) && form.test(code))
    .map(([words]) => `${path} ${words}`);
}

function isProduct({ path }: Module): boolean {
  return /^(api|db|domain|hub|queues|render|server|workers)\//.test(path) && !path.endsWith('.test.ts');
}

function isOutside(path: string): boolean {
  return !path.startsWith('db/');
}
