/** The TypeScript beside each command of the guides compiles, runs as written, and answers what the page shows. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import type { GuideBlock } from '../../api/docs/guide-tabs.ts';
import { createDemoData } from '../../server/demo/data.ts';
import { writeDemoFile } from '../../server/demo/file.ts';
import { joinPlatform } from '../helpers/join-platform.ts';
import { missingPiece } from './commands.ts';
import { commandsOf, guides, installClient, mark, moduleOf, stepsIn } from './typescript-program.ts';

const run = promisify(execFile);

let platform: Awaited<ReturnType<typeof joinPlatform>>;
test.before(async () => (platform = await joinPlatform()));
test.after.always(() => platform?.stop());

const nameOf = (address: string): string => address.split('/').at(-1)!;

function folderOf(t: ExecutionContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'typescript-guide-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  installClient(folder);
  return folder;
}

test('each command has both tabs', (t) => {
  const problems = guides.flatMap(({ title, text }) =>
    commandsOf(text).flatMap(({ text: commands, problem }) =>
      problem === undefined ? [] : [`${title}: ${problem} Write a ts block behind it.\n${commands}`],
    ),
  );
  t.deepEqual(problems, []);
});

test('they compile, strictly', async (t) => {
  const folder = folderOf(t);
  for (const guide of guides)
    writeFileSync(
      path.join(folder, `${nameOf(guide.address)}.ts`),
      `${moduleOf(stepsIn(guide))}\nexport {};\n`,
    );
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const compiler = path.join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  );
  t.is(stdout, '');
});

/** What a block prints: its own comments say it, else the answer that the shell's commands show. */
function expected({ typescript, shown }: GuideBlock): string | undefined {
  const own = [...typescript!.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)].map(([, words]) => words!);
  if (own.length > 0) return own.join(' ... ');
  // The client answers without the envelope, and throws refusals.
  return shown && bare(shown.replace(/\],\s*"meta"[\s\S]*$/, ']'));
}

/** What is wanted and was not printed. An answer that was stored meanwhile has its fields in another order. */
function missingWord(wanted: string, printed: string): string | undefined {
  const words = wanted.split(/\.\.\.|[\n,{}[\]]/).map((word) => word.trim());
  return words.find((word) => word !== '' && missingPiece(word, printed) !== undefined);
}

const bare = (text: string): string =>
  text
    .replaceAll(/\{\s*"ok":\s*true,\s*"data":\s*/g, '')
    .replaceAll(/\{"ok":false,"error":\{"code":"(\w+)"[^\n]*/g, '$1')
    .replaceAll('"', '');

// As JSON, on one line, texts as they are: what the page shows.
const printing = `console.log = (...values) =>
  process.stdout.write(values.map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? 'undefined'))).join(' ') + '\\n');
`;

for (const guide of guides) {
  test.serial(`the TypeScript of "${guide.title}" does what it says`, async (t) => {
    const folder = folderOf(t);
    const { main } = await createDemoData(platform.database);
    mkdirSync(path.join(folder, '.data'));
    writeDemoFile(path.join(folder, '.data'), { ...main, v1_base_url: `${platform.url}/v1` });
    const steps = stepsIn(guide);
    // Another file of the run plays the commands: a store of one name and secret would be told to either.
    const program = moduleOf(steps)
      .replaceAll('http://127.0.0.1:3000', platform.url)
      .replaceAll('harbor-shop.example', 'harbor-shop-ts.example');
    writeFileSync(path.join(folder, 'printing.mjs'), printing);
    writeFileSync(path.join(folder, 'guide.ts'), program);
    const { stdout } = await run(process.execPath, ['--import', './printing.mjs', 'guide.ts'], {
      cwd: folder,
      maxBuffer: 64e6,
    }).catch((failed: { stdout: string; stderr: string }) => {
      throw new Error(`${failed.stderr}\n${failed.stdout.slice(-2_000)}`);
    });
    const printed = stdout.replaceAll('harbor-shop-ts', 'harbor-shop').split(`${mark}\n`).slice(1);
    for (const [at, step] of steps.entries()) {
      const wanted = expected(step);
      const missing = wanted === undefined ? undefined : missingWord(wanted, bare(printed[at]!));
      t.is(missing, undefined, `${step.typescript}\nprinted\n${printed[at]}`);
    }
  });
}
