/** One request on its way through the stages. Each stage adds what it found out, and only later stages read it. */
import type { Context } from 'koa';
import type { PageOf } from '../../db/page.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { AnyCommand } from '../../queues/engine/define-command.ts';
import type { Actor, IdempotencyClaim } from '../../queues/engine/accepted-command.ts';
import type { HttpDeps } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import type { TakenBody } from '../files/taken-body.ts';
import type { QuotaGate } from '../limits/quotas.ts';
import type { SharedReads } from '../../db/shared-reads.ts';
import type { KeptFile } from '../files/file-store.ts';

/** A command with an idempotency key, whose answer is kept for replays. */
export interface KeyedCommand {
  commandId: string;
  claim: IdempotencyClaim;
}

/** The result of a request, before its envelope. */
export type Answer =
  | { kind: 'data'; status: number; data: unknown; meta?: Record<string, unknown>; location?: string }
  | ({ kind: 'page' } & PageOf<unknown>)
  | { kind: 'replay'; status: number; body: unknown; location: string | null };

/** What is the same for all requests of an application. */
export interface Mounted {
  readonly deps: HttpDeps;
  readonly quotas: QuotaGate;
  readonly sharedReads: SharedReads;
  /** The endpoint for method and path, or the methods the path has. */
  readonly find: (method: string, path: string) => Found | { methods: string[] };
  /** Pages outside the API surfaces: they see a request before its endpoint is looked up. */
  readonly pages: readonly SidePage[];
}

export interface Found {
  endpoint: Endpoint;
  params: Record<string, string>;
}

/** Health, description, dashboards, hub connections: answers, or passes the request on. */
export interface SidePage {
  /** The paths it looks at, each with everything beneath it; every path if undefined. */
  readonly under?: readonly string[];
  answer(ctx: Context, next: Next, exchange: Exchange): Promise<void> | void;
}

/** Whether the path is one of these, or beneath one. */
export function isUnder(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some(
    (prefix) => path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
}

/** Runs the rest of the request. */
export type Next = () => Promise<void> | void;

export class Exchange {
  readonly ctx: Context;
  readonly mounted: Mounted;
  requestId = '';
  /** Its name in logs and metrics: the endpoint's path, with parameter names. */
  route = 'other';
  /** The moment whose state the answer shows, where that is not now. */
  asOf: Date | undefined;
  /** Set by the print center on requests it forwards to the API. */
  isForwarded = false;
  /** From here on, each block is set by the stage named. Found: */
  found!: Found;
  /** Authenticated: */
  principal: Principal | undefined;
  /** Parsed: path parameters, query, body. */
  params: Record<string, string> = {};
  query: Record<string, unknown> = {};
  body: Record<string, unknown> = {};
  /** A body that was parsed in a thread, which keeps its lines until the command has them. */
  taken: TakenBody | undefined;
  /** Validated: the body as its schema returned it, and the command it is for. */
  checked: Record<string, unknown> = {};
  command: AnyCommand | undefined;
  /** Values shown once in this response and never stored. */
  readonly secrets: Record<string, string> = {};
  /** Uploaded files, to be stored before the command is submitted. */
  readonly kept: KeptFile[] = [];
  /** Run: */
  commandId: string | undefined;
  keyed: KeyedCommand | undefined;
  answer: Answer | undefined;

  constructor(ctx: Context, mounted: Mounted) {
    this.ctx = ctx;
    this.mounted = mounted;
  }

  /** Runs once the response has been sent or its reader is gone. */
  atEnd(run: () => void): void {
    const { res } = this.ctx;
    if (res.destroyed) run();
    else res.once('close', run);
  }

  get deps(): HttpDeps {
    return this.mounted.deps;
  }

  get endpoint(): Endpoint {
    return this.found.endpoint;
  }

  /** The caller, for stages after authentication. */
  get caller(): Principal {
    if (!this.principal) throw new Error('The request is not authenticated yet.');
    return this.principal;
  }
}

/** Does its part and calls `next`, or answers without calling it. */
export type Stage = (exchange: Exchange, next: Next) => Promise<void> | void;

/** Runs an exchange through the stages, starting at `from`. A stage that does not wait costs no promise. */
export function runStages(stages: readonly Stage[], exchange: Exchange, from = 0): Promise<void> | void {
  return stages[from]?.(exchange, () => runStages(stages, exchange, from + 1));
}

/** The caller, as stored with each command of the request. */
export function actorOf({ ctx, caller, requestId }: Exchange): Actor {
  return {
    token_id: caller.token_id,
    member_id: caller.member_id,
    name: caller.name,
    permissions: caller.permissions,
    merchant_id: caller.merchant_id,
    ip: ctx.ip,
    request_id: requestId,
  };
}
