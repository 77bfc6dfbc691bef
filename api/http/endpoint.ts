/**
 * An endpoint is data. Routing, authentication, validation, permission, idempotency, response check, envelope and the
 * OpenAPI description all come from the one object; nothing is said twice.
 */
import type { Readable } from 'node:stream';
import type Joi from 'joi';
import type { TenantTransaction } from '../../db/database.ts';
import type { PageOf } from '../../db/page.ts';
import type { FollowedEvent } from '../../db/tenancy/followed-events.read.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { Permission } from '../../domain/tenancy/permissions.ts';
import type { AnyCommand, Command } from '../../queues/define-command.ts';
import type { Field, Infer } from '../../queues/schema.ts';
import type { ConcurrencyQuota } from '../../domain/tenancy/quotas.ts';
import type { FileStore, KeptFile } from '../files/file-store.ts';
import type { SentBody, TakenBody } from '../files/taken-body.ts';

/** One permission, any one of several, or open with a written reason. A mount without it refuses to start. */
export type Access = Permission | readonly Permission[] | { open: true; reason: string };

/** What a running endpoint knows about its request. */
export interface Call<Q = Record<string, unknown>> {
  readonly tx: TenantTransaction;
  readonly principal: Principal;
  readonly organizationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly acceptedTypes: readonly string[];
  /** Values shown once in this answer and never stored (a new token): put here by `input`, merged into the data. */
  readonly secrets: Record<string, string>;
  /** Seals what must not be kept in clear, for one place; put here by `input`, before anything is stored. */
  seal(text: string, place: string): string;
  /** Whether what the platform is sent to may be private: on premises, by the operator's setting. */
  readonly isPrivateAllowed: boolean;
  /** Files handed in: put here by `input`, and safe in the file store before the command is submitted. */
  readonly kept: KeptFile[];
  readonly files: FileStore;
  /** A read-only transaction of its own, for a document that is written while it is read. */
  readLater<T>(run: (tx: TenantTransaction) => Promise<T>): Promise<T>;
}

/** A document instead of JSON: a PDF, a CSV, a picture. */
export interface FileAnswer {
  file: Buffer | Readable;
  content_type: string;
  filename: string;
  /** Shown in the browser rather than saved. */
  inline?: boolean;
}

/** A document that takes long to make, made after the reading transaction has ended. */
export type LaterFile = () => Promise<FileAnswer>;

export interface Described {
  path: string;
  summary: string;
  description?: string;
  permission: Access;
  /** Path parameters are UUIDs unless said otherwise here. */
  params?: Record<string, Field<string>>;
  /** What of an organization's quotas a request takes while it is under way, when it is not just a request. */
  takes?: ConcurrencyQuota;
}

export interface QueryEndpoint extends Described {
  kind: 'query';
  method: 'GET';
  query: (Joi.AnySchema & Field<any>) | undefined;
  returns: Joi.AnySchema & Field<any>;
  /** A list is wrapped with its page facts. */
  isList: boolean;
  /** It reads much: with the connections of reports and exports. */
  isReport: boolean;
  /** Content types beside JSON the query may answer with. */
  files: readonly string[];
  /** It answers with a file and never with JSON. */
  isFileAlone: boolean;
  /** Answers a client that accepts text/event-stream with events instead. */
  stream: StreamEndpoint['open'] | undefined;
  run(call: Call<any>): Promise<unknown>;
}

/** Adds a status or meta to a command's answer. */
export interface ResponseMeta {
  status?: number;
  meta?: Record<string, unknown>;
}

export interface CommandEndpoint extends Described {
  kind: 'command';
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  command: AnyCommand;
  /** Which input field each path parameter fills. */
  pathToInput: Record<string, string>;
  /** A body that differs from the command's input (the v1 surface's own words). */
  body: (Joi.AnySchema & Field<any>) | undefined;
  /** Builds the command's input from the body, when it is more than the body and the path. Runs in a read-only transaction. */
  input: ((call: Call, body: any) => unknown) | undefined;
  /** The answer, read after the outcome with the resource's own view. Without it the command's result is the answer. */
  respondWith: ((call: Call, result: any) => Promise<unknown>) | undefined;
  /** The answer where the result holds all of it in other words: nothing is read again. */
  showResult: ((result: any) => unknown) | undefined;
  responseMeta: ((result: any) => ResponseMeta) | undefined;
  returns: Joi.AnySchema & Field<any>;
  /** 201 creates, 200 actions; a DELETE answers 200 with what was deleted. */
  status: number;
  /** Answers 202 at once with the record the command made inline (billing runs). */
  bodyBytesMax: number | undefined;
  /** The fields of the body that may come as files of a multipart/form-data body. */
  formFiles: readonly string[];
  /** Takes a body apart, and holds it against `body`, outside of the event loop: one too large for it. */
  takeBody: ((sent: SentBody) => Promise<TakenBody>) | undefined;
  /** Content types, beside JSON, of bodies that are the file itself; the fields beside it are then in the query. */
  fileTypes: readonly string[];
  /** What the query of such a request may say. */
  query: (Joi.AnySchema & Field<any>) | undefined;
}

/** `PATCH {action}`: one endpoint over a table of actions, with an optional edit mode without `action`. */
export interface ActionsEndpoint extends Described {
  kind: 'actions';
  method: 'PATCH';
  pathToInput: Record<string, string>;
  actions: Record<string, { command: AnyCommand; permission: Permission }>;
  edit: { command: AnyCommand; permission: Permission } | undefined;
  respondWith: ((call: Call, result: any) => Promise<unknown>) | undefined;
  returns: Joi.AnySchema & Field<any>;
}

