/** The architecture rules, each with the reason a reader is shown when it is broken. */
import { isCastAllowed } from './casts.ts';
import { withoutComments, type Module, type Rule } from './modules.ts';
import { engine, face, layers, lentByHandlers, reachesUp, standsOn, underEngine } from './plan.ts';
import { sqlInDb } from './sql-in-db.ts';

// Programs are put together in server/ and the main files; tests and benchmarks look at everything.
const composes = /^(server|test|bench)\/|(^|[/-])main\.ts$|\.test\.ts$/;

const contents = /\/(handlers|commands|endpoints|refusals)\.ts$/;

function nounOf(path: string): string | undefined {
  return /^(?:domain|queues|db|workers)\/(?!engine\/|outside\/)([^/]+)\/(?!.*\.test\.ts$)/.exec(path)?.[1];
}

function standsAside(from: string, target: string): boolean {
  const [noun, other] = [nounOf(from), nounOf(target)];
  if (noun === undefined || other === undefined || noun === other) return false;
  if (noun === 'migrations' || contents.test(from)) return false;
  if (reachesUp[other]?.test(from) && target.startsWith('db/')) return false;
  return !standsOn[noun]?.includes(other);
}

const listsHandlers = /^workers\/([\w-]+\/)?(handlers|give-ups|schedules)\.ts$/;
const asks = /: AskingHandler</;

/** The files of handlers: what a noun's `handlers.ts` lists, and whatever says so itself. */
function handlersIn(modules: readonly Module[]): ReadonlySet<string> {
  const isOfNoun = (path: string): boolean => path.startsWith('workers/') && nounOf(path) !== undefined;
  const listed = modules
    .filter(({ path }) => /^workers\/[\w-]+\/handlers\.ts$/.test(path))
    .flatMap(({ imports }) => imports.filter(({ isType }) => !isType).map(({ target }) => target));
  const declared = modules
    .filter(({ text }) => /^export const \w+: Handler(OfMany)?</m.test(text))
    .map(({ path }) => path);
  return new Set([...listed, ...declared].filter(isOfNoun));
}

function importsThat(
  modules: readonly Module[],
  isBroken: (from: string, target: string, isType: boolean) => boolean,
): string[] {
  return modules.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isType }) => isBroken(path, target, isType))
      .map(({ specifier }) => `${path} imports ${specifier}`),
  );
}

/** Packages that only certain folders may use. */
function onlyIn(packages: readonly string[], home: RegExp, reason: string): Rule {
  return {
    name: `${packages.join(', ')} only in ${home.source}`,
    reason,
    violations: (modules) =>
      importsThat(
        modules,
        (from, target) => packages.includes(target) && !home.test(from) && !composes.test(from),
      ),
  };
}

