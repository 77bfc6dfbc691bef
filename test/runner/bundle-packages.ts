/**
 * The packages that most test files load, and AVA, each as one file. A file's process would otherwise read some 700
 * modules before its first test, of which 90 are ours: a third of its processor time. Bundled once for the versions installed;
 * bundled-packages.mjs puts them in the packages' place.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

/** What ours import by name. Packages that share another one's objects go together: knex and pg, bullmq and ioredis. */
const ours = [
  'knex',
  'knex/lib/dialects/postgres/index.js',
  'knex/lib/dialects/postgres/execution/pg-transaction.js',
  'pg',
  '@cfworker/json-schema',
  'uuid',
  'aws4fetch',
  'bullmq',
  'ioredis',
  'joi',
  'koa',
  '@koa/router',
  'rate-limiter-flexible',
  'prom-client',
  'jsvat-next',
  'jose',
  'cron-parser',
];

/** What each file's process begins with, and what its tests import as `ava`; neither can be imported here. */
const avas = {
  'lib/worker/base.js': (file: string) => `import ${file};`,
  'entrypoints/main.mjs': (file: string) => `export * from ${file};export { default } from ${file};`,
};

// What knex and pg load only where it is installed.
const absent = /^(better-sqlite3|sqlite3|mysql2?|oracledb|tedious|pg-native|pg-query-stream|pg-cloudflare)/;

/**
 * Resolves with the file that maps each package to its bundle, both as seen from that file: installed packages are copied
 * and moved with what is kept beside them.
 */
export async function bundlePackages(root: string): Promise<string> {
  const installed = readFileSync(path.join(root, 'package-lock.json'));
  const hash = createHash('sha256')
    .update(installed)
    .update(readFileSync(import.meta.filename));
  const directory = path.join(
    root,
    'node_modules',
    '.cache',
    `test-packages-${hash.digest('hex').slice(0, 16)}`,
  );
  const map = path.join(directory, 'map.json');
  if (existsSync(map)) return map;
  const ava = path.join(root, 'node_modules', 'ava');
  // Tests look into the one that AVA has (plain-failures.ts).
  const concordance = createRequire(path.join(ava, 'package.json')).resolve('concordance');
  const urls = [...ours.map((name) => import.meta.resolve(name)), pathToFileURL(concordance).href];
  const packages = urls.map(async (url, index) => ({
    url,
    name: `package-${index}`,
    code: await entryFor(url),
  }));
  const ofAva = Object.entries(avas).map(([name, code], index) => {
    const file = path.join(ava, name);
    return { url: pathToFileURL(file).href, name: `ava-${index}`, code: code(JSON.stringify(file)) };
  });
  const all = [...(await Promise.all(packages)), ...ofAva];
  const entries = new Map(all.map(({ name, code }) => [name, code]));
  const bundle = await rolldown({
    input: [...entries.keys()],
    platform: 'node',
    // Packages warn of themselves: circles, eval.
    logLevel: 'silent',
    external: [absent],
    plugins: [virtual(entries)],
  });
  await bundle.write({ dir: directory, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' });
  const placed = all.map(({ url, name }) => [fromMap(directory, url), `${name}.mjs`]);
  // In one step: another run may be bundling the same.
  writeFileSync(`${map}.${process.pid}`, JSON.stringify(placed));
  renameSync(`${map}.${process.pid}`, map);
  return map;
}

function fromMap(directory: string, url: string): string {
  return path.relative(directory, fileURLToPath(url)).split(path.sep).join('/');
}

/** Exports what the package does, under the names by which Node offers a CommonJS package's. */
async function entryFor(url: string): Promise<string> {
  const exported = (await import(url)) as Record<string, unknown>;
  const file = JSON.stringify(fileURLToPath(url));
  if (!('module.exports' in exported))
    return `export * from ${file};${'default' in exported ? `export { default } from ${file};` : ''}`;
  const names = Object.keys(exported).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');
  return `import all from ${file};
export default all;
${names.map((name) => `export const ${name} = all.${name};`).join('\n')}`;
}

function virtual(entries: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'entries',
    resolveId: (id) => (entries.has(id) ? id : undefined),
    load(id) {
      const code = entries.get(id);
      return code === undefined ? undefined : { code, moduleType: 'js' };
    },
  };
}
