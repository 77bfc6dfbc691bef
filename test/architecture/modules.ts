/** The project's modules as text and imports, which the architecture rules are applied to. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Import {
  /** As written. */
  specifier: string;
  /** A path from the root for our own modules, a package name for others (`node:fs`, `knex`). */
  target: string;
  isType: boolean;
}

export interface Module {
  /** From the root, with slashes: `workers/receiving/receive-line.ts`. */
  path: string;
  text: string;
  imports: Import[];
}

const folders = [
  'domain',
  'queues',
  'workers',
  'db',
  'api',
  'hub',
  'render',
  'server',
  'test',
  'bench',
  'client/src',
];

// Generated: nobody reads it from top to bottom, and its own test checks it against the description.
const generated = ['description.ts', 'operations.ts'].map((file) => path.join('client', 'src', file));

/** Every TypeScript module of the project under `root`. */
export function readModules(root: string): Module[] {
  return folders.flatMap((folder) =>
    filesUnder(path.join(root, folder)).map((file) =>
      moduleOf(path.relative(root, file).split(path.sep).join('/'), readFileSync(file, 'utf8')),
    ),
  );
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(file);
      const isOurs = file.endsWith('.ts') && !file.endsWith('.d.ts');
      return isOurs && !generated.some((one) => file.endsWith(one)) ? [file] : [];
    })
    .toSorted();
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const dynamic = /\bimport\('([^']+)'\)/g;

/** A module from its text; tests also use it to plant a bad one. */
export function moduleOf(file: string, text: string): Module {
  const found = [
    ...[...text.matchAll(statement)].map((match) => ({ specifier: match[2]!, isType: Boolean(match[1]) })),
    ...[...text.matchAll(dynamic)].map((match) => ({ specifier: match[1]!, isType: false })),
  ];
  return {
    path: file,
    text,
    imports: found.map(({ specifier, isType }) => ({
      specifier,
      isType,
      target: specifier.startsWith('.')
        ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
        : packageOf(specifier),
    })),
  };
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!;
}

export interface Rule {
  name: string;
  reason: string;
  /** One sentence per violation, naming the file. */
  violations(modules: readonly Module[]): string[];
}

/** What a module does, without its strings and comments: a rule looks at code. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
