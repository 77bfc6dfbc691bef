/** A move of an organization to another cell, as its commands make it; and its steps. */
import type { Knex } from 'knex';

export interface Move {
  organizationId: string;
  /** One connection, that keeps every other move of the organization away (`moveAlone`). */
  source: Knex;
  target: Knex;
  /** How the target's Postgres reaches the source's. */
  sourceUrl: string;
  /**
   * The ids of the keys that open secrets here; the first seals them, in both cells. Only what begins a move asks, so that
   * one is taken back and cleaned up without any secret.
   */
  sealingKeys(): readonly string[];
  /** The names of the two cells. */
  from: string;
  to: string;
  tell(line: string): void;
  /** For how long its writes may be refused before it works on where it was; a minute if not given. */
  stoppedMsMax?: number | undefined;
  /** Called once it works there, so that whoever comes is led there: again when the move is run again. */
  lead?(): Promise<void>;
  /** Ends the move: before the switch, the organization works on where it was. */
  signal?: AbortSignal | undefined;
  /** For tests: called before each step. */
  before?(step: Step): void;
}

export const steps = [
  'begin',
  'copy',
  'freeze',
  'catch up',
  'compare',
  'leave',
  'arrive',
  'send on',
  'clean up',
] as const;
export type Step = (typeof steps)[number];
