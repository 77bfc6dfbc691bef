/** A command as a request asks for it, and what is made of one inside the request. */
import type { Actor, IdempotencyClaim } from './accepted-command.ts';
import type { AnyCommand } from './define-command.ts';
import type { LineBatches } from './line-batches.ts';
import type { Outcome } from './waiting-room.ts';

export interface Submission {
  command: AnyCommand;
  input: unknown;
  organizationId: string;
  actor: Actor;
  idempotency?: IdempotencyClaim | undefined;
  /** What an import's file holds: beside the input of a command that runs inline, and in no row. */
  lines?: LineBatches | undefined;
}

/** What is given to the runner inside this process; bound in server/ so that the API itself never imports workers. */
export interface InlineCommand extends Submission {
  commandId: string;
}

/** What became of one: its outcome, or a key that was used before; what faulted is thrown at its caller. */
export type InlineEnd = { outcome: Outcome | 'key_taken' } | { fault: unknown };

/** Runs inline commands of one lane together and answers each in its place. Never throws. */
export type RunInline = (asked: readonly InlineCommand[]) => Promise<readonly InlineEnd[]>;
