/**
 * A worker of R36: makes calls of one of the three kinds, and is killed at each of its steps: before and after it asks,
 * before and after it sends, while it records (the write is not committed) and after that (nobody hears that it was). Now
 * and then it stands still with a claim, for longer than that lasts and a loss takes to settle.
 */
import { pino } from 'pino';
import { execute, openDatabase, rows } from '../../../db/database.ts';
import { sql } from '../../../db/sql-text.ts';
import { claimedFor, releasedAfter, type OutboundRoom } from '../../../db/outside.ts';
import type { NextTry } from '../../../domain/outside/backoff.ts';
import {
  defineCall,
  type CallDefinition,
  type Due,
  type Outcome,
} from '../../../workers/outside/define-call.ts';
import { OutboundFault, outboundHttp, type OutboundAnswer } from '../../../workers/outside/outbound-http.ts';
import { asObject } from '../../../workers/outside/spoken.ts';
import { createRandom } from '../../http/random.ts';
import { config } from './config.ts';

const { databaseUrl: url, farUrl: far, seed, kills, pauses } = config;
const random = createRandom(seed + process.pid);
const database = openDatabase({ appUrl: url, systemUrl: url, poolMax: 6, applicationName: 'R36' });
const send = outboundHttp({ isPrivateAllowed: true });
const timeoutMs = 150;
const settleAfterMs = 5_000;

interface FarCall extends Due {
  id: string;
  claim: string;
  unknown_ms: number | null;
}

function perhapsDie(): void {
  if (random.chance(kills)) process.kill(process.pid, 'SIGKILL');
}

function claim(side: string, { free }: OutboundRoom, seconds: number): Promise<FarCall[]> {
  // What waits for a person is not due.
  const states = side === 'neither' ? ['queued'] : ['queued', 'unknown'];
  return rows<FarCall>(
    database.system,
    sql`update far_calls c set ${claimedFor(seconds, sql`${side}::text = 'answers'`)}
         where id in (select id from far_calls where far_side = ${side} and state = any (${states}::text[])
                         and next_try_at <= now() and (claimed_until is null or claimed_until < now())
                       order by next_try_at limit ${free} for update skip locked)
        returning organization_id, id, attempts, claim,
                  (extract(epoch from now() - unknown_since) * 1000)::float8 as unknown_ms`,
  );
}

async function exchange(method: 'GET' | 'POST', path: string): Promise<OutboundAnswer | Outcome<null>> {
  try {
    return await send({ method, url: `${far}/${path}`, headers: {}, timeoutMs });
  } catch (fault) {
    if (!(fault instanceof OutboundFault)) throw fault;
    return { kind: fault.isUnsent ? 'unsent' : 'unknown', error: fault.message };
  }
}

function perhapsStandStill(): void {
  if (random.chance(pauses))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, settleAfterMs + 2_000);
}

/** Whether it says that it is done, in words. */
const saysDone = ({ status, body }: OutboundAnswer): boolean =>
  status === 200 && asObject(body)?.['done'] === true;

async function post(side: string, { id }: FarCall): Promise<Outcome<null>> {
  perhapsDie();
  perhapsStandStill();
  const heard = await exchange('POST', `${side}/${id}`);
  perhapsDie();
  if ('kind' in heard) return heard;
  if (saysDone(heard)) return { kind: 'ok', answer: null };
  const error = `Answered ${heard.status}.`;
  return heard.status === 409
    ? { kind: 'refused', error, isFinal: true }
    : { kind: heard.status >= 500 || heard.status === 200 ? 'unknown' : 'refused', error };
}

async function ask({ id }: FarCall): Promise<Outcome<null> | 'absent'> {
  perhapsDie();
  const heard = await exchange('GET', `answers/${id}`);
  perhapsDie();
  if ('kind' in heard) return { kind: 'unknown', error: 'It could not be asked.' };
  if (heard.status === 404) return 'absent';
  return saysDone(heard)
    ? { kind: 'ok', answer: null }
    : { kind: 'unknown', error: 'It did not say what came of it.' };
}

function stateAfter(outcome: Outcome<null>): string {
  if (outcome.kind === 'ok') return 'done';
  if (outcome.kind === 'unknown') return 'unknown';
  return outcome.isFinal ? 'refused' : 'queued';
}

async function settle(
  side: string,
  { id, claim: held }: FarCall,
  outcome: Outcome<null>,
  next: NextTry,
): Promise<void> {
  // What was merely asked, and is not there yet, was not lost anew.
  const isLostAnew = side === 'answers' && outcome.kind === 'unknown' && outcome.waitMs === undefined;
  await database.system.transaction(async (tx) => {
    await execute(
      tx,
      sql`update far_calls
             set state = ${stateAfter(outcome)}, attempts = ${next.attempts},
                 next_try_at = now() + ${Math.round(next.ms ?? 0)}::integer * interval '1 millisecond',
                 ${releasedAfter(outcome.kind === 'ok' ? 'refused' : outcome.kind, isLostAnew)}
           where id = ${id} and claim = ${held}`,
    );
    perhapsDie();
  });
  perhapsDie();
}

const common = (side: string) => ({
  name: `R36 ${side}`,
  wake: 'pushes' as const,
  atOnce: 8,
  atOnceOfOne: 8,
  claimSeconds: 1,
  backoff: { delaysSeconds: [0.1], isEndless: true },
  claim: async (room: OutboundRoom, seconds: number) => {
    const claimed = await claim(side, room, seconds);
    return { claimed, isMore: claimed.length > 0 };
  },
  send: (due: FarCall) => post(side, due),
  settle: (due: FarCall, outcome: Outcome<null>, next: NextTry) => settle(side, due, outcome, next),
});
const lostMs = ({ unknown_ms: ms }: FarCall): number | null => ms;
const kinds: CallDefinition<FarCall, null>[] = [
  { ...common('deduplicates'), farSide: 'deduplicates' },
  { ...common('answers'), farSide: 'answers', lostMs, ask, settleAfterMs },
  { ...common('neither'), farSide: 'neither', lostMs },
];

process.send!({ type: 'ready' });
// Woken by the clock alone: the rows are written by hand.
const wakes = { on: () => {}, tell: () => {}, close: async () => {} };
const calls = kinds.map((kind) => defineCall(kind, { wakes, log: pino({ level: 'warn' }) }));
setInterval(() => calls.forEach((call) => call.wake()), 100);
