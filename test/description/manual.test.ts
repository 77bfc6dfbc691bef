/**
 * The manual is true where it can be told from the code: the stages of a request, who may import whom, what dies and the
 * tests that kill it, the limits, the figures, the libraries. And it stays short.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { stages } from '../../api/http/pipeline.ts';
import { readModules } from '../architecture/modules.ts';
import { layers } from '../architecture/plan.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const plan = read('ARCHITECTURE.md');

/** The rows of the table below a heading of its first column, as the texts of their cells. */
function tableOf(text: string, firstColumn: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.split('|')[1]?.trim() === firstColumn);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  if (start < 0 || end < 1) throw new Error(`There is no table that begins with "${firstColumn}".`);
  return rest.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const words = (cell: string): string[] => cell.split(/[^\w./@*-]+/).filter(Boolean);

const wordsMax = {
  'ARCHITECTURE.md': 2_500,
  'docs/performance.md': 1_200,
  'docs/hub.md': 3_500,
  'docs/operations.md': 3_500,
};
for (const [file, most] of Object.entries(wordsMax)) {
  test(`${file} has at most ${most} words`, (t) => {
    t.true(read(file).split(/\s+/).filter(Boolean).length <= most);
  });
}

test('the stages of a request are told in their order', (t) => {
  const told = /sharing one `Exchange`:([^.]+)\./.exec(plan)?.[1] ?? '';
  t.deepEqual(
    words(told),
    stages.map(({ name }) => name),
  );
});

test('the table of who may import whom says what the architecture test allows', (t) => {
  const files = readModules(root).map((module) => module.path);
  const folderOf = (file: string): string => file.split('/')[0]!;
  const held: Record<string, string[]> = {};
  for (const [layer, allowed] of Object.entries(layers))
    held[layer] = [...new Set(files.filter((file) => allowed.test(file)).map(folderOf))].toSorted();
  const told: Record<string, string[]> = {};
  for (const [who, whom] of tableOf(plan, 'from'))
    for (const layer of words(who!))
      if (!whom!.startsWith('everything'))
        told[layer] = [...new Set([layer, ...words(whom!).filter((word) => word in layers)])].toSorted();
  t.deepEqual(told, held);
});

test('what dies is killed by a test that the page of reliability lists', (t) => {
  const reliability = read('docs/reliability.md');
  const listed = tableOf(reliability, '#').map(([number]) => number!.replace('\\*', ''));
  const named = tableOf(plan, 'what dies').map((row) => row.at(-1)!);
  t.deepEqual(
    named.filter((tests) => words(tests).length === 0 || words(tests).some((one) => !listed.includes(one))),
    [],
  );
});

test('the page of reliability lists the scenarios there are, and marks those that the deep tests run', (t) => {
  const scenarios = [
    ...read('test/chaos/main.ts').matchAll(/^ {2}'?(R\d+[\w-]*)'?: \{.*run: (\w+) \}/gm),
  ].map(([, number, run]) => ({ number: number!, run: run! }));
  const tests = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => read(path.join('test', file)));
  const rows = tableOf(read('docs/reliability.md'), '#').map(([number]) => number!);
  // Over TLS the same is done once more; it has no row of its own.
  const expected = scenarios
    .filter(({ number }) => number !== 'R29-tls')
    .map(({ number, run }) => {
      const isTested = tests.some((text) => new RegExp(`\\b${run}\\(|'${number}:`).test(text));
      return isTested ? `${number}\\*` : number;
    });
  t.deepEqual(rows, expected);
});