/** Many of one command in a request: each is a command of its own, done or refused by itself. Made by `batch`. */
export interface BatchEndpoint extends Described {
  kind: 'batch';
  method: 'POST';
  command: AnyCommand;
  /** The whole body as it is described. */
  body: Joi.AnySchema & Field<any>;
  /** What one item brings: the command's input, and a key of its own where it wants one. */
  item: Joi.AnySchema & Field<any>;
  returns: Joi.AnySchema & Field<any>;
  /** What an item that is done answers, as it would alone. */
  itemStatus: number;
  bodyBytesMax: number;
}

/** Server-sent events: `open` starts sending and returns how to stop. */
export interface StreamEndpoint extends Described {
  kind: 'stream';
  method: 'GET';
  query: (Joi.AnySchema & Field<any>) | undefined;
  open(call: StreamCall): Promise<() => void>;
}

export interface StreamCall {
  readonly principal: Principal;
  readonly organizationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Record<string, unknown>;
  readonly lastEventId: string | undefined;
  /** Runs a read in a tenant transaction of its own. */
  read<T>(run: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /** `json` is the data as its text: one text may go to many. */
  send(event: { id?: string; event?: string; json: string }): void;
  /** Whether more waits to be read than a reader at pace leaves. */
  isFull(): boolean;
  /** Settles once the reader has taken what was sent, or is gone; one that takes nothing for seconds is sent away. */
  drained(): Promise<void>;
  /** Hands on new events of the organization until the function it answers is called. */
  follow(take: (events: readonly FollowedEvent[]) => void): Promise<() => void>;
  end(): void;
}

export type Endpoint = QueryEndpoint | CommandEndpoint | ActionsEndpoint | BatchEndpoint | StreamEndpoint;

/** Whether it takes a body. */
export function isWrite(endpoint: Endpoint): endpoint is CommandEndpoint | ActionsEndpoint | BatchEndpoint {
  return endpoint.kind !== 'query' && endpoint.kind !== 'stream';
}

/** A GET of one resource, or of a document about it. */
export function query<R extends Field<any>, Q extends Field<any> = Field<Record<string, never>>>(
  definition: Described & {
    query?: Q;
    returns: R;
    files?: readonly string[];
    isFileAlone?: boolean;
    isReport?: boolean;
    stream?: StreamEndpoint['open'];
    run(call: Call<Infer<Q>>): Promise<Infer<R> | FileAnswer | LaterFile>;
  },
): QueryEndpoint {
  return {
    kind: 'query',
    method: 'GET',
    isList: false,
    isReport: false,
    files: [],
    isFileAlone: false,
    query: undefined,
    stream: undefined,
    ...definition,
  } as unknown as QueryEndpoint;
}

/** A GET of a page of resources; `returns` is the view of one row. */
export function list<R extends Field<any>, Q extends Field<any>>(
  definition: Described & {
    query: Q;
    returns: R;
    files?: readonly string[];
    run(call: Call<Infer<Q>>): Promise<PageOf<Infer<R>> | FileAnswer>;
  },
): QueryEndpoint {
  return {
    kind: 'query',
    method: 'GET',
    isList: true,
    isReport: false,
    files: [],
    isFileAlone: false,
    stream: undefined,
    ...definition,
  } as unknown as QueryEndpoint;
}

/** A write. The body is the command's input less the path parameters, unless `body` and `input` say otherwise. */
export function command<I, R, V extends Field<any>, B extends Field<any> = Field<any>>(
  definition: Described & {
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
    command: Command<string, I, R>;
    pathToInput?: Record<string, string>;
    body?: B;
    input?(call: Call, body: Infer<B>): Promise<I> | I;
    respondWith?(call: Call, result: R): Promise<Infer<V>>;
    showResult?(result: R): Infer<V>;
    responseMeta?(result: R): ResponseMeta;
    returns: V;
    status?: number;
    bodyBytesMax?: number;
    formFiles?: readonly string[];
    takeBody?(sent: SentBody): Promise<TakenBody>;
    fileTypes?: readonly string[];
    query?: Field<any>;
  },
): CommandEndpoint {
  return {
    kind: 'command',
    pathToInput: {},
    body: undefined,
    input: undefined,
    respondWith: undefined,
    showResult: undefined,
    responseMeta: undefined,
    status: 200,
    bodyBytesMax: undefined,
    formFiles: [],
    takeBody: undefined,
    fileTypes: [],
    query: undefined,
    ...definition,
  } as unknown as CommandEndpoint;
}

/** `PATCH {action}` over a table of commands that all answer with the same resource. */
export function actions<V extends Field<any>>(
  definition: Described & {
    pathToInput: Record<string, string>;
    actions: Record<string, { command: AnyCommand; permission: Permission }>;
    edit?: { command: AnyCommand; permission: Permission };
    respondWith?(call: Call, result: any): Promise<Infer<V>>;
    returns: V;
  },
): ActionsEndpoint {
  return {
    kind: 'actions',
    method: 'PATCH',
    edit: undefined,
    respondWith: undefined,
    ...definition,
  } as unknown as ActionsEndpoint;
}

/** A stream of server-sent events. */
export function stream(
  definition: Described & { query?: Field<any>; open(call: StreamCall): Promise<() => void> },
): StreamEndpoint {
  return { kind: 'stream', method: 'GET', query: undefined, ...definition } as unknown as StreamEndpoint;
}

/** The names of a path's parameters, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

export function isFile(answer: unknown): answer is FileAnswer {
  return typeof answer === 'object' && answer !== null && 'file' in answer && 'content_type' in answer;
}
