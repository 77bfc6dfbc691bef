/** Checks format, lint and dead code side by side; resolves with the names of those that found something. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const checks = [
  { name: 'prettier', file: 'prettier.cjs', options: ['--check', '--log-level', 'warn', '--cache', '.'] },
  { name: 'oxlint', file: 'oxlint', options: ['--deny-warnings'] },
  { name: 'knip', file: 'knip.js', options: ['--no-progress'] },
];

export async function checkSources(root: string): Promise<string[]> {
  const codes = await Promise.all(
    checks.map(async ({ name, file, options }) => {
      const program = path.join(root, 'node_modules', name, 'bin', file);
      const child = spawn(process.execPath, [program, ...options], { cwd: root, stdio: 'inherit' });
      const [code] = (await once(child, 'exit')) as [number | null];
      return { name, code };
    }),
  );
  return codes.filter(({ code }) => code !== 0).map(({ name }) => name);
}
