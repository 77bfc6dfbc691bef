/**
 * One protocol for calls to other people's servers: say, send, settle. What is to be done is committed first, as a row;
 * a worker claims it, sends it outside of any transaction, and records what came of it under its claim. No answer (none
 * in time, a reset, a 5xx, a worker killed after it claimed) is neither done nor refused but `unknown`, and what follows
 * depends on what the far side can do:
 *
 * - `deduplicates`: the same is sent again under the same key.
 * - `answers`: it is asked first, and sent again only once it has said "not there" long enough after the loss.
 * - `neither`: it is not sent again; a person decides.
 *
 * Nothing is sent that could be answered only after the claim has run out: whoever holds it next counts on that.
 */
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { OutboundRoom } from '../../db/outside.ts';
import { nextTry, type Backoff, type NextTry } from '../../domain/outside/backoff.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import type { Producer } from '../../queues/engine/producer.ts';
import type { WakeHearer, WakeReason } from '../../queues/engine/wakes.ts';
import { woken } from '../engine/woken.ts';
import { claimTerm, underClaim, type ClaimTerm } from './claim-term.ts';
import type { Send } from './outbound-http.ts';
import { recorded } from './recorded.ts';
import { openSlots } from './slots.ts';

/** What calls are made with. */
export interface Outward {
  database: Database;
  producer: Producer;
  keys: KeyRing;
  send: Send;
  wakes: WakeHearer;
  log: Logger;
}

export type Failure<Answer> = {
  /** `refused`: it was not done. `unsent`: nothing left us. `unknown`: it may have been done. */
  kind: 'refused' | 'unsent' | 'unknown';
  error: string;
  /** What it answered with, where it did. */
  status?: number;
  answer?: Answer;
  /** How long the far side asked us to wait. */
  waitMs?: number;
  /** It is not tried again. */
  isFinal?: boolean;
};
export type Outcome<Answer> = { kind: 'ok'; answer: Answer } | Failure<Answer>;

/** Something that is due, claimed. */
export interface Due {
  organization_id: string;
  /** The tries before this one. */
  attempts: number;
}

interface Common<D extends Due, Answer> {
  name: string;
  wake: WakeReason;
  /** Calls under way at once, in all and of one organization: whose servers hang take up only their own share. */
  atOnce: number;
  atOnceOfOne: number;
  /** For how long it is claimed: longer than a call and its writes may take. Then another process may claim it. */
  claimSeconds: number;
  backoff: Backoff;
  /** Claims what is due, passing over what others hold, within the room. */
  claim(room: OutboundRoom, seconds: number): Promise<{ claimed: D[]; isMore: boolean }>;
  /** What was claimed, with what may have changed since it was queued; after a fault, its claim runs out. */
  asOfNow?(claimed: D): Promise<D>;
  /** One exchange, outside of any transaction. Where it may have been done, that is an outcome and no exception. */
  send(due: D): Promise<Outcome<Answer>>;
  /**
   * Records the outcome, as the claim's holder only: it is called again until it succeeds. `next.ms` is undefined once
   * it was done or no try is left. Returns in how many ms something else comes due that has waited for this.
   */
  settle(due: D, outcome: Outcome<Answer>, next: NextTry): Promise<number | void>;
}

/** Of something claimed: for how long it has been unknown whether it was done; null when its last try was not lost. */
type LostMs<D> = (due: D) => number | null;

export type CallDefinition<D extends Due, Answer> = Common<D, Answer> &
  (
    | { farSide: 'deduplicates' }
    | {
        farSide: 'answers';
        /** Since the newest loss: what was sent again and lost again has to settle anew (`isLostAnew`, db/outside.ts). */
        lostMs: LostMs<D>;
        /** Asks the far side, by the reference, what came of it; what cannot be found out stays `unknown`. */
        ask(due: D): Promise<Outcome<Answer> | 'absent'>;
        /** Until a loss is this old, what is absent there may still come to be done. */
        settleAfterMs: number | ((due: D) => number);
      }
    | { farSide: 'neither'; lostMs: LostMs<D> }
  );

export interface Call {
  wake(): void;
  /** Resolves once what was under way has been recorded. */
  stop(): Promise<void>;
}

/** Declares a call, and makes it from now on as often as something is due. */
export function defineCall<D extends Due, Answer>(
  definition: CallDefinition<D, Answer>,
  { wakes, log }: Pick<Outward, 'wakes' | 'log'>,
): Call {
  const { name, claimSeconds } = definition;
  const slots = openSlots(definition.atOnce, definition.atOnceOfOne, () => calling.wake());
  const stopping = new AbortController();
  const carry = async (claimed: D, term: ClaimTerm): Promise<void> => {
    try {
      const due = (await definition.asOfNow?.(claimed)) ?? claimed;
      const outcome = await underClaim(term, () => attempt(definition, due));
      const next = following(definition, due, outcome);
      const otherMs = await recorded(() => definition.settle(due, outcome, next), term);
      for (const ms of [otherMs, next.ms]) if (typeof ms === 'number') calling.wakeIn(ms);
    } catch (fault) {
      log.warn(
        { err: fault, call: name },
        'what came of a call was not recorded; it is due once its claim runs out',
      );
    }
  };
  const calling = woken(
    async () => {
      // Each call that ends wakes this again.
      if (slots.free === 0) return 'done';
      const term = claimTerm(claimSeconds, stopping.signal);
      const { claimed, isMore } = await definition.claim(slots, claimSeconds);
      for (const due of claimed) slots.run(due.organization_id, () => carry(due, term));
      return isMore ? 'again' : 'done';
    },
    (fault) => log.warn({ err: fault, call: name }, 'calls could not be claimed and will be'),
  );
  wakes.on(definition.wake, calling.wake);
  return {
    wake: calling.wake,
    stop: async () => {
      stopping.abort();
      await calling.stop();
      await slots.ended();
    },
  };
}

/** One try, and before it what the loss of the last one asks for. */
async function attempt<D extends Due, Answer>(
  definition: CallDefinition<D, Answer>,
  due: D,
): Promise<Outcome<Answer>> {
  if (definition.farSide === 'deduplicates') return definition.send(due);
  const lostMs = definition.lostMs(due);
  if (lostMs === null) return definition.send(due);
  if (definition.farSide === 'neither')
    return { kind: 'unknown', error: 'No answer came: it may have been done.', isFinal: true };
  const found = await definition.ask(due);
  if (found !== 'absent') return found;
  const { settleAfterMs: after } = definition;
  const waitMs = (typeof after === 'number' ? after : after(due)) - lostMs;
  if (waitMs <= 0) return definition.send(due);
  return { kind: 'unknown', error: 'No answer came, and it is not there yet.', waitMs };
}

function following<D extends Due, Answer>(
  { backoff, farSide }: CallDefinition<D, Answer>,
  { attempts }: D,
  outcome: Outcome<Answer>,
): NextTry {
  if (outcome.kind === 'ok') return { attempts: attempts + 1, ms: undefined };
  const next = nextTry(backoff, attempts, outcome.waitMs, Math.random());
  const isForPerson = outcome.kind === 'unknown' && farSide === 'neither';
  return outcome.isFinal || isForPerson ? { ...next, ms: undefined } : next;
}