test('each limit names where it is', (t) => {
  const nowhere = tableOf(plan, 'limit').filter(([, where]) => {
    const files = [...where!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
    return files.length === 0 || files.some((file) => !existsSync(path.join(root, file)));
  });
  t.deepEqual(nowhere, []);
});

/** Figures as the manual says them, and the line of code that each is. */
const figures: readonly [told: string, file: string, code: string][] = [
  ['waits for the outcome (10 s', 'api/http/prefer.ts', 'waitMsDefault = 10_000'],
  ['has two jobs under way', 'queues/engine/policies.ts', 'jobsUnderWayMax: 2'],
  ['at most 64', 'queues/engine/policies.ts', 'commandsPerJobMax: 64'],
  ['carries more than 16', 'queues/engine/policies.ts', 'fewCommandsMax = 16'],
  ['at most eight jobs of one organization', 'queues/engine/policies.ts', 'Math.min(8,'],
  ['| six, then', 'queues/engine/policies.ts', 'attempts: 6'],
  ['| 3 s ', 'db/engine/commands.write.ts', "firstSweepAfter = sql`interval '3 seconds'`"],
  ['| 1 s ', 'queues/engine/waiting-room.ts', 'lookDelaysMs = [250, 500, 1_000]'],
  ['| 20 s ', 'queues/engine/policies.ts', 'lockDuration: 15_000,\n  stalledInterval: 5_000'],
  ['| 30 s ', 'db/engine/commands.write.ts', "interval '30 seconds'"],
  ['| 22 s ', 'db/driver/prepared-client.ts', 'answerMsMax = 22_000'],
  ['| 45 s ', 'api/relay/hub-link.ts', 'silence_ms_max: 45_000'],
  ['| 15 min ', 'domain/printing/print-job-states.ts', 'hubLostMinutes = 15'],
  ['| 12 s ', 'server/processes/child-link.ts', 'stopMsMax = 12_000'],
  ['retried up to four times', 'workers/engine/run-command.ts', 'transactionTriesMax = 4'],
  ['looked at twice a second', 'api/streams/access-watch.ts', 'lookEveryMs = 400'],
];

test('the figures of the manual are those of the code', (t) => {
  const untrue = figures.filter(([told, file, code]) => !plan.includes(told) || !read(file).includes(code));
  t.deepEqual(untrue, []);
});

/** What the build, the checks and the tests use, which no reader of the plan asks for. */
const tools: Readonly<Record<string, string>> = {
  '@arethetypeswrong/cli': 'what the client package promises, as its users’ tools see it',
  publint: 'the same, of its files',
  '@redocly/openapi-core': 'whether the API description is a good one',
  'openapi-typescript': 'the types of the client package',
  'typescript-5': 'the compiler API that openapi-typescript builds with',
  typescript: 'types, in seconds',
  oxlint: 'lint, in seconds',
  'oxlint-tsgolint': 'the rules of oxlint that ask for types',
  jsqr: 'reads the codes on papers as a phone does',
  oxfmt: 'one form of the text: prettier’s, in a fiftieth of its time',
  knip: 'what nobody uses',
  vite: 'builds the console',
  'playwright-core': 'drives the browser of the tests',
  rolldown: 'one file for each package that every test process loads',
  'kubernetes-types': 'checks the manifests against Kubernetes’ own description',
  yaml: 'reads the manifests as kubectl does',
  'oidc-provider': 'a sign-in provider that is not ours',
  undici: 'the client whose own cost distorts a measurement least',
  'tap-parser': 'reads what AVA reports',
  fontoxpath: 'runs the published rules of e-invoices',
  slimdom: 'reads the invoices they are run against',
};

test('every library is told with its reason, and none that is not used', (t) => {
  const all = [read('package.json'), read('client/package.json')].map((text) => JSON.parse(text));
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const used = all
    .flatMap((one) => kinds.flatMap((kind) => Object.keys(one[kind] ?? {})))
    .filter((name) => !name.startsWith('@types/'));
  const told = tableOf(plan, 'library').flatMap(([names]) => names!.split(',').map((name) => name.trim()));
  const stands = (name: string, library: string): boolean =>
    name === library ||
    library.startsWith(`${name}/`) ||
    (name.startsWith('node-*') && library.startsWith('node-'));
  const named = [...told, ...Object.keys(tools)];
  t.deepEqual(
    used.filter((library) => !named.some((name) => stands(name, library))),
    [],
    'used and not told',
  );
  t.deepEqual(
    named.filter((name) => !used.some((library) => stands(name, library))),
    [],
    'told and not used',
  );
});

test('the benchmarks that the page of performance names are there', (t) => {
  const [, names] = /^npm run bench -- (.+)$/m.exec(read('docs/performance.md'))!;
  const main = read('bench/main.ts');
  t.deepEqual(
    names!.split(' ').filter((name) => !new RegExp(`^ {2}${name}: \\(\\) =>`, 'm').test(main)),
    [],
  );
});
