/**
 * What a handler receives and what it must do. A handler is one verb in one file: load and lock, next state, guard,
 * write, emit.
 */
import type { TenantTransaction } from '../../db/database.ts';
import type { DailyNumber } from '../../db/tenancy/sequences.write.ts';
import type { DomainEvent } from '../../domain/domain-event.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import type { AnyCommand, GroupedCommand, InputOf, ResultOf } from '../../queues/engine/define-command.ts';
import type { Actor } from '../../queues/engine/accepted-command.ts';
import type { LineBatches } from '../../queues/engine/submission.ts';
import type { Send } from '../outside/outbound-http.ts';
import type { Signal } from './signals.ts';

/** The world outside the platform, which no transaction reaches: see `AskingHandler`. */
export interface Outside {
  readonly send: Send;
  readonly keys: KeyRing;
}

export interface Work {
  /** The one transaction: effects, events, follow-ups and outcome commit together or not at all. */
  readonly tx: TenantTransaction;
  readonly organizationId: string;
  readonly commandId: string;
  readonly actor: Actor;
  /** When the command was accepted: its effects are dated with this. */
  readonly acceptedAt: Date;
  /** Inserts a follow-up command in the same transaction; it is dispatched after the commit. */
  enqueue<C extends AnyCommand>(command: C, input: InputOf<C>): void;
  /** Records an event, numbered per subject; the handler must hold the subject's row locked. */
  emit(event: DomainEvent): void;
  /** The day's next number for a new document, taken in a transaction of its own: a rollback leaves a gap. */
  takeNumber(prefix: DailyNumber): Promise<string>;
  /** Notifies someone outside after the commit, best effort: receivers must work correctly without it. */
  signal(signal: Signal): void;
  /** The lines of an import's file: only in the request that uploads it. */
  readonly lines: LineBatches | undefined;
}

export type Handler<C extends AnyCommand> = (work: Work, input: InputOf<C>) => Promise<ResultOf<C>>;

/**
 * A command that asks somebody outside for something that may be asked twice, and whose caller waits for the answer. The
 * command's row is what is to be done; it is looked up in a transaction, asked outside of any, and settled in the
 * command's own, which has to check that what was looked up still stands. Only in worker processes.
 */
export interface AskingHandler<C extends AnyCommand, Question, Answer> {
  /** Nothing written here stays. */
  say(work: Work, input: InputOf<C>): Promise<Question>;
  send(outside: Outside, question: Question): Promise<Answer>;
  settle(work: Work, input: InputOf<C>, question: Question, answer: Answer): Promise<ResultOf<C>>;
}

/** One command of a group: its input, and where its own events and follow-ups go. The group shares one transaction. */
export interface Asked<C extends AnyCommand> {
  readonly work: Work;
  readonly input: InputOf<C>;
}

/** The result of one command in a group. `apart` defers it to the next group, after this one. */
export type Answered<C extends AnyCommand> = ResultOf<C> | Refusal | typeof apart;

/** The result of a command that cannot run together with those before it: see `each-of-group`. Never for the first. */
export const apart = Symbol('apart');

/**
 * A handler of many: commands of one organization (and one merchant's token, or none) in one transaction, with results
 * in the order asked. It locks in key order and plans each command against what the earlier ones left, as if each had
 * its own transaction. A broken rule of one command is returned as a value; anything thrown rolls back the group, and
 * each command is run by itself. Nothing may be written for a command that is refused or deferred.
 */
export type HandlerOfMany<C extends AnyCommand> = (
  tx: TenantTransaction,
  asked: readonly Asked<C>[],
) => Promise<Answered<C>[]>;

/** A command's handler as the runner finds it. */
export type AnyHandler =
  | { readonly one: Handler<any> }
  | { readonly many: HandlerOfMany<any> }
  | { readonly asks: AskingHandler<any, any, any> };

/** Cleans up after a command that was given up after its last attempt: in a transaction of its own, with the reason. */
export type FinalFailure<Input = never> = (work: Work, input: Input, reason: string) => Promise<void>;

/** The type of a complete handler map for an area's commands. */
export type HandlersOf<Commands extends Record<string, AnyCommand>> = {
  [K in keyof Commands]: Commands[K] extends GroupedCommand
    ? HandlerOfMany<Commands[K]>
    : Handler<Commands[K]> | AskingHandler<Commands[K], any, any>;
};
