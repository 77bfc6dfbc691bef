/** Every command in the guides and the README runs as written, and answers what the page shows. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readShelf } from '../../api/docs/shelf.ts';
import { createDemoData } from '../../server/demo/data.ts';
import { writeDemoFile } from '../../server/demo/file.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { missingPiece, runSteps, stepsOf } from './commands.ts';

const { guides } = readShelf();
const signIn = guides.find(({ address }) => address.endsWith('/sign-in'))!;

let platform: Awaited<ReturnType<typeof joinPlatform>>;
test.before(async () => {
  platform = await joinPlatform();
});
test.after.always(() => platform?.stop());

/** A folder as `npm start` leaves it: demo organizations of their own, with their access in .data/demo.json. */
async function demoFolder(t: ExecutionContext): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const { main } = await createDemoData(platform.database);
  mkdirSync(path.join(folder, '.data'));
  writeDemoFile(path.join(folder, '.data'), { ...main, v1_base_url: `${platform.url}/v1` });
  return folder;
}

async function follow(t: ExecutionContext, page: string, before: string): Promise<void> {
  const [steps, first] = [stepsOf(page), stepsOf(before)];
  t.true(steps.length > 0);
  const answers = await runSteps([...first, ...steps], {
    folder: await demoFolder(t),
    url: platform.url,
  });
  for (const [index, { commands, shown }] of steps.entries()) {
    const answer = answers[first.length + index]!;
    const missing = shown === undefined ? undefined : missingPiece(shown, answer);
    t.is(missing, undefined, `${commands}\nanswered\n${answer}`);
  }
}

for (const guide of guides) {
  // The other guides start with the functions of the first one.
  const before = guide === signIn ? '' : signIn.text.slice(0, signIn.text.indexOf('Who am I?'));
  test.serial(`the guide "${guide.title}" does what it says`, (t) => follow(t, guide.text, before));
}

test.serial('the README does what it says, from its first request to the last', (t) => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  return follow(t, readme, '');
});