export const rules: readonly Rule[] = [
  {
    name: 'the import table',
    reason:
      'A command walks down once (api, queues, workers, db) and each folder can be read, moved and scaled by itself only while it knows just the folders below it.',
    violations: (modules) =>
      importsThat(modules, (from, target) => {
        const allowed = layers[from.split('/')[0]!];
        const isOurs = target.endsWith('.ts');
        return isOurs && allowed !== undefined && !composes.test(from) && !allowed.test(target);
      }),
  },
  {
    name: 'the nouns and what they stand on',
    reason:
      'Stock is the ground of orders and floor alike, and fulfillment the one roof over both: an arrow the other way ties a knot that no reader can follow.',
    violations: (modules) => importsThat(modules, standsAside),
  },
  {
    name: 'the engine and its face',
    reason:
      'What carries a command can be changed in one room only while the rest of the house touches its face alone, and it knows nothing of the trade.',
    violations: (modules) =>
      importsThat(modules, (from, target) => {
        const allowed = engine.test(from) ? underEngine : face[from.split('/')[0]!];
        if (composes.test(from) || allowed === undefined) return false;
        if (engine.test(from)) return target.endsWith('.ts') && !engine.test(target) && !allowed.test(target);
        return engine.test(target) && !allowed.test(target);
      }),
  },
  {
    name: 'folders of 26 files at most',
    reason: 'A folder is scanned at a glance, or a noun is missing.',
    violations: (modules) => {
      const counts = new Map<string, number>();
      for (const { path } of modules) {
        const folder = path.slice(0, path.lastIndexOf('/'));
        if (!path.endsWith('.test.ts')) counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
      return [...counts]
        .filter(([folder, count]) => count > 26 && folder !== 'db/migrations')
        .map(([folder, count]) => `${folder} has ${count} files`);
    },
  },
  {
    name: 'the surfaces apart',
    reason: 'The tenant API and v1 change at different speeds: they share commands, never words.',
    violations: (modules) =>
      importsThat(
        modules,
        (from, target) =>
          (from.startsWith('api/tenant/') && target.startsWith('api/v1/')) ||
          (from.startsWith('api/v1/') && target.startsWith('api/tenant/')),
      ),
  },
  {
    name: 'api/http knows no resource',
    reason:
      'The machinery serves every endpoint alike; a resource named in it is a special case for all of them.',
    violations: (modules) => {
      // Only the HTTP machinery may decide who is calling and what is refused.
      const nouns = Object.keys(standsOn).filter((noun) => noun !== 'tenancy');
      const resource = new RegExp(`^api/(tenant|v1|ops)/|^(db|queues|domain)/(${nouns.join('|')})/`);
      return importsThat(modules, (from, target) => from.startsWith('api/http/') && resource.test(target));
    },
  },
  {
    name: 'no handler imports a handler',
    reason:
      'A handler is one transaction and one outcome; what two of them share is a function of db or domain.',
    violations: (modules) => {
      const handlers = handlersIn(modules);
      // Nor does what a handler imports: then it would, by a detour.
      const isLent = (from: string, target: string): boolean => lentByHandlers[target]?.test(from) ?? false;
      return importsThat(
        modules,
        (from, target, isType) =>
          handlers.has(target) &&
          !isType &&
          from.startsWith('workers/') &&
          !composes.test(from) &&
          !listsHandlers.test(from) &&
          !isLent(from, target),
      );
    },
  },
  onlyIn(
    ['knex', 'pg'],
    /^db\/|^queues\/engine\/(backend|broadcast)\.ts$/,
    'SQL lives in db/, so that whoever reads a table finds every reader.',
  ),
  sqlInDb,
  onlyIn(
    ['bullmq', 'ioredis'],
    /^queues\/(engine|printing)\/|^db\/migrate\.ts$|^workers\/engine\/queue-workers\.ts$/,
    'The queue engine is one choice in one place: the rest speaks of commands.',
  ),
  onlyIn(['koa', '@koa/router', '@bull-board/koa', '@bull-board/api'], /^api\//, 'HTTP ends in api/.'),
  {
    name: 'one way to the outside',
    reason:
      'A call to somebody else takes as long as they like: what holds a transaction, or checks no address, cannot make one.',
    violations: (modules) => {
      const inside = modules.filter(
        ({ path }) =>
          /^(domain|db|queues|workers)\/(?!outside\/outbound-http)/.test(path) && !composes.test(path),
      );
      const http = /^(node:)?(https?|http2|net|tls)$|^undici$/;
      const handlers = handlersIn(modules);
      return [
        ...importsThat(inside, (_from, target, isType) => http.test(target) && !isType),
        ...inside
          .filter(({ text }) => /(^|[^\w.])fetch\(/m.test(withoutComments(text)))
          .map(({ path }) => `${path} fetches`),
        // What it can send by is handed to a call alone: whoever opens a line of its own may be reached by a handler.
        ...inside
          .filter(({ text }) => /(^|[^\w.])outboundHttp\(/m.test(withoutComments(text)))
          .map(({ path }) => `${path} opens a line of its own`),
        ...importsThat(
          inside.filter(({ path, text }) => handlers.has(path) && !asks.test(text)),
          (_from, target) => target === 'workers/outside/outbound-http.ts',
        ),
      ];
    },
  },
  onlyIn(
    ['serialport', 'usb'],
    /^hub\/(transports|discovery)\//,
    'Cables are touched by transports and discovery; everything else sees a link.',
  ),
  {
    name: 'process.env in one config file per process',
    reason: 'A setting read in two places has two defaults.',
    violations: (modules) =>
      modules
        .filter(({ path, text }) => /\bprocess\.env\b/.test(withoutComments(text)) && !isConfig(path))
        .map(({ path }) => `${path} reads process.env`),
  },
  {
    name: 'no cycles',
    reason: 'Two files that need each other are one file, or miss a third.',
    violations: cycles,
  },
  {
    name: 'no casts around the compiler',
    reason:
      'A value cast to never or any fits everywhere, so nothing is checked. The few that stay are named with why.',
    violations: (modules) =>
      modules
        .filter(({ path }) => /^(api|db|domain|hub|queues|render|server|workers)\//.test(path))
        .filter(({ path }) => !path.endsWith('.test.ts') && !isCastAllowed(path))
        .filter(({ text }) => /[\w)\]}] as (never|any)\b(?! )/.test(text))
        .map(({ path }) => `${path} casts to never or any`),
  },
  {
    name: 'no re-export barrels',
    reason: 'A name has one home; a barrel hides it and loads everything behind it.',
    violations: (modules) =>
      modules
        .filter(({ text }) => /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^'";]*\sfrom\s+'\.{1,2}\//m.test(text))
        .map(({ path }) => `${path} re-exports another module`),
  },
  {
    name: 'no marks of a merge',
    reason: 'Within a statement of SQL the compiler does not see them.',
    violations: (modules) =>
      modules
        .filter(({ text }) => /^(<{7}|>{7}) /m.test(text))
        .map(({ path }) => `${path} was not merged to its end`),
  },
  {
    name: 'no drawers',
    reason: 'utils, helpers, common, types and misc say where a thing was put, not what it is.',
    violations: (modules) =>
      modules
        .filter(({ path }) =>
          /(^|\/)(utils?|helpers?|common|types|misc)(\.|\/)/.test(path.replace(/^test\/helpers\//, 'test/')),
        )
        .map(({ path }) => `${path} is named like a drawer`),
  },
  {
    name: 'files of 300 lines at most',
    reason: 'A file is read in one go or it is two files.',
    violations: (modules) =>
      modules
        .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
        .filter(({ lines }) => lines > 300)
        .map(({ path, lines }) => `${path} has ${lines} lines`),
  },
  {
    name: 'every module says what it is for',
    reason: 'By its first comment, on the file or on what it exports, a reader decides whether to read on.',
    violations: (modules) =>
      modules
        .filter(({ path, text }) => !path.endsWith('.test.ts') && !hasLeadingDoc(text))
        .map(({ path }) => `${path} has no leading doc comment`),
  },
];

function isConfig(path: string): boolean {
  return (
    /(^|\/)config(\.test)?\.ts$/.test(path) ||
    /^test\/helpers\/(servers|environment)\.ts$/.test(path) ||
    path.startsWith('test/architecture')
  );
}

/** A doc comment before the first statement, or on something the module exports. */
function hasLeadingDoc(text: string): boolean {
  const body = text.replace(/^#!.*\n/, '').trimStart();
  return body.startsWith('/**') || /\*\/\s*\n\s*export\s/.test(text);
}

/** Each cycle once, named by its path. Tests may import what they test and be imported by nobody. */
function cycles(modules: readonly Module[]): string[] {
  const graph = new Map(modules.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push([...trail.slice(at), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const target of graph.get(path) ?? []) {
      if (graph.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
