/** Who stood still for longer than its claim sends nothing any more: by then somebody else has claimed it. */
import test from 'ava';
import { pino } from 'pino';
import { defineCall, type CallDefinition } from './define-call.ts';

const standsStill = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

interface Lost {
  organization_id: string;
  attempts: number;
}
type Definition = CallDefinition<Lost, null> & { farSide: 'answers' };

/** Claims one thing, once, of which the last answer was lost; returns what was done with it. */
async function made(more: Partial<Pick<Definition, 'claim' | 'ask'>>): Promise<string[]> {
  const done: string[] = [];
  const due = [{ organization_id: 'o', attempts: 1 }];
  const call = defineCall<Lost, null>(
    {
      name: 'test',
      wake: 'labels',
      atOnce: 1,
      atOnceOfOne: 1,
      claimSeconds: 0.2,
      farSide: 'answers',
      backoff: { delaysSeconds: [60], isEndless: true, jitter: 0 },
      claim: () => Promise.resolve({ claimed: due.splice(0), isMore: false }),
      lostMs: () => 1_000,
      settleAfterMs: 500,
      ask: () => Promise.resolve('absent'),
      send: () => {
        done.push('sent');
        return Promise.resolve({ kind: 'ok', answer: null });
      },
      settle: () => {
        done.push('settled');
        return Promise.resolve();
      },
      ...more,
    },
    { wakes: { on: () => {} } as never, log: pino({ level: 'silent' }) },
  );
  call.wake();
  await new Promise((resolve) => setTimeout(resolve, 700));
  await call.stop();
  return done;
}

test.serial('what was claimed and absent is sent', async (t) => {
  t.deepEqual(await made({}), ['sent', 'settled']);
});

test.serial('what was claimed before it stood still is not sent', async (t) => {
  const due = [{ organization_id: 'o', attempts: 1 }];
  const claim = async () => {
    const claimed = due.splice(0);
    if (claimed.length > 0) standsStill(300);
    return { claimed, isMore: false };
  };
  t.deepEqual(await made({ claim }), []);
});

test.serial('what was absent before it stood still is not sent', async (t) => {
  const ask = async () => {
    standsStill(300);
    return 'absent' as const;
  };
  t.deepEqual(await made({ ask }), []);
});
