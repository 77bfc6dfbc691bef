/** What a handler is given and what it owes. A handler is one verb in one file: load and lock, next state, guard, write, tell. */
import type { TenantTransaction } from '../db/database.ts';
import type { DailyNumber } from '../db/tenancy/sequences.write.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import type { Refusal } from '../domain/refusals.ts';
import type { KeyRing } from '../domain/secrets/platform-keys.ts';
import type { AnyCommand, GroupedCommand, InputOf, ResultOf } from '../queues/define-command.ts';
import type { Actor } from '../queues/accepted-command.ts';
import type { LineBatches } from '../queues/line-batches.ts';
import type { Send } from './outbound-http.ts';
import type { Signal } from './signals.ts';

/** What reaches beyond the platform: the few handlers that try a store use it, within a transaction's patience. */
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
  /** When the command was accepted: the moment its effects are dated. */
  readonly acceptedAt: Date;
  /** Inserts a follow-up command in the same transaction; it is dispatched after the commit. */
  enqueue<C extends AnyCommand>(command: C, input: InputOf<C>): void;
  /** Records an event; numbered per subject, whose row the handler must hold locked. */
  emit(event: DomainEvent): void;
  /** The next number of the day for a new document, in a transaction of its own: what is rolled back leaves a gap. */
  takeNumber(prefix: DailyNumber): Promise<string>;
  /** Wakes somebody outside after the commit, best effort: whoever listens must be right without it. */
  signal(signal: Signal): void;
  /** The lines of an import's file: in the request that brings it, and nowhere else. */
  readonly lines: LineBatches | undefined;
  /** In worker processes only. */
  readonly outside: Outside;
}

export type Handler<C extends AnyCommand> = (work: Work, input: InputOf<C>) => Promise<ResultOf<C>>;

/** One command of a group: what it asks, and where its own events and follow-ups go. All of a group share the transaction. */
export interface Asked<C extends AnyCommand> {
  readonly work: Work;
  readonly input: InputOf<C>;
}

/** What became of one command of a group. `apart` asks to be of the next group, after this one. */
export type Answered<C extends AnyCommand> = ResultOf<C> | Refusal | typeof apart;

/** The answer of a command that does not go together with those before it: see `each-of-group`. Never of the first. */
export const apart = Symbol('apart');

/**
 * A handler of many: commands of one organization (and one merchant's token, or none) in one transaction, answered in the
 * order asked. It locks in key order and plans each command against what those before it left, as if each had its own
 * transaction. A broken rule of one command is a value; what is thrown undoes the group, and each is run by itself.
 * Nothing may be written for a command that is answered with a refusal or apart.
 */
export type HandlerOfMany<C extends AnyCommand> = (
  tx: TenantTransaction,
  asked: readonly Asked<C>[],
) => Promise<Answered<C>[]>;

/** A command's handler as the runner finds it. */
export type AnyHandler = { readonly one: Handler<any> } | { readonly many: HandlerOfMany<any> };

/** Sets right what a command leaves behind that was given up after its last attempt: in a transaction of its own, with the reason. */
export type FinalFailure<Input = never> = (work: Work, input: Input, reason: string) => Promise<void>;

/** A mapped type over an area's commands. */
export type HandlersOf<Commands extends Record<string, AnyCommand>> = {
  [K in keyof Commands]: Commands[K] extends GroupedCommand
    ? HandlerOfMany<Commands[K]>
    : Handler<Commands[K]>;
};
