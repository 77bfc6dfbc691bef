/**
 * The client as others install it: current types, a shape that every resolver agrees with, and a program that uses it.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import test from 'ava';
import { publint } from 'publint';
import { clientTypes, clientTypesFile } from './client-types.ts';

const root = process.cwd();
const packageDirectory = path.join(root, 'client');
const bin = (name: string, file: string): string => path.join(root, 'node_modules', name, file);

test.serial('the types are those of the description', async (t) => {
  const committed = readFileSync(path.join(root, clientTypesFile), 'utf8');
  const current = await clientTypes();
  // Rewritten, so that `git diff` is the review; committing it approves the change.
  if (committed !== current) writeFileSync(path.join(root, clientTypesFile), current);
  t.true(committed === current, `${clientTypesFile} was written anew: commit it`);
});

test.serial('the package builds, and its exports, types and files agree', async (t) => {
  rmSync(path.join(packageDirectory, 'dist'), { recursive: true, force: true });
  await run(t, bin('typescript', 'bin/tsc'), ['-p', 'tsconfig.json'], packageDirectory);
  const { messages } = await publint({ pkgDir: packageDirectory, strict: true });
  t.deepEqual(messages, []);
});

test.serial('the packed package is resolved by Node and bundlers, and carries a program', async (t) => {
  const folder = path.join(root, 'dist', 'client-package');
  rmSync(folder, { recursive: true, force: true });
  const installed = path.join(folder, 'node_modules', 'warehouse-platform-client');
  mkdirSync(installed, { recursive: true });
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: packageDirectory });
  const tarball = path.join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz'))!,
  );
  // ESM only, like the platform: the older resolutions are not promised.
  await run(t, bin('@arethetypeswrong/cli', 'dist/index.js'), [tarball, '--profile', 'esm-only'], folder);

  await promisify(execFile)('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const shipped = readdirSync(path.join(installed, 'dist')).filter((file) => !/\.(js|d\.ts)$/.test(file));
  t.deepEqual(shipped, []);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'program.ts'), program);
  const options = [
    '--strict',
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  const compile = () => run(t, bin('typescript', 'bin/tsc'), [...options, 'program.ts'], folder);
  await compile();
  const { stdout } = await promisify(execFile)(process.execPath, ['program.js'], { cwd: folder });
  t.is(stdout, 'PlatformError WebhookRefused\n');

  const misread = program.replace('row.remaining_qty', 'row.remaining');
  writeFileSync(path.join(folder, 'program.ts'), misread);
  await t.throwsAsync(compile(), { message: /Property 'remaining' does not exist/ });
});

const program = `
import { createClient } from 'warehouse-platform-client';
import { PlatformError } from 'warehouse-platform-client/errors';
import { verifyWebhook, WebhookRefused, type PlatformEvent } from 'warehouse-platform-client/webhooks';
import type { components } from 'warehouse-platform-client/description';

const api = createClient({ baseUrl: 'http://127.0.0.1:1', accessToken: 'none', retries: { attemptsMax: 1 } });

export async function remaining(id: string): Promise<number> {
  const receipt = await api.get('/api/wms/inbound-receipts/{id}', { params: { path: { id } } });
  return receipt.lines.reduce((sum: number, row) => sum + row.remaining_qty, 0);
}

export function heard(body: string, headers: Headers): PlatformEvent['type'] {
  return verifyWebhook({ body, headers }, 'whsec_AAAA').type;
}

export const skuOf = (item: components['schemas']['Item']): string => item.sku;

console.log(PlatformError.name, WebhookRefused.name);
`;

async function run(
  t: { log(text: string): void },
  file: string,
  options: readonly string[],
  cwd: string,
): Promise<void> {
  await promisify(execFile)(process.execPath, [file, ...options], { cwd }).catch(
    (failed: { stdout: string; stderr: string }) => {
      t.log(failed.stdout);
      throw new Error(`${path.basename(file)} ${options.join(' ')}:\n${failed.stdout}${failed.stderr}`);
    },
  );
}
