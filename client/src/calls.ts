/** The types of a call: what a path takes and what it returns, without the envelopes. */
import type { MaybeOptionalInit } from 'openapi-fetch';
import type { components, paths } from './description.ts';
import type { operations } from './operations.ts';

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have this method. */
export type PathWith<V extends Verb> = {
  [P in keyof paths]: paths[P] extends Record<V, unknown> ? P : never;
}[keyof paths];

/** What every call may carry besides its parameters and its body. */
export interface CallOptions {
  /** Ends the call and its retries. */
  signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /**
   * The same key means the same write, from any process and after any restart; generated for a call that names none.
   */
  idempotencyKey?: string | undefined;
}

type Own<P extends keyof paths, V extends Verb> = V extends keyof paths[P]
  ? ParamsAndBody<NonNullable<MaybeOptionalInit<paths[P], V>>>
  : never;

type ParamsAndBody<Init> = Pick<Init, Extract<keyof Init, 'params' | 'body'>>;

/** Optional as a whole if the path requires nothing. */
export type Call<P extends keyof paths, V extends Verb, Options = CallOptions> =
  Record<string, never> extends Own<P, V> ? [call?: Own<P, V> & Options] : [call: Own<P, V> & Options];

type Body<P extends keyof paths, V extends Verb> = paths[P] extends {
  [K in V]: { responses: { 200: { content: { 'application/json': infer Json } } } };
}
  ? Json
  : never;

/** The record, the list or the result itself: `data` of the tenant API's envelope, the whole response of v1. */
export type Answer<P extends keyof paths, V extends Verb> =
  Body<P, V> extends { ok: true; data: infer Data } ? Data : Body<P, V>;

type Operations = typeof operations;

/** One method for each operation, under its id in the description. */
export type OperationMethods = {
  [Name in keyof Operations]: Operations[Name] extends readonly [
    infer V extends Verb,
    infer P extends keyof paths,
  ]
    ? (...call: Call<P, V, V extends 'get' ? CallOptions : WriteOptions>) => Promise<Answer<P, V>>
    : never;
};

/** The paths whose answer is paged. */
export type ListPath = {
  [P in PathWith<'get'>]: Body<P, 'get'> extends Listed ? P : never;
}[PathWith<'get'>];

type Listed = { data: unknown[]; meta: PageFacts } | ({ data: unknown[] } & PageFacts);

/** What every page says about its list; `total_is_exact` is false if there are more matches than `total` says. */
export type PageFacts = Pick<components['schemas']['PageFacts'], 'page' | 'page_size' | 'total'> & {
  total_is_exact?: boolean;
};

export type Row<P extends keyof paths> = Body<P, 'get'> extends { data: (infer One)[] } ? One : never;

export interface Page<One> extends PageFacts {
  data: One[];
}
