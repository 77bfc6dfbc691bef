/** The table of a flow's steps in the guide is written from what the steps are checked by. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { flowActions } from '../../domain/integration/flow.ts';
import { stepFieldWords, stepWords } from '../../queues/integration/step-fields.ts';

const guide = path.join(process.cwd(), 'docs', 'integration.md');

/** One row a field, so that each has its own words. */
function table(): string {
  const rows = flowActions.flatMap((action) => {
    const fields = stepFieldWords(action).map(({ name, isRequired, words, values }) => [
      `\`${name}\`${isRequired ? ', required' : ''}`,
      [words, values.length > 0 && `One of ${values.map((value) => `\`${value}\``).join(', ')}.`]
        .filter(Boolean)
        .join(' '),
    ]);
    const first = fields[0] ?? ['nothing', ''];
    return [[action, stepWords[action], ...first], ...fields.slice(1).map((field) => ['', '', ...field])];
  });
  const all = [['step', 'does', '`with`', 'what it is'], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((cells) => cells[at]!.length)));
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(all[0]!), rule, ...rows.map(line)].join('\n');
}

test('the guide describes every step and field of a flow', (t) => {
  const text = readFileSync(guide, 'utf8');
  const there = /\| step +\| does[^]*?(?=\n\n)/.exec(text)?.[0];
  t.truthy(there, 'docs/integration.md has no table that begins with: step, does');
  for (const action of flowActions)
    for (const { name, words } of stepFieldWords(action))
      t.true(words !== '', `${action}.${name} has no words`);
  const written = text.replace(there!, () => table());
  // Rewritten, as docs/api-surface.txt is; committing it approves the change.
  if (written !== text) writeFileSync(guide, written);
  t.true(written === text, 'docs/integration.md was written anew: commit it if the change is meant');
});
