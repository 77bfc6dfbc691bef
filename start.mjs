/** `npm start` and the related commands: installs and compiles what is missing, then becomes the requested program. */
import process from 'node:process';

const programs = {
  api: ['server/api-main.js', 'the API alone: needs DATABASE_URL and PLATFORM_SECRET'],
  workers: ['server/workers-main.js', 'the workers alone: needs DATABASE_URL and PLATFORM_SECRET'],
  migrate: [
    'server/migrate-main.js',
    'brings the schema up to date; `migrate -- down` reverts the last batch, and asks first',
  ],
  hub: ['hub/main.js', "a warehouse workstation's print hub, with its page on HUB_PORT"],
  admin: ['server/admin-main.js', 'organizations and tokens; `admin -- --help` lists its commands'],
  demo: ['server/demo-main.js', 'a warehouse in action against a running `npm start`'],
  bench: ['bench/main.js', 'benchmarks on this machine; `bench -- <name>` runs one'],
  chaos: ['test/chaos/main.js', 'faults under load; `chaos -- R1 R7` runs some of them'],
  examples: ['test/examples/main.js', 'records docs/examples.json again from a run of tests'],
  'keep-release': [
    'test/upgrade/main.js',
    'keeps a filled database of this version, for later ones to upgrade',
  ],
  'client-types': ['test/client/types-main.js', "regenerates the client package's types"],
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is required; this is ${process.version}.`);
  process.exit(1);
}

const name = process.argv[2];
const isNamed = name !== undefined && !name.startsWith('-');
if (isNamed && !Object.hasOwn(programs, name)) {
  console.error(
    `There is no program "${name}": use one of ${Object.keys(programs).join(', ')}, or none to start everything.`,
  );
  process.exit(1);
}
const asksForHelp = process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h');
// The admin command prints its own help.
if (asksForHelp && name !== 'admin') {
  console.log(isNamed ? `npm run ${name}: ${programs[name][1]}.` : help());
  process.exit(0);
}
// Imported after the check above, so that an old Node gets a sentence rather than a syntax error.
const { setUp } = await import('./server/set-up.mjs');
await setUp();
const { runOnChosenNode } = await import('./dist/server/chosen-node.js');
await runOnChosenNode(process.env);
// The program sees only its own arguments.
if (isNamed) process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
await import(new URL(`dist/${isNamed ? programs[name][0] : 'server/main.js'}`, import.meta.url).href);

function help() {
  const lines = Object.entries(programs).map(([each, [, does]]) => `  npm run ${each.padEnd(8)} ${does}`);
  return `npm start runs everything on one machine: Postgres, the API and the workers, with nothing set.\n\n${lines.join('\n')}\n\nSettings are environment variables, each explained in .env.example.`;
}
