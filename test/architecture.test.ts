/** Checks the project against the rules of ARCHITECTURE.md, and the rules against planted offenders. */
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { moduleOf, readModules } from './architecture/modules.ts';
import { rules } from './architecture/rules.ts';

const modules = readModules(fileURLToPath(new URL('../../', import.meta.url)));

for (const rule of rules) {
  test(`the architecture keeps: ${rule.name}`, (t) => {
    const violations = rule.violations(modules);
    t.is(violations.length, 0, `${rule.reason}\n  ${violations.join('\n  ')}`);
  });
}

/** One offender per rule: a rule that lets its own pass would check nothing. */
const planted: Record<string, Record<string, string>> = {
  'the import table': {
    'api/tenant/inventory/a.ts': "import { post } from '../../../db/inventory/ledger.write.ts';",
  },
  'the nouns and what they stand on': {
    'db/inventory/a.ts': "import { lockOrder } from '../orders/order-lock.write.ts';",
  },
  'the engine and its face': {
    'workers/orders/a.ts': "import { runJob } from '../engine/run-job.ts';",
    'workers/engine/b.ts': "import { lockOrder } from '../../db/orders/order-lock.write.ts';",
  },
  'folders of 26 files': Object.fromEntries(
    Array.from({ length: 27 }, (_, index) => [`domain/crowd/${index}.ts`, '/** One of many. */']),
  ),
  'the surfaces apart': { 'api/v1/a.ts': "import type { View } from '../tenant/orders/endpoints.ts';" },
  'api/http knows no resource': { 'api/http/a.ts': "import { a } from '../../queues/orders/orders.ts';" },
  'no handler imports a handler': {
    'workers/orders/a.ts': "import { b } from './b.ts';\nexport const a: Handler<A> = b;",
    'workers/orders/b.ts': 'export const b: Handler<B> = 1;',
  },
  'knex, pg only in': { 'workers/orders/a.ts': "import knex from 'knex';" },
  'SQL in db/ alone': {
    'workers/orders/a.ts': "import { execute } from '../../db/database.ts';\nawait execute(tx, statement);",
    'workers/orders/b.ts': "import { sql } from '../../db/sql-text.ts';",
    'db/orders/c.ts': "await tx('sales_orders').insert(order);",
    'db/orders/d.ts': 'await tx.raw(`select 1`);',
  },
  'bullmq, ioredis only in': { 'workers/orders/a.ts': "import { Queue } from 'bullmq';" },
  'koa, @koa/router': { 'queues/a.ts': "import Koa from 'koa';" },
  'one way to the outside': {
    'workers/orders/a.ts':
      "import type { Send } from '../outside/outbound-http.ts';\nexport const a: Handler<A> = (work) => call(work);",
    'workers/orders/b.ts': "import { request } from 'node:https';",
    'db/orders/c.ts': 'export const c = () => fetch(url);',
    'workers/moves/handlers.ts': "import { d } from './d.ts';",
    'workers/moves/d.ts':
      "import type { Send } from '../outside/outbound-http.ts';\nexport const d = eachOfGroup({});",
    'workers/moves/e.ts': 'export const e = (of) => outboundHttp({ isPrivateAllowed: true })(of);',
  },
  'serialport, usb only in': { 'hub/jobs/a.ts': "const { SerialPort } = await import('serialport');" },
  'process.env in one config file': { 'api/http/a.ts': "const port = process.env['PORT'];" },
  'no cycles': { 'domain/a.ts': "import { b } from './b.ts';", 'domain/b.ts': "import { a } from './a.ts';" },
  'no casts around the compiler': { 'api/tenant/orders/a.ts': 'export const shown = row as never;' },
  'no re-export barrels': { 'domain/index.ts': "export { a } from './a.ts';" },
  'no marks of a merge': { 'db/orders/a.ts': 'sql`\n<<<<<<< HEAD\n`' },
  'no drawers': { 'domain/utils.ts': '/** Things. */' },
  'files of 300 lines': { 'domain/long.ts': '/** Long. */\n'.repeat(301) },
  'every module says what it is for': { 'domain/a.ts': 'export const a = 1;' },
};

for (const rule of rules) {
  test(`a planted offender is seen by: ${rule.name}`, (t) => {
    const files = Object.entries(planted).find(([name]) => rule.name.startsWith(name))?.[1];
    t.truthy(files, 'plant an offender for the new rule');
    const offenders = Object.entries(files!).map(([path, text]) => moduleOf(path, text));
    const seen = rule.violations(offenders);
    t.true(seen.length > 0);
    if (/^(SQL in db\/ alone|one way to the outside)/.test(rule.name))
      t.is(
        seen.length,
        offenders.filter(({ path }) => !path.endsWith('/handlers.ts')).length,
        seen.join('\n'),
      );
  });
}

test('a handler that says nowhere what it is is known by the list of its noun, and seen behind a detour', (t) => {
  const files = {
    'workers/moves/handlers.ts': "import { c } from './c.ts';\nimport { d } from './d.ts';",
    'workers/moves/c.ts': "import { e } from './e.ts';\nexport const c = eachOfGroup(e);",
    'workers/moves/d.ts': 'export const d = eachOfGroup({});',
    'workers/moves/e.ts': "import { d } from './d.ts';\nexport const e = d;",
  };
  const rule = rules.find(({ name }) => name === 'no handler imports a handler')!;
  t.deepEqual(rule.violations(Object.entries(files).map(([path, text]) => moduleOf(path, text))), [
    'workers/moves/e.ts imports ./d.ts',
  ]);
});
