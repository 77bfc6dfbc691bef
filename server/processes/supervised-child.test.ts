import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { isProcessAlive, waitForProcessEnd } from './live-process.ts';
import { superviseChild } from './supervised-child.ts';

const link = new URL('child-link.js', import.meta.url).href;
const startError = new URL('../start-error.js', import.meta.url).href;

/** Forks a program whose `start` is the given source, as the API and the workers are forked. */
function program(t: ExecutionContext, start: string): () => ChildProcess {
  const dir = mkdtempSync(path.join(tmpdir(), 'supervised-child-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const script = path.join(dir, 'program.mjs');
  writeFileSync(
    script,
    `import { runProgram } from ${JSON.stringify(link)};
     import { StartError } from ${JSON.stringify(startError)};
     await runProgram(async () => { ${start} });`,
  );
  return () => fork(script, [], { execArgv: [], detached: true });
}

const healthy =
  'const timer = setInterval(() => 0, 1000); return { stop: async () => clearInterval(timer) };';

function collectLines(): { log: (line: string) => void; said: (part: string) => Promise<void> } {
  const lines: string[] = [];
  const waiting: { part: string; resolve: () => void }[] = [];
  return {
    log: (line) => {
      lines.push(line);
      for (const { part, resolve } of waiting) if (line.includes(part)) resolve();
    },
    said: (part) =>
      new Promise((resolve) => {
        if (lines.some((line) => line.includes(part))) resolve();
        waiting.push({ part, resolve });
      }),
  };
}

test('a child that is killed is started again, and stops for good when asked', async (t) => {
  const { log, said } = collectLines();
  const child = superviseChild('the test process', program(t, healthy), log);
  t.teardown(() => child.stop(1000));
  await child.start();
  const first = child.pid();
  process.kill(first ?? 0, 'SIGKILL');
  await said('ended (SIGKILL); starting it again in 100 ms');
  await said('is running again');
  const second = child.pid();
  t.not(second, first);
  await child.stop(2000);
  t.false(isProcessAlive(second ?? 0));
});

test('a child that refuses to start gives its one sentence', async (t) => {
  const source = "throw new StartError('The Redis evicts keys: set maxmemory-policy noeviction.');";
  const child = superviseChild('the test process', program(t, source), () => undefined);
  await t.throwsAsync(child.start(), {
    name: 'StartError',
    message: 'The Redis evicts keys: set maxmemory-policy noeviction.',
  });
});

test('a child that ends without a word is named with how it ended', async (t) => {
  const child = superviseChild('the test process', program(t, 'process.exit(7);'), () => undefined);
  await t.throwsAsync(child.start(), { message: 'the test process ended while starting (exit code 7).' });
});

test('a child that does not stop in time is ended by force', async (t) => {
  const { log, said } = collectLines();
  const source = 'setInterval(() => 0, 1000); return { stop: () => new Promise(() => undefined) };';
  const child = superviseChild('the test process', program(t, source), log);
  await child.start();
  await child.stop(300);
  await said('did not stop within 0.3 s');
  t.false(isProcessAlive(child.pid() ?? 0));
});

test('a child whose supervisor is gone stops by itself', async (t) => {
  const child = program(t, healthy)();
  await new Promise((resolve) => child.once('message', resolve));
  const ended = once(child, 'exit');
  child.disconnect();
  t.true(await waitForProcessEnd(child.pid ?? 0, 10_000));
  // The process is seen to be gone a moment before the parent learns how it ended.
  await ended;
  t.is(child.exitCode, 0);
});

test('a child that is leaving, or would, when its supervisor goes stops at once', async (t) => {
  const leaving = healthy.replace('stop:', 'leave: () => new Promise(() => undefined), stop:');
  for (const isLeaving of [false, true]) {
    const child = program(t, leaving)();
    t.teardown(() => child.kill('SIGKILL'));
    await once(child, 'message');
    const ended = once(child, 'exit');
    if (isLeaving) child.kill('SIGTERM');
    child.disconnect();
    t.true(await waitForProcessEnd(child.pid ?? 0, 10_000));
    await ended;
    t.is(child.exitCode, 0);
  }
});
