/**
 * A command is defined once: its name, the queue it runs on, what goes in and what comes out. The API validates with
 * the same input schema the worker checks again, since old code may have enqueued it.
 */
import type Joi from 'joi';
import type { Field, Infer } from './schema.ts';
import type { QueueName } from './policies.ts';

export interface Command<N extends string = string, I = unknown, R = unknown, T extends boolean = boolean> {
  readonly name: N;
  /** The queue, or `inline`: in the request, in the API process, through the same runner. */
  readonly runs: QueueName | 'inline';
  readonly summary: string;
  /**
   * Commands of one organization that arrive together are run in one transaction by a handler of many. A command whose
   * handler takes one at a time has a job of its own, so that a slow one holds up nobody.
   */
  readonly together: T;
  readonly input: Joi.AnySchema & Field<I>;
  readonly result: Joi.AnySchema & Field<R>;
  /** Fields of the input that must never be stored in clear or logged; they are sealed before the row is written. */
  readonly secretFields: readonly string[];
  /** Of a command that runs inline: its input as its row keeps it, where a long text is kept once beside it. */
  readonly keptInput?: (input: any) => unknown;
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
  secretFields?: readonly string[];
  keptInput?: (input: Infer<IF>) => unknown;
}): Command<N, Infer<IF>, Infer<RF>, T> {
  return { secretFields: [], together: false, ...definition } as unknown as Command<
    N,
    Infer<IF>,
    Infer<RF>,
    T
  >;
}
