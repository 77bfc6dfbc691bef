/** An endpoint is data: routing, checks, permission, idempotency, envelope and description all come from it. */
import type { Readable } from 'node:stream';
import type Joi from 'joi';
import type { TenantTransaction } from '../../db/database.ts';
import type { PageOf } from '../../db/page.ts';
import type { FollowedEvent } from '../../db/tenancy/followed-events.read.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { Deprecation } from '../../domain/deprecation.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { AnyCommand, Command } from '../../queues/engine/define-command.ts';
import type { Field, Infer } from '../../queues/schema.ts';
import type { ConcurrencyQuota } from '../../domain/tenancy/quotas.ts';
import type { FileStore, KeptFile } from '../files/file-store.ts';
import type { Reading, SentBody, TakenBody } from '../files/taken-body.ts';

/** One permission, any one of several, or open with a written reason. An endpoint without it is refused at startup. */
export type Access = Permission | readonly Permission[] | { open: true; reason: string };

/** What a running endpoint knows about its request. */
export interface Call<Q = Record<string, unknown>> {
  readonly tx: TenantTransaction;
  readonly principal: Principal;
  readonly organizationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly acceptedTypes: readonly string[];
  /** Values shown once in this response and never stored (a new token): set by `input`, merged into the data. */
  readonly secrets: Record<string, string>;
  /** Encrypts, for one place, what must not be stored in clear; used by `input`, before anything is stored. */
  seal(text: string, place: string): string;
  /** Whether the platform may call private addresses: for on-premises installations, by the operator's setting. */
  readonly isPrivateAllowed: boolean;
  /** The bytes of the files in a body that was parsed in a thread, by their SHA-256. */
  readonly sent: ReadonlyMap<string, Buffer>;
  /** Uploaded files: set by `input`, and safe in the file store before the command is submitted. */
  readonly kept: KeptFile[];
  readonly files: FileStore;
  /** A transaction for what is written while it is read: until `run` calls `begin`, it may be run again elsewhere. */
  readLater<T>(run: (tx: TenantTransaction, begin: () => void) => Promise<T>): Promise<T>;
}

/** A document instead of JSON: a PDF, a CSV, a picture. */
export interface FileAnswer {
  file: Buffer | Readable;
  content_type: string;
  filename: string;
  /** Shown in the browser rather than saved. */
  inline?: boolean;
}

/** An answer that takes long to build, most often a document, built after the reading transaction has ended. */
export type LaterFile<T = FileAnswer> = () => Promise<T>;

export interface Described {
  path: string;
  summary: string;
  description?: string;
  permission: Access;
  /** Path parameters are UUIDs unless said otherwise here. */
  params?: Record<string, Field<string>>;
  /** Set for what will go: the description says so, and every answer carries the headers. */
  deprecated?: Deprecation;
  /** What a request uses of its organization's quotas while it runs, if it counts as more than a request. */
  takes?: ConcurrencyQuota;
}

