/** A command as a request submits it, and its result when it runs inside the request. */
import type { LineSlice } from '../../domain/imports/line-slices.ts';
import type { Actor, IdempotencyClaim } from './accepted-command.ts';
import type { AnyCommand } from './define-command.ts';
import type { Outcome } from './waiting-room.ts';

/** Lines that accompany a command's input but are far too many for its row: an import's file. */
export interface LineBatches {
  /** How many lines there are in all. */
  readonly count: number;
  /** How many of them could not be read. */
  readonly bad: number;
  /**
   * The lines in order, in slices that are processed one by one. Starts from the beginning on each call, since a
   * transaction may be run again.
   */
  slices(): AsyncIterable<LineSlice>;
}

export interface Submission {
  command: AnyCommand;
  input: unknown;
  organizationId: string;
  actor: Actor;
  idempotency?: IdempotencyClaim | undefined;
  /** How many accepted and unfinished commands the organization may have; as many as it likes if undefined. */
  openMax?: number | undefined;
  /** How much of that room the caller may fill; all of it if undefined. */
  openShare?: number | undefined;
  /** The lines of an import's file: passed next to the input of an inline command and stored in no command row. */
  lines?: LineBatches | undefined;
}

/** What is passed to the runner within this process; bound in server/ so that the API itself never imports workers. */
export interface InlineCommand extends Submission {
  commandId: string;
}

/**
 * The result of one command: its outcome, or an idempotency key that was already used; a fault is thrown at its caller.
 */
export type InlineEnd = { outcome: Outcome | 'key_taken' } | { fault: unknown };

/** Runs a command that has no row yet, by itself. Never throws; after a fault nothing of it is left. */
export type RunLone = (asked: InlineCommand) => Promise<InlineEnd>;

/** Runs inline commands of one lane together and returns each result in its place. Never throws. */
export type RunInline = (asked: readonly InlineCommand[]) => Promise<readonly InlineEnd[]>;
