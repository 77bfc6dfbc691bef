/** Which files a run takes, told from their names and imports. */
import test from 'ava';
import { moduleOf } from '../architecture/modules.ts';
import {
  fileOfTitle,
  filesOf,
  filesOfBothBackends,
  longestFirst,
  longestOfRulesFirst,
  testFilesAmong,
} from './test-files.ts';

const asks = (file: string) => `import { a } from '${file}';`;
const all = testFilesAmong(
  Object.entries({
    'domain/rates/price.test.ts': asks('./price.ts'),
    'domain/rates/price.ts': "import type { Servers } from '../../test/helpers/servers.ts';",
    'test/yard/yard.test.ts': asks('./rig.ts'),
    'test/yard/rig.ts': asks('../helpers/platform.ts'),
    'test/helpers/platform.ts': asks('./database.ts'),
    'test/helpers/database.ts': asks('./servers.ts'),
    'test/helpers/servers.ts': asks('../../server/postgres/embedded-postgres.ts'),
    'server/postgres/embedded-postgres.ts': '',
    'test/yard/moves.queue.test.ts': asks('./rig.ts'),
    'test/yard/plans.deep.test.ts': asks('./rig.ts'),
    'test/yard/ids.walk.test.ts': "const { a } = await import('./rig.ts');",
    'test/chaos/crashes.test.ts': '',
    'hub/main.test.ts': asks('node:child_process'),
    'test/pages/page.test.ts': asks('./browser.ts'),
    'test/pages/browser.ts': asks('playwright-core'),
    'domain/parcels/bought.test.ts': asks('./bought.ts'),
    'domain/parcels/bought.ts': asks('node:child_process'),
    'test/dock/joins.test.ts': asks('../helpers/servers.ts'),
  }).map(([path, text]) => moduleOf(path, text)),
);
const sources = (...chosen: Parameters<typeof filesOf>) => filesOf(...chosen).map(({ source }) => source);

test('only what reaches the servers by its imports needs them; a type is not a need', (t) => {
  t.deepEqual(
    all.filter(({ needsServers }) => needsServers).map(({ source }) => source),
    [
      'test/yard/yard.test.ts',
      'test/yard/moves.queue.test.ts',
      'test/yard/plans.deep.test.ts',
      'test/yard/ids.walk.test.ts',
      'test/dock/joins.test.ts',
    ],
  );
});

test('each test is in a tier by its name or folder, and a walk in two', (t) => {
  t.deepEqual(sources('usual', [], all), [
    'domain/rates/price.test.ts',
    'test/yard/yard.test.ts',
    'test/yard/moves.queue.test.ts',
    'test/yard/ids.walk.test.ts',
    'hub/main.test.ts',
    'test/pages/page.test.ts',
    'domain/parcels/bought.test.ts',
    'test/dock/joins.test.ts',
  ]);
  t.deepEqual(sources('deep', [], all), [
    'test/yard/plans.deep.test.ts',
    'test/yard/ids.walk.test.ts',
    'test/chaos/crashes.test.ts',
  ]);
});

test('the quick tier has what needs no server and starts no program; what the product could start is none', (t) => {
  t.deepEqual(sources('quick', [], all), ['domain/rates/price.test.ts', 'domain/parcels/bought.test.ts']);
});

test('the deep tier plays the files of the queues on Postgres, and so does who names them', (t) => {
  const again = (tier: 'usual' | 'deep', ...named: string[]) =>
    filesOfBothBackends(tier, named, filesOf(tier, named, all), all).map(({ source }) => source);
  t.deepEqual(again('usual'), []);
  t.deepEqual(again('deep'), ['test/yard/moves.queue.test.ts']);
  t.deepEqual(again('usual', 'test/yard'), ['test/yard/moves.queue.test.ts']);
  t.deepEqual(again('deep', 'test/dock'), []);
});

test('a file that starts a platform of its own comes before those that join one', (t) => {
  const some = ['domain/rates/price.test.ts', 'test/dock/joins.test.ts', 'test/yard/yard.test.ts'];
  const files = some.map((name) => all.find(({ source }) => source === name)!);
  t.deepEqual(
    longestFirst(files).map(({ source }) => source),
    [some[2], some[0], some[1]],
  );
});

test('without servers, a file that lets time pass comes first, then those that load more', (t) => {
  const loading = ['a', 'b'].map((name) => [`test/${name}.ts`, ''] as const);
  const files = testFilesAmong(
    [
      ...loading,
      ['test/one.test.ts', asks('./a.ts')] as const,
      ['test/two.test.ts', `${asks('./a.ts')}\n${asks('./b.ts')}`] as const,
      ['test/waiting.test.ts', asks('node:timers/promises')] as const,
    ].map(([path, text]) => moduleOf(path, text)),
  );
  t.deepEqual(
    longestOfRulesFirst(files).map(({ source }) => source),
    ['test/waiting.test.ts', 'test/two.test.ts', 'test/one.test.ts'],
  );
});

test('a file or folder that is named runs whatever its tier', (t) => {
  t.deepEqual(sources('usual', ['test/chaos', 'test/yard/yard.test.ts'], all), [
    'test/yard/yard.test.ts',
    'test/chaos/crashes.test.ts',
  ]);
  t.is(sources('usual', ['test/yard'], all).length, 4);
});

test('the file of a failure is found by its title, with and without the folders that all share', (t) => {
  t.is(fileOfTitle('test › yard › yard › a title', all)?.source, 'test/yard/yard.test.ts');
  t.is(fileOfTitle('yard › moves.queue › a title', all)?.source, 'test/yard/moves.queue.test.ts');
  t.is(
    fileOfTitle('dist/test/chaos/crashes.test.js exited due to SIGKILL', all)?.source,
    'test/chaos/crashes.test.ts',
  );
  t.is(fileOfTitle('TypeError: a is not a function', all), undefined);
  t.is(fileOfTitle('a title', all.slice(0, 1))?.source, 'domain/rates/price.test.ts');
});