export interface QueryEndpoint extends Described {
  kind: 'query';
  method: 'GET';
  query: (Joi.AnySchema & Field<any>) | undefined;
  returns: Joi.AnySchema & Field<any>;
  /** The data is a page of a list, sent with its paging fields. */
  isList: boolean;
  /** Whether what is asked reads a lot, so it uses the connections for reports and exports. */
  isReport: (query: any) => boolean;
  /** Whether what is asked of a list is answered in a moment, and so travels with others (`db/shared-reads.ts`). */
  isShort: ((query: any) => boolean) | undefined;
  /** Content types besides JSON the query can answer with. */
  files: readonly string[];
  /** Always answers with a file, never with JSON. */
  isFileAlone: boolean;
  /** Answers with events to a client that accepts text/event-stream. */
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
  /** A body that differs from the command's input (used by v1). */
  body: (Joi.AnySchema & Field<any>) | undefined;
  /** Builds the command's input from the body if it is more than body and path. Runs in a read-only transaction. */
  input: ((call: Call, body: any) => unknown) | undefined;
  /** The answer, read after the outcome with the resource's own view; without it, the command's result. */
  respondWith: ((call: Call, result: any) => Promise<unknown>) | undefined;
  /** The answer, built from the result alone: nothing is read again. */
  showResult: ((result: any) => unknown) | undefined;
  /** For what goes on outside afterwards: read again until it is settled or the caller's wait ends, then 202. */
  isSettled: ((view: any) => boolean) | undefined;
  responseMeta: ((result: any) => ResponseMeta) | undefined;
  returns: Joi.AnySchema & Field<any>;
  /** 201 for creates, 200 for actions; a DELETE answers 200 with what was deleted. */
  status: number;
  /** The largest body it takes, if not the usual limit. */
  bodyBytesMax: number | undefined;
  /** The fields of the body that can be sent as files of a multipart/form-data body. */
  formFiles: readonly string[];
  /** Parses a body and validates it against `body` off the event loop, for bodies too large for it. */
  takeBody: ((sent: SentBody, reading: Reading) => Promise<TakenBody>) | undefined;
  /** Content types, besides JSON, of bodies that are the file itself; the other fields are then in the query. */
  fileTypes: readonly string[];
  /** The query fields such a request accepts. */
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

/** Many instances of one command in a request, each a command of its own, done or refused by itself. */
export interface BatchEndpoint extends Described {
  kind: 'batch';
  method: 'POST';
  command: AnyCommand;
  /** The whole body, as described in the API description. */
  body: Joi.AnySchema & Field<any>;
  /** What one item contains: the command's input, and optionally a key of its own. */
  item: Joi.AnySchema & Field<any>;
  returns: Joi.AnySchema & Field<any>;
  /** What a finished item answers, as it would alone. */
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
  /** Runs a read in its own tenant transaction. */
  read<T>(run: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /** `json` is the data as text, so one text can be sent to many readers. Without it, `id` is where the stream stands. */
  send(event: { id?: string; event?: string; json?: string }): void;
  /** Whether more is waiting to be read than a reader that keeps up would leave. */
  isFull(): boolean;
  /** Resolves once the reader has taken what was sent, or is gone; one that takes nothing is disconnected. */
  drained(): Promise<void>;
  /** Passes on new events of the organization until the returned function is called. */
  follow(take: (events: readonly FollowedEvent[]) => void): Promise<() => void>;
  end(): void;
}

export type Endpoint = QueryEndpoint | CommandEndpoint | ActionsEndpoint | BatchEndpoint | StreamEndpoint;

/** Whether the endpoint takes a body. */
export function isWrite(endpoint: Endpoint): endpoint is CommandEndpoint | ActionsEndpoint | BatchEndpoint {
  return endpoint.kind !== 'query' && endpoint.kind !== 'stream';
}

const plainGet = {
  kind: 'query',
  method: 'GET',
  isList: false,
  isReport: () => false,
  isShort: undefined,
  files: [],
  isFileAlone: false,
  query: undefined,
  stream: undefined,
} as const;

/** A GET of one resource, or of a document about it. */
export function query<R extends Field<any>, Q extends Field<any> = Field<Record<string, never>>>(
  definition: Described & {
    query?: Q;
    returns: R;
    files?: readonly string[];
    isFileAlone?: boolean;
    isReport?(query: Infer<Q>): boolean;
    stream?: StreamEndpoint['open'];
    run(call: Call<Infer<Q>>): Promise<Infer<R> | FileAnswer | LaterFile<Infer<R> | FileAnswer>>;
  },
): QueryEndpoint {
  return { ...plainGet, ...definition } as QueryEndpoint;
}

/** A GET of a page of resources; `returns` is the view of one row. */
export function list<R extends Field<any>, Q extends Field<any>>(
  definition: Described & {
    query: Q;
    returns: R;
    files?: readonly string[];
    isShort?(query: Infer<Q>): boolean;
    isReport?(query: Infer<Q>): boolean;
    run(call: Call<Infer<Q>>): Promise<PageOf<Infer<R>> | FileAnswer>;
  },
): QueryEndpoint {
  return { ...plainGet, isList: true, ...definition } as QueryEndpoint;
}

interface TypedByCommand<I, R, V extends Field<any>, B extends Field<any>> {
  command: Command<string, I, R>;
  body?: B;
  input?(call: Call, body: Infer<B>): Promise<I> | I;
  respondWith?(call: Call, result: R): Promise<Infer<V>>;
  showResult?(result: R): Infer<V>;
  isSettled?(view: Infer<V>): boolean;
  responseMeta?(result: R): ResponseMeta;
  returns: V;
}

type CommandDefinition<I, R, V extends Field<any>, B extends Field<any>> = TypedByCommand<I, R, V, B> &
  Described &
  Partial<Omit<CommandEndpoint, keyof Described | keyof TypedByCommand<I, R, V, B> | 'kind'>>;

/** A write, a POST unless it says so; its body is the command's input less the path's, or what `body` and `input` say. */
export function command<I, R, V extends Field<any>, B extends Field<any> = Field<any>>(
  definition: CommandDefinition<I, R, V, B>,
): CommandEndpoint {
  return {
    kind: 'command',
    method: 'POST',
    pathToInput: {},
    body: undefined,
    input: undefined,
    respondWith: undefined,
    showResult: undefined,
    isSettled: undefined,
    responseMeta: undefined,
    status: 200,
    bodyBytesMax: undefined,
    formFiles: [],
    takeBody: undefined,
    fileTypes: [],
    query: undefined,
    ...definition,
  } as CommandEndpoint;
}

/** A POST that creates: a command that answers 201. */
export function create<I, R, V extends Field<any>, B extends Field<any> = Field<any>>(
  definition: CommandDefinition<I, R, V, B>,
): CommandEndpoint {
  return command({ status: 201, ...definition });
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
  } as ActionsEndpoint;
}

/** A stream of server-sent events. */
export function stream(
  definition: Described & { query?: Field<any>; open(call: StreamCall): Promise<() => void> },
): StreamEndpoint {
  return { kind: 'stream', method: 'GET', query: undefined, ...definition } as StreamEndpoint;
}

export function isFile(answer: unknown): answer is FileAnswer {
  return typeof answer === 'object' && answer !== null && 'file' in answer && 'content_type' in answer;
}
