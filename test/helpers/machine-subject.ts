/** What the walk of a state machine needs to know of the records it belongs to. */
import type { Answer } from './client.ts';

export type Ask = (id: string) => Promise<Answer>;

export interface Subject {
  table: string;
  column: string;
  /** The states of the column where the machine has only some of them. */
  states?: readonly string[];
  /** Makes a fresh record. Answers its id. Left out where nobody asks for an action. */
  make?: () => Promise<string>;
  /** How to ask for each action a caller may ask for. */
  ask?: Readonly<Record<string, Ask>>;
  /** `<state> <action>` that the table allows and a rule of the record's own refuses as a transition. */
  ownRule?: readonly string[];
  /** What is answered instead of ILLEGAL_TRANSITION, by action and state: a code, or the answer of the first time. */
  otherwise?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
