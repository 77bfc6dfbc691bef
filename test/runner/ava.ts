/** Runs AVA on some files and reads its TAP output, which is printed in words. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Parser, type Result } from 'tap-parser';
import { stringify } from 'yaml';
import { fileOfTitle, type TestFile } from './test-files.ts';

export interface Failure {
  title: string;
  /** What AVA shows of it. */
  shown: string;
  /** Undefined if AVA does not say: an exception that no test waited for. */
  file: TestFile | undefined;
}

export interface Tally {
  passed: number;
  skipped: number;
  failures: Failure[];
}

/** The AVA that runs at this moment; interrupted, it ends its files and then itself. */
let running: ChildProcess | undefined;

export function interruptAva(): void {
  running?.kill('SIGTERM');
}

export async function runAva(
  root: string,
  files: readonly TestFile[],
  options: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Tally> {
  const command = path.join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs');
  const words = [command, '--tap', ...options, ...files.map(({ compiled }) => compiled)];
  // Colours would stand in the titles.
  const plain = { ...env, FORCE_COLOR: '0' };
  running = spawn(process.execPath, words, { cwd: root, env: plain, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(running, 'close') as Promise<[number | null]>;
  const tally: Tally = { passed: 0, skipped: 0, failures: [] };
  const parser = new Parser();
  parser.on('assert', (result) => count(result, files, tally));
  parser.on('comment', (comment) => {
    // What a test logged, and what is left of a file that broke off.
    if (/^# {3}|^# \d+ tests? remaining/.test(comment)) console.log(`    ${comment.slice(1).trim()}`);
  });
  parser.on('extra', (line) => process.stdout.write(line));
  running.stdout!.pipe(parser);
  const [[code]] = await Promise.all([ended, once(parser, 'complete')]);
  running = undefined;
  if (code !== 0 && tally.failures.length === 0) {
    tally.failures.push({ title: `AVA ended with ${code}`, shown: '', file: undefined });
  }
  return tally;
}

function count(result: Result, files: readonly TestFile[], tally: Tally): void {
  const { ok, skip, todo, name, diag } = result;
  if (skip || todo) {
    tally.skipped += 1;
    console.log(`  - ${name}`);
  } else if (ok) {
    tally.passed += 1;
    console.log(`  ✔ ${name}`);
  } else {
    const shown = diag ? indent(stringify(diag)) : '';
    tally.failures.push({ title: name, shown, file: fileOfTitle(name, files) });
    console.log(`  ✘ ${name}\n${shown}`);
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '      ');
}
