/** The packages of a test's process come from their bundles: else each file takes three times as long to start. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { packagesMap } from '../helpers/environment.ts';
import { bundlePackages } from './bundle-packages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('a package and its bundle are found from the map, so that both can be copied and moved', async (t) => {
  const map = await bundlePackages(root);
  const pairs = JSON.parse(readFileSync(map, 'utf8')) as [string, string][];
  t.true(pairs.length > 15);
  t.deepEqual(
    pairs.flat().filter((file) => path.isAbsolute(file) || file.startsWith('file:')),
    [],
  );
  t.deepEqual(
    pairs.flat().filter((file) => !existsSync(path.join(path.dirname(map), file))),
    [],
  );
});

test('this process has knex and AVA from their bundles', (t) => {
  const map = packagesMap();
  if (map === undefined) return t.pass('not run by test/run.mjs');
  for (const name of ['knex', 'ava'])
    t.is(path.dirname(fileURLToPath(import.meta.resolve(name))), path.dirname(map));
});
