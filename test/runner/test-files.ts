/**
 * The tests there are, and what each file's name and imports say of it. A test belongs to `npm test`, unless its name
 * says `.deep.` or it stands in test/chaos: `npm run test:deep` has those. One that says `.walk.` belongs to both, and
 * tries less in the first (test/http/breadth.ts). It needs the run's servers if anything it imports asks for them, so a
 * test of a rule alone starts nothing; the quick tier has those of them that start no program either. Both queue
 * backends are played by the deep tier: the files of the queues run there with the queues on Postgres.
 */
import { readModules, type Module } from '../architecture/modules.ts';

export interface TestFile {
  /** From the root: test/yard/yard.test.ts. */
  source: string;
  /** What AVA runs: dist/test/yard/yard.test.js. */
  compiled: string;
  tiers: readonly ('usual' | 'deep')[];
  /** Runs a second time with the queues on Postgres. */
  isOfQueues: boolean;
  needsServers: boolean;
  /** Starts a platform, a database or a server of its own, which takes longer than joining the run's. */
  startsItsOwn: boolean;
  /** A browser, a compiler, a hub: itself, or by what stands beside the tests. */
  startsPrograms: boolean;
  /** Lets time pass. */
  pauses: boolean;
  /** How many modules its process loads, as far as they are ours. */
  modulesCount: number;
}

export type Tier = 'usual' | 'quick' | 'deep';

// Who imports one of these is given servers, or starts some.
const given = 'test/helpers/servers.ts';
const servers = [given, 'server/postgres/embedded-postgres.ts', 'server/redis.ts'];
const programs = ['node:child_process', 'playwright-core'];
const own = ['test/helpers/database.ts', 'server/postgres/embedded-postgres.ts', 'server/redis.ts'];

export function readTestFiles(root: string): TestFile[] {
  return testFilesAmong(readModules(root));
}

export function testFilesAmong(modules: readonly Module[]): TestFile[] {
  const imports = new Map(
    modules.map(({ path, imports: all }) => [
      path,
      all.filter(({ isType }) => !isType).map(({ target }) => target),
    ]),
  );
  // What starts the run's servers stands beside what hands them out.
  const beyondServers = new Map(imports).set(given, []);
  const ofTests = new Map([...imports].filter(([path]) => /^test\/|\.test\.ts$/.test(path)));
  return modules
    .filter(({ path }) => path.endsWith('.test.ts'))
    .map(({ path: source }) => ({
      source,
      compiled: `dist/${source.replace(/\.ts$/, '.js')}`,
      tiers: tiersOf(source),
      isOfQueues: source.includes('.queue.'),
      needsServers: reaches(source, servers, imports),
      startsItsOwn: reaches(source, own, beyondServers),
      startsPrograms: reaches(source, programs, ofTests),
      pauses: imports.get(source)!.includes('node:timers'),
      modulesCount: reached(source, imports).size,
    }));
}

function tiersOf(source: string): TestFile['tiers'] {
  if (source.includes('.walk.')) return ['usual', 'deep'];
  return source.startsWith('test/chaos/') || source.includes('.deep.') ? ['deep'] : ['usual'];
}

function reaches(
  from: string,
  some: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): boolean {
  const found = reached(from, imports);
  return some.some((file) => found.has(file));
}

function reached(from: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const file of seen) for (const target of imports.get(file) ?? []) seen.add(target);
  return seen;
}

/** The tier's files; if files or folders are named, every test in those, whatever its tier. */
export function filesOf(tier: Tier, named: readonly string[], all: readonly TestFile[]): TestFile[] {
  if (named.length > 0) return all.filter(({ source }) => named.some((name) => isBelow(source, name)));
  if (tier === 'quick') {
    return all.filter(
      ({ tiers, needsServers, startsPrograms }) =>
        tiers.includes('usual') && !needsServers && !startsPrograms,
    );
  }
  return all.filter(({ tiers }) => tiers.includes(tier));
}

/**
 * The files that run with the queues on Postgres, after `chosen` ran with them on Redis: in the deep tier those of the
 * queues, whatever their own; of files that were named, those among them.
 */
export function filesOfBothBackends(
  tier: Tier,
  named: readonly string[],
  chosen: readonly TestFile[],
  all: readonly TestFile[],
): TestFile[] {
  if (tier !== 'deep' && named.length === 0) return [];
  return (named.length > 0 ? chosen : all).filter(({ isOfQueues }) => isOfQueues);
}

/** What starts most begins first, so that no long file is left alone at the end of a pass. */
export function longestFirst(files: readonly TestFile[]): TestFile[] {
  return files.toSorted((one, other) => Number(other.startsItsOwn) - Number(one.startsItsOwn));
}

/** The same of files without servers: what lets time pass comes first, then what loads most. */
export function longestOfRulesFirst(files: readonly TestFile[]): TestFile[] {
  return files.toSorted(
    (one, other) => Number(other.pauses) - Number(one.pauses) || other.modulesCount - one.modulesCount,
  );
}

/** Whether the file is the named one, or in the named folder. */
export function isBelow(source: string, name: string): boolean {
  return source === name || source.startsWith(`${name}/`);
}

/** AVA begins a test's title with its file, less what the files of the run have in common. */
export function fileOfTitle(title: string, files: readonly TestFile[]): TestFile | undefined {
  const [only] = files;
  if (files.length === 1) return only;
  const lengths = files.map((file) => {
    const names = file.compiled.replace(/\.test\.js$/, '').split('/');
    const forms = names.map((_, first) => `${names.slice(first).join(' › ')} › `);
    const length = forms.find((form) => title.startsWith(form))?.length ?? 0;
    return { file, length: title.startsWith(`${file.compiled} `) ? title.length : length };
  });
  const best = lengths.reduce((longest, next) => (next.length > longest.length ? next : longest));
  return best.length > 0 ? best.file : undefined;
}
