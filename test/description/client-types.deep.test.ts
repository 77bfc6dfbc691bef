/** The description compiles: types generated from it support a small program, and reject one that misreads them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import test from 'ava';
import { description } from '../http/endpoints.ts';

// The generator needs the compiler API from before version 7, which is installed under another name.
const hook = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);`;

const program = `
import type { components, operations, paths } from './api.ts';

type Schemas = components['schemas'];
type Count = operations['receiveLine']['requestBody']['content']['application/json'];
type Counted = operations['receiveLine']['responses'][200]['content']['application/json']['data'];
type Later = operations['receiveLine']['responses'][202]['content']['application/json']['data'];
type Receipts = paths['/api/wms/inbound-receipts']['get'];

export function countOne(line: Schemas['InboundReceiptLine'], locationId: string): Count {
  return { receipt_line_id: line.id, received_qty: line.remaining_qty, location_id: locationId };
}

export function say(answer: Counted): string {
  const { receipt, line } = answer;
  return \`\${receipt.receipt_no} is \${receipt.status}: \${line.received_qty.toFixed(2)} counted\`;
}

export function follow(accepted: Later): string {
  return accepted.location;
}

export function explain(problem: Schemas['Problem']): string {
  const isKnown: boolean = problem.code === 'OVER_RECEIPT';
  return isKnown ? problem.detail : \`\${problem.title} (\${problem.request_id})\`;
}

export function totals(page: Receipts['responses'][200]['content']['application/json']): number {
  return page.data.filter(({ status }) => status === 'receiving').length + page.meta.total;
}
`;

test.serial('openapi-typescript generates types that a program compiles against', async (t) => {
  const folder = mkdtempSync(path.join(process.cwd(), 'dist', 'client-types-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  register(`data:text/javascript,${encodeURIComponent(hook)}`, import.meta.url);
  const { default: generate, astToString } = await import('openapi-typescript');
  writeFileSync(path.join(folder, 'api.ts'), astToString(await generate(description)));

  t.is(await compile(folder, program), '');
  const wrong = program.replace('line.remaining_qty, location_id', 'line.remaining, location_id');
  t.regex(await compile(folder, wrong), /Property 'remaining' does not exist/);
  t.regex(await compile(folder, program.replace("'OVER_RECEIPT'", "'OVER_RECIEPT'")), /no overlap/);
});

/** What the compiler says about the program. */
async function compile(folder: string, text: string): Promise<string> {
  writeFileSync(path.join(folder, 'program.ts'), text);
  const compiler = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const options = ['--noEmit', '--strict', '--ignoreConfig', '--allowImportingTsExtensions', 'program.ts'];
  return promisify(execFile)(process.execPath, [compiler, ...options], { cwd: folder }).then(
    () => '',
    (failed: { stdout: string }) => failed.stdout,
  );
}
