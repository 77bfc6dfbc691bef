/**
 * Checks format, lint and dead code beside the tests, with what these leave of the processor. What a check says is printed
 * in one piece, if it found something.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import path from 'node:path';

const checks = [
  { name: 'oxfmt', file: 'oxfmt', options: ['--check'] },
  { name: 'oxlint', file: 'oxlint', options: ['--deny-warnings'] },
  { name: 'knip', file: 'knip.js', options: ['--no-progress'] },
];
const niceness = 5;
const running = new Set<ChildProcess>();

export function interruptChecks(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Resolves with the names of the checks that found something. */
export async function checkSources(root: string): Promise<string[]> {
  const results = await Promise.all(checks.map((one) => check(root, one)));
  return results.filter(({ isRight }) => !isRight).map(({ name }) => name);
}

async function check(
  root: string,
  { name, file, options }: (typeof checks)[number],
): Promise<{ name: string; isRight: boolean }> {
  const program = path.join(root, 'node_modules', name, 'bin', file);
  const child = spawn(process.execPath, [program, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  if (child.pid !== undefined) setPriority(child.pid, niceness);
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  const isRight = code === 0;
  console.log(isRight ? `  ✔ ${name}` : `  ✘ ${name}\n${said}`);
  return { name, isRight };
}
