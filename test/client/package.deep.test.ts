/**
 * The client as others install it, by its README's own words: packed, installed into an empty project, compiled by each
 * TypeScript without skipping the libraries' types, and run against a platform.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import test from 'ava';
import { publint } from 'publint';
import { joinPlatform } from '../helpers/join-platform.ts';
import { startRegistry } from './registry.ts';

const root = process.cwd();
const bin = (name: string, file: string): string => path.join(root, 'node_modules', name, file);
const readme = readFileSync(path.join(root, 'client', 'README.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!);

test.serial(
  'packed and installed as the README says, it compiles under TypeScript 5 and 7 and works',
  async (t) => {
    const home = mkdtempSync(path.join(tmpdir(), 'client-'));
    t.teardown(() => rmSync(home, { recursive: true, force: true }));
    const asked = new Set<string>();
    const registry = await startRegistry(t, asked);
    // The Node of these tests, and npm wherever the machine has it.
    const PATH = `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
    const env = { PATH, HOME: home, npm_config_registry: registry };
    const [pack = '', install = '', ...more] = blocks('sh').flatMap((text) => text.trim().split('\n'));
    t.deepEqual(more, []);

    // What an earlier build left must not be what is packed.
    const built = path.join(root, 'client', 'dist');
    rmSync(built, { recursive: true, force: true });
    mkdirSync(built);
    writeFileSync(path.join(built, 'left-over.js'), '');
    await run('sh', ['-c', pack], { cwd: root, env });
    const tarball = path.join(
      home,
      readdirSync(home).find((file) => file.endsWith('.tgz'))!,
    );
    const { messages } = await publint({ pkgDir: path.join(root, 'client'), strict: true });
    t.deepEqual(messages, []);
    // ESM only, like the platform: the older resolutions are not promised.
    const attw = bin('@arethetypeswrong/cli', 'dist/index.js');
    await run(process.execPath, [attw, tarball, '--profile', 'esm-only'], { cwd: home, env });

    const project = path.join(home, 'project');
    mkdirSync(project);
    writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
    await run('sh', ['-c', install], { cwd: project, env });
    await run('npm', ['install', '--save-dev', '@types/node'], { cwd: project, env });
    t.true(asked.has('openapi-fetch'), 'what it depends on comes from the registry');
    const installed = path.join(project, 'node_modules', 'warehouse-platform-client');
    const shipped = readdirSync(path.join(installed, 'dist')).map((file) =>
      file.replace(/(\.d\.ts|\.js)$/, ''),
    );
    t.deepEqual([...new Set(shipped)].toSorted(), [
      'calls',
      'client',
      'description',
      'errors',
      'follow',
      'operations',
      'retries',
      'webhooks',
    ]);

    const write = (file: string, text: string): void => writeFileSync(path.join(project, file), text);
    for (const [at, text] of blocks('ts').entries()) write(`readme${at}.ts`, `${given}${text}export {};\n`);
    write('program.ts', program);
    const files = readdirSync(project).filter((file) => file.endsWith('.ts'));
    t.is(files.length, 3);
    const compile = (compiler: string, ...options: string[]): Promise<string> =>
      run(
        process.execPath,
        [
          bin(compiler, 'bin/tsc'),
          '--strict',
          '--module',
          'nodenext',
          '--types',
          'node',
          ...options,
          ...files,
        ],
        { cwd: project, env },
      );
    await compile('typescript-5', '--target', 'es2023');
    // Without the types of browsers.
    await compile('typescript', '--target', 'es2023', '--lib', 'es2023,esnext.disposable');

    const { url, standard } = await joinPlatform(t);
    const words = ['program.js', url, standard.id, standard.accessToken];
    t.is(await run(process.execPath, words, { cwd: project, env }), 'new 2\ntrue\n404 NOT_FOUND\ntrue\n');
    write('program.ts', program.replace('line.remaining_qty', 'line.remaining'));
    await t.throwsAsync(compile('typescript', '--noEmit'), {
      message: /Property 'remaining' does not exist/,
    });
    write('program.ts', program.replace('received_qty: 1', 'received: 1'));
    await t.throwsAsync(compile('typescript', '--noEmit'), { message: /'received' does not exist/ });
  },
);

/** What the README's examples take from around them. */
const given = `
declare const organizationId: string, accessToken: string, warehouse_id: string, item_id: string;
declare const rawBody: string, secret: string, previousSecret: string, request: Request;
`;

const program = `
import { createClient } from 'warehouse-platform-client';
import { PlatformError } from 'warehouse-platform-client/errors';
import { verifyWebhook, type PlatformEvent } from 'warehouse-platform-client/webhooks';
import type { components } from 'warehouse-platform-client/description';

const [, , baseUrl = '', organizationId = '', accessToken = ''] = process.argv;
const api = createClient({ baseUrl, organizationId, accessToken });

const warehouse = await api.createWarehouse({ body: { code: 'PKG', name: 'Packed' } });
const item = await api.createItem({ body: { sku: 'PKG-1', name: 'Packed' } });
const receipt = await api.createReceipt({
  body: { warehouse_id: warehouse.id, source_type: 'manual', lines: [{ item_id: item.id, expected_qty: 2 }] },
});
const read = await api.getInboundReceipt({ params: { path: { id: receipt.id } } });
console.log(read.status, read.lines.reduce((sum, line) => sum + line.remaining_qty, 0));
const content = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const paper = await api.put('/api/tenancy/paper/logo', { body: { logo: [{ content }] } });
console.log(Object.keys(paper).includes('logo'));
await api.getInboundReceipt({ params: { path: { id: item.id } } }).catch((refused: unknown) => {
  if (refused instanceof PlatformError) console.log(refused.status, refused.code);
});
for await (const { receipt_no } of api.each('/api/wms/inbound-receipts')) console.log(receipt_no === receipt.receipt_no);

export const skuOf = (one: components['schemas']['Item']): string => one.sku;
export const heard = (body: string, headers: Headers): PlatformEvent['type'] =>
  verifyWebhook({ body, headers }, 'whsec_AAAA').type;
export const receive = (receipt_line_id: string, location_id: string) =>
  api.receiveLine({
    params: { path: { id: receipt.id } },
    body: { receipt_line_id, location_id, received_qty: 1 },
  });
`;

async function run(
  file: string,
  options: readonly string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  return promisify(execFile)(file, options, where).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${path.basename(file)} ${options.join(' ')}:\n${stdout}${stderr}`);
    },
  );
}
