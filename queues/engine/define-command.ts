/**
 * A command is defined once: its name, its queue, its input and its result. The API validates with the same input
 * schema that the worker checks again, since older code may have enqueued it.
 */
import type Joi from 'joi';
import type { Field, Infer } from '../schema.ts';
import type { QueueName } from './policies.ts';

export interface Command<N extends string = string, I = unknown, R = unknown, T extends boolean = boolean> {
  readonly name: N;
  /** The queue, or `inline`: inside the request, in the API process, through the same runner. */
  readonly runs: QueueName | 'inline';
  readonly summary: string;
  /**
   * Commands of one organization that arrive together run in one transaction, by a handler that takes many. A command
   * whose handler takes one at a time gets a job of its own, so that a slow one does not hold up others.
   */
  readonly together: T;
  /** For how long a follow-up waits for others of its kind, from other commands, to share a job with. */
  readonly gatherMs: number;
  readonly input: Joi.ObjectSchema & Field<I>;
  readonly result: Joi.AnySchema & Field<R>;
  /** Input fields that must never be stored or logged in clear text; they are sealed before the row is written. */
  readonly secretFields: readonly string[];
  /** For inline commands: the input as its row stores it, when a long text is stored once elsewhere. */
  readonly keptInput?: (input: any) => unknown;
  /** The result as its row stores it, when its asker gets a long text along with it. */
  readonly keptResult?: (result: any) => unknown;
}

/** A command whose handler takes many. */
export type GroupedCommand = Command<string, any, any, true>;

export type AnyCommand = Command<string, any, any>;
export type InputOf<C> = C extends Command<string, infer I, unknown> ? I : never;
export type ResultOf<C> = C extends Command<string, any, infer R> ? R : never;

export function defineCommand<
  const N extends string,
  IF extends Field<any>,
  RF extends Field<any>,
  const T extends boolean = false,
>(definition: {
  name: N;
  runs: QueueName | 'inline';
  summary: string;
  input: IF;
  result: RF;
  together?: T;
  gatherMs?: number;
  secretFields?: readonly string[];
  keptInput?: (input: Infer<IF>) => unknown;
  keptResult?: (result: Infer<RF>) => unknown;
}): Command<N, Infer<IF>, Infer<RF>, T> {
  return { secretFields: [], together: false, gatherMs: 0, ...definition } as unknown as Command<
    N,
    Infer<IF>,
    Infer<RF>,
    T
  >;
}
