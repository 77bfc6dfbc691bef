/**
 * A worker that stood still past its claim sends nothing: what it claimed is another's by then. The loop is held where a
 * frozen process would stand, as the clock goes on.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { pino } from 'pino';
import { until } from '../../test/helpers/wait.ts';
import { defineCall, type Due, type Outcome } from './define-call.ts';
import { outboundHttp, type OutboundSettings } from './outbound-http.ts';
import { speakTo } from './spoken.ts';

type Resolve = NonNullable<OutboundSettings['resolve']>;
type Where = 'claiming' | 'looking again' | 'resolving' | 'connecting' | 'between two steps' | 'nowhere';

const claimSeconds = 1;
const timeoutMs = 300;
const stand = (): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, claimSeconds * 1000 + 200);

/** One call of two requests to a server on a socket, by a worker that stands still at one of its steps. */
async function calledBy(t: ExecutionContext, where: Where): Promise<{ heard: string[]; came: string }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url!);
    response.end('{}');
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const resolve = ((_name: string, _options: object, done: (fault: null, found: object[]) => void) => {
    if (where === 'resolving') stand();
    done(null, [{ address: '127.0.0.1', family: 4 }]);
    if (where === 'connecting') stand();
  }) as unknown as Resolve;
  const send = outboundHttp({ isPrivateAllowed: true, resolve });
  const ask = (path: string) =>
    speakTo(
      send,
      { method: 'POST', url: `http://far.example.test:${port}${path}`, headers: {}, body: '{}', timeoutMs },
      'The far side',
    );
  let due: Due | undefined = { organization_id: 'one', attempts: 0 };
  let came: Outcome<null> | undefined;
  const call = defineCall<Due, null>(
    {
      name: 'a call that stands still',
      wake: 'labels',
      farSide: 'deduplicates',
      atOnce: 1,
      atOnceOfOne: 1,
      claimSeconds,
      backoff: { delaysSeconds: [60] },
      claim: async () => {
        const claimed = due ? [due] : [];
        due = undefined;
        // The claim is committed; that it is was not heard yet.
        if (where === 'claiming' && claimed.length > 0) stand();
        return { claimed, isMore: false };
      },
      asOfNow: async (claimed) => {
        if (where === 'looking again') stand();
        return claimed;
      },
      send: async () => {
        const first = await ask('/create');
        if (first.kind !== 'ok') return first;
        if (where === 'between two steps') stand();
        const second = await ask('/buy');
        return second.kind === 'ok' ? { kind: 'ok', answer: null } : second;
      },
      settle: async (_due, outcome) => void (came = outcome),
    },
    { wakes: { on: () => {}, tell: () => {}, close: async () => {} }, log: pino({ level: 'silent' }) },
  );
  t.teardown(async () => {
    await call.stop();
    server.closeAllConnections();
    server.close();
  });
  const outcome = await until('what came of it is recorded', () => came);
  return { heard, came: outcome.kind };
}

test.serial('what is claimed and sent in time is done', async (t) => {
  t.deepEqual(await calledBy(t, 'nowhere'), { heard: ['/create', '/buy'], came: 'ok' });
});

for (const where of ['claiming', 'looking again', 'resolving', 'connecting'] as const)
  test.serial(`a worker that stood still while ${where}, past its claim, sends nothing`, async (t) => {
    t.deepEqual(await calledBy(t, where), { heard: [], came: 'unsent' });
  });

test.serial('one that stood still between two steps of a call does not take the second', async (t) => {
  t.deepEqual(await calledBy(t, 'between two steps'), { heard: ['/create'], came: 'unsent' });
});
