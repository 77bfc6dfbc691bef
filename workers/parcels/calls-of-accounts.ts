/** Calls to carriers: one for each thing a carrier can do when an answer is lost, and as an account says. */
import type { ClaimedOfAccount } from '../../db/parcels/said.write.ts';
import type { OutboundRoom } from '../../db/outside.ts';
import type { FarSide } from '../../domain/parcels/carriers.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import {
  defineCall,
  type Call,
  type CallDefinition,
  type Outcome,
  type Outward,
} from '../outside/define-call.ts';
import { isDenied } from '../outside/spoken.ts';
import { cut } from './carriers/carrier.ts';

interface Calls<D extends ClaimedOfAccount, Answer> {
  name: string;
  atOnce: number;
  atOnceOfOne: number;
  claim(farSide: FarSide, room: OutboundRoom, seconds: number): Promise<D[]>;
  send(due: D): Promise<Outcome<Answer>>;
  ask(due: D): Promise<Outcome<Answer> | 'absent'>;
  /** For how long it has been unknown whether it was done; null when nothing was lost. */
  lostMs(due: D): number | null;
  settle(due: D, outcome: Outcome<Answer>, next: NextTry): Promise<void>;
}

export function startCallsOfAccounts<D extends ClaimedOfAccount, Answer>(
  parts: Outward,
  { name, atOnce, atOnceOfOne, claim, send, ask, lostMs, settle }: Calls<D, Answer>,
): Pick<Call, 'stop'> {
  const of = (farSide: FarSide): Omit<CallDefinition<D, Answer>, 'farSide'> => ({
    name: `${name} of a carrier that ${farSide}`,
    wake: 'labels',
    atOnce,
    atOnceOfOne,
    claimSeconds: 90,
    backoff: { delaysSeconds: [1, 2, 4, 8, 15, 30, 60, 120, 300, 600], isEndless: true, jitter: 0.2 },
    claim: async (room, seconds) => {
      const claimed = await claim(farSide, room, seconds);
      return { claimed, isMore: claimed.length > 0 };
    },
    send,
    settle,
  });
  const settleAfterMs = ({ settle_after_seconds: seconds }: D): number => seconds * 1000;
  const calls = [
    defineCall<D, Answer>({ ...of('answers'), farSide: 'answers', ask, lostMs, settleAfterMs }, parts),
    defineCall<D, Answer>({ ...of('deduplicates'), farSide: 'deduplicates' }, parts),
    defineCall<D, Answer>({ ...of('neither'), farSide: 'neither', lostMs }, parts),
  ];
  return {
    stop: async () => {
      await Promise.all(calls.map((call) => call.stop()));
    },
  };
}

/** What of a try that was not done is recorded, whatever was asked. */
export function failureOf<Answer>(
  { claim, far_side: farSide, lost_ms: lostMs, settle_after_seconds: seconds }: ClaimedOfAccount,
  outcome: Exclude<Outcome<Answer>, { kind: 'ok' }>,
  { attempts, ms }: NextTry,
): {
  claim: string;
  attempts: number;
  outcome: 'refused' | 'unsent' | 'unknown';
  error: string;
  next_ms: number | null;
  is_lost_anew: boolean;
} {
  const isWaiting = outcome.waitMs !== undefined;
  // A no may be said to the second try alone, while the first is still at work: many refuse a key that is in use. One
  // that is asked first has said "not there" long enough before it is sent again.
  // Who does not take the account any more does not say what it did before either, however long ago.
  const mayBeDone = farSide === 'deduplicates' && lostMs !== null;
  const isUntold = mayBeDone && (lostMs < seconds * 1000 || isDenied(outcome));
  // Being asked to wait refuses nothing.
  const refused = isWaiting ? 'unsent' : isUntold ? 'unknown' : 'refused';
  return {
    claim,
    attempts,
    outcome: outcome.kind === 'refused' ? refused : outcome.kind,
    error: cut(outcome.error, 1000),
    next_ms: ms ?? null,
    is_lost_anew: farSide === 'answers' && !isWaiting,
  };
}
