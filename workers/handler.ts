/** What a handler is given and what it owes. A handler is one verb in one file: load and lock, next state, guard, write, tell. */
import type { TenantTransaction } from '../db/database.ts';
import type { DailyNumber } from '../db/tenancy/sequences.write.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import type { AnyCommand, InputOf, ResultOf } from '../queues/define-command.ts';
import type { Actor } from '../queues/gateway.ts';
import type { KeyRing } from '../domain/secrets/platform-keys.ts';
import type { PrintSignal } from '../queues/print-queue.ts';
import type { Send } from './outbound-http.ts';

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
  signal(signal: PrintSignal): void;
  /** In worker processes only. */
  readonly outside: Outside;
}

export type Handler<C extends AnyCommand> = (work: Work, input: InputOf<C>) => Promise<ResultOf<C>>;

/** Sets right what a command leaves behind that was given up after its last attempt: in a transaction of its own, with the reason. */
export type FinalFailure<Input = never> = (work: Work, input: Input, reason: string) => Promise<void>;

/** A mapped type over an area's commands. */
export type HandlersOf<Commands extends Record<string, AnyCommand>> = {
  [K in keyof Commands]: Handler<Commands[K]>;
};
