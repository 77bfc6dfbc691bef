/** Small versions of the chaos run: seconds instead of minutes, the same checker. */
import test, { type ExecutionContext } from 'ava';
import { testServers } from '../helpers/servers.ts';
import type { Chaos, Result } from './scenario.ts';
import { apiKilled, redisWiped, workerFrozen, workerKilled } from './scenarios/crashes.ts';
import { guardRemoved, keysInParallel } from './scenarios/keys.ts';
import { termUnderLoad } from './scenarios/life.ts';
import { randomSequences } from './scenarios/states.ts';

const seed = 20_261_121;
const small = (): Chaos => ({ seed, size: 0, databaseUrl: testServers().databaseUrl });
const onRedis = testServers().redisUrl === '' ? test.skip : test.serial;

async function holds(t: ExecutionContext, run: Promise<Result>): Promise<void> {
  const { figures, problems } = await run;
  t.log(JSON.stringify(figures));
  t.deepEqual(problems, []);
}

test.serial('R1: workers killed with jobs in hand lose and double nothing', (t) =>
  holds(t, workerKilled(small())),
);
test.serial('R1: the same with the queues on Postgres', (t) => holds(t, workerKilled(small(), false)));
onRedis('R3: a Redis killed and wiped loses nothing that was accepted', (t) => holds(t, redisWiped(small())));
test.serial('R6: a worker frozen for 8 s doubles nothing when it wakes', (t) =>
  holds(t, workerFrozen(small())),
);
test.serial('R7: an API killed under its clients has each key take effect once', (t) =>
  holds(t, apiKilled(small())),
);
test.serial('R8: a key asked 20 times at once takes effect once', (t) => holds(t, keysInParallel(small())));
test.serial('R9: without its guard the checker sees doubles, so it can fail', (t) =>
  holds(t, guardRemoved(small())),
);
test.serial('R12: whatever is asked in whatever order, only the state tables move things', (t) =>
  holds(t, randomSequences(small())),
);
test.serial('R18: SIGTERM under load fails no request in flight', (t) => holds(t, termUnderLoad(small())));
