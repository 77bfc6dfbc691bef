/** One request on its way through the stages. A stage adds what it found out; only the stages behind it read that. */
import type { Context } from 'koa';
import type { PageOf } from '../../db/page.ts';
import type { Principal } from '../../db/tenancy/tokens.read.ts';
import type { AnyCommand } from '../../queues/define-command.ts';
import type { Actor, IdempotencyClaim } from '../../queues/accepted-command.ts';
import type { HttpDeps } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import type { TakenBody } from '../files/taken-body.ts';
import type { QuotaGate } from '../limits/quotas.ts';
import type { KeptFile } from '../files/file-store.ts';

/** A command that carries an idempotency key: its answer is kept for replays. */
export interface KeyedCommand {
  commandId: string;
  claim: IdempotencyClaim;
}

/** What came of a request, before its envelope. */
export type Answer =
  | { kind: 'data'; status: number; data: unknown; meta?: Record<string, unknown>; location?: string }
  | ({ kind: 'page' } & PageOf<unknown>)
  | { kind: 'replay'; status: number; body: unknown; location: string | null };

/** What is the same for all requests of an application. */
export interface Mounted {
  readonly deps: HttpDeps;
  readonly quotas: QuotaGate;
  /** The endpoint of method and path, or the methods the path has. */
  readonly find: (method: string, path: string) => Found | { methods: string[] };
  /** Pages beside the two surfaces: they see a request before its endpoint is looked for. */
  readonly pages: readonly SidePage[];
}

export interface Found {
  endpoint: Endpoint;
  params: Record<string, string>;
}

/** Health, description, dashboards, the hubs' wire: answers, or lets the request go on. */
export type SidePage = (ctx: Context, next: () => Promise<void>, exchange: Exchange) => unknown;

export class Exchange {
  readonly ctx: Context;
  readonly mounted: Mounted;
  requestId = '';
  /** What the log and the figures call it: the path of the endpoint, with its parameters' names. */
  route = 'other';
  /** Set by the print center for what it passes on to the API. */
  isForwarded = false;
  /** From here on set by the stage named. Found: */
  found!: Found;
  /** Authenticated: */
  principal: Principal | undefined;
  /** Parsed: path parameters, query, body. */
  params: Record<string, string> = {};
  query: Record<string, unknown> = {};
  body: Record<string, unknown> = {};
  /** A body that a thread took apart; it keeps its lines until the command has them. */
  taken: TakenBody | undefined;
  /** Validated: the body as its schema gives it, and the command it is for. */
  checked: Record<string, unknown> = {};
  command: AnyCommand | undefined;
  /** Values shown once in this answer and never stored. */
  readonly secrets: Record<string, string> = {};
  /** Files handed in, to be kept before the command is submitted. */
  readonly kept: KeptFile[] = [];
  /** Run: */
  commandId: string | undefined;
  keyed: KeyedCommand | undefined;
  answer: Answer | undefined;

  constructor(ctx: Context, mounted: Mounted) {
    this.ctx = ctx;
    this.mounted = mounted;
  }

  /** Runs once the answer has left or its reader is gone. */
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

  /** Whoever asks, in the stages behind authentication. */
  get caller(): Principal {
    if (!this.principal) throw new Error('The request is not authenticated yet.');
    return this.principal;
  }
}

/** Does its part and hands on with `next`, or answers and does not. */
export type Stage = (exchange: Exchange, next: () => Promise<void>) => Promise<void> | void;

/** Takes an exchange through the stages from the one at `from`. */
export async function runStages(stages: readonly Stage[], exchange: Exchange, from = 0): Promise<void> {
  await stages[from]?.(exchange, () => runStages(stages, exchange, from + 1));
}

/** Who asks, as it is kept with each command of the request. */
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
