/** An uncaught fault: a request's ends that request, one outside any request ends the process. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';

async function startServer(
  t: ExecutionContext,
): Promise<{ child: ChildProcess; port: number; logged(words: string): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./stray-fault-server.js', import.meta.url)), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout!.on('data', (chunk) => (output += String(chunk)));
  child.stderr!.resume();
  // The answer and the log arrive over different pipes, in any order; AVA's own limit ends a wait for something that
  // never comes.
  const logged = async (words: string): Promise<void> => {
    while (!output.includes(words)) await once(child.stdout!, 'data');
  };
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, port, logged };
}

test('what a request throws in a timer, a promise or a listener is answered, logged and survived', async (t) => {
  const { child, port, logged } = await startServer(t);
  for (const path of ['/timer', '/promise', '/listener']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    t.is(answer.status, 500, path);
    const { ok, error } = (await answer.json()) as { ok: boolean; error: Record<string, string> };
    t.false(ok);
    t.is(error['code'], 'INTERNAL');
    await logged(error['request_id']!);
    t.false(JSON.stringify(error).includes('thrown by'), 'the reason stays in the log');
  }
  t.is((await fetch(`http://127.0.0.1:${port}/well`)).status, 200);
  t.is(child.exitCode, null);
});

test('an answer that has begun is cut off rather than left open', async (t) => {
  const { child, port } = await startServer(t);
  const answer = await fetch(`http://127.0.0.1:${port}/halfway`);
  await t.throwsAsync(answer.text());
  t.is(child.exitCode, null);
});

test('a stray fault of an upgrade is answered and survived', async (t) => {
  const { child, port } = await startServer(t);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /timer HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  t.regex(text, /^HTTP\/1\.1 500 /);
  t.is(child.exitCode, null);
});

test('a fault of no request ends the process with its reason', async (t) => {
  const { child, logged } = await startServer(t);
  const ended = once(child, 'exit');
  child.send('fail');
  t.deepEqual(await ended, [1, null]);
  await logged('thrown by the process itself');
});
