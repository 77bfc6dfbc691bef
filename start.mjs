/** `npm start` and its siblings: installs and compiles what is missing, then becomes the program asked for. */
import process from 'node:process';

const programs = {
  api: 'server/api-main.js',
  workers: 'server/workers-main.js',
  migrate: 'server/migrate-main.js',
  hub: 'hub/main.js',
  admin: 'server/admin-main.js',
  demo: 'server/demo-main.js',
  bench: 'bench/main.js',
  chaos: 'test/chaos/main.js',
  examples: 'test/examples/main.js',
  'client-types': 'test/client/types-main.js',
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed, this is ${process.version}.`);
  process.exit(1);
}

const name = process.argv[2];
const isNamed = name !== undefined && !name.startsWith('-');
if (isNamed && !Object.hasOwn(programs, name)) {
  console.error(
    `There is no program "${name}": use one of ${Object.keys(programs).join(', ')}, or none to start all.`,
  );
  process.exit(1);
}
// The program sees its own arguments only.
if (isNamed) process.argv.splice(2, 1);

// Imported after the check above, so that an old Node gets a sentence rather than a syntax error.
const { setUp } = await import('./server/set-up.mjs');
await setUp();
process.setSourceMapsEnabled(true);
await import(new URL(`dist/${isNamed ? programs[name] : 'server/main.js'}`, import.meta.url).href);
