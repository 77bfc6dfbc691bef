/** A package registry on this machine that serves what is in node_modules: `npm install` as anywhere, without the network. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

/** Returns its address. `asked` lists the packages it was asked for. */
export async function startRegistry(
  t: { teardown(stop: () => unknown): void },
  asked: Set<string>,
): Promise<string> {
  const installed = path.join(process.cwd(), 'node_modules');
  const about = (name: string): { version: string } =>
    JSON.parse(readFileSync(path.join(installed, name, 'package.json'), 'utf8')) as { version: string };
  const tarball = async (name: string): Promise<Buffer> => {
    const { dir, base } = path.parse(path.join(installed, name));
    const options = { encoding: 'buffer', maxBuffer: 50_000_000 } as const;
    return (await promisify(execFile)('tar', ['-czf', '-', '-C', dir, base], options)).stdout;
  };
  const server = createServer((request, answer) => {
    const [, name = '', isTarball] = /^\/(.+?)(\.tgz)?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    asked.add(name);
    const answered = async (): Promise<void> => {
      if (isTarball) return void answer.end(await tarball(name));
      const whole = about(name);
      const dist = { tarball: `http://${request.headers.host}/${name}.tgz` };
      const versions = { [whole.version]: { ...whole, dist } };
      answer.end(JSON.stringify({ name, 'dist-tags': { latest: whole.version }, versions }));
    };
    answered().catch((fault: Error) => answer.writeHead(404).end(JSON.stringify({ error: fault.message })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
