/** The HTTP side of the relay: enrollment, tokens, and the long poll for networks whose proxy refuses the Upgrade. */
import type { Context } from 'koa';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { statusOf } from '../../domain/refusals.ts';
import type { AccessWatch } from '../streams/access-watch.ts';
import { toRefusal, writeError } from '../http/errors.ts';
import { bodyBytesMaxDefault, bytesAhead, parseJsonBody, readRawBody } from '../http/read-body.ts';
import type { Exchange, SidePage } from '../http/exchange.ts';
import type { HubGate } from './authenticate-hub.ts';
import type { HubActions, HubCaller } from './hub-actions.ts';
import type { HubRate } from './hub-rate.ts';
import {
  backlogMessage,
  challengeMessage,
  claimNextMessage,
  deskMessage,
  enrollMessage,
  read,
  readDevices,
  readSightings,
  resultMessage,
  tokenMessage,
} from './hub-messages.ts';

const under = '/api/hub/v1';
const prefix = `${under}/`;
const waitSecondsMax = 30;
// Whoever has proved nothing yet may bring a key, a challenge and a signature.
const openBytesMax = 16 * 1024;
// Wake-ups go to links; a long poll is the rare case and checks for itself.
const lookAgainMs = 500;

interface Answer {
  status?: number;
  data: object;
}

type Body = Record<string, unknown>;
type Route = (body: Body, ctx: Context, asking: { ip: string; request_id: string }) => Promise<Answer>;

type GuardedRoute = (caller: HubCaller, body: Body, ctx: Context) => Promise<Answer>;

const namedBy = (ctx: Context): string => ctx.get('x-organization-id').toLowerCase();

/** What a hub asks before it has a token. */
function openRoutes(gate: HubGate): Record<string, Route> {
  return {
    enroll: async (body, _ctx, asking) => {
      const { hub_id, is_new: isNew } = await gate.enroll(read(enrollMessage, body), asking);
      return { status: isNew ? 201 : 200, data: { hub_id } };
    },
    challenge: async (body, ctx, asking) => {
      const { hub_id: hubId } = read(challengeMessage, body);
      return { data: { challenge: await gate.challenge(hubId.toLowerCase(), namedBy(ctx), asking) } };
    },
    token: async (body, ctx, asking) => ({
      data: await gate.token(read(tokenMessage, body), namedBy(ctx), asking),
    }),
  };
}

/** What a hub with a token asks. */
function guardedRoutes(
  actions: HubActions,
  access: AccessWatch,
  stopping: AbortSignal,
): Record<string, GuardedRoute> {
  return {
    'jobs/claim': async (caller, body, ctx) => {
      const {
        claim_id: claimId,
        print_job_id: printJobId,
        device_id: deviceId,
        device_ids: deviceIds = [],
      } = read(claimNextMessage, body);
      if (printJobId)
        return { data: await actions.claim(caller, printJobId, claimId, deviceId ?? undefined) };
      const revoked = new AbortController();
      const unwatch = access.watchHub(caller.hub.id, () => revoked.abort());
      const end = AbortSignal.any([goneOrStopping(ctx, stopping), revoked.signal]);
      const job = await pollForJob(actions, caller, claimId, deviceIds, waitMs(ctx), end).finally(unwatch);
      return { data: { job } };
    },
    devices: async (caller, body) => {
      return { data: { foreign: await actions.syncDevices(caller, readDevices(body['devices'])) } };
    },
    desk: async (caller, body) => ({
      data: await actions.desk(caller, read(deskMessage, body).print_job_ids),
    }),
    backlog: async (caller, body) => ({
      data: await actions.decideBacklog(caller, read(backlogMessage, body)),
    }),
    heartbeat: async (caller, body) => {
      await actions.heartbeat(caller, readSightings(body['devices']));
      return { data: {} };
    },
  };
}

async function pollForJob(
  actions: HubActions,
  caller: HubCaller,
  claimId: string,
  deviceIds: readonly string[],
  ms: number,
  end: AbortSignal,
) {
  const deadline = Date.now() + ms;
  for (;;) {
    // Nobody would read the answer: a job claimed now would only be found again when the claim is repeated.
    if (end.aborted) return null;
    const job = await actions.claimNext(caller, claimId, deviceIds);
    if (job || deviceIds.length === 0 || Date.now() + lookAgainMs > deadline) return job;
    await pause(lookAgainMs, end);
  }
}

export function hubHttp(
  { gate, actions, access, rate }: { gate: HubGate; actions: HubActions; access: AccessWatch; rate: HubRate },
  stopping: AbortSignal,
): SidePage {
  const open = openRoutes(gate);
  const guarded = guardedRoutes(actions, access, stopping);

  const found = (path: string): { open?: Route; guarded?: GuardedRoute } => {
    if (Object.hasOwn(open, path)) return { open: open[path]! };
    if (Object.hasOwn(guarded, path)) return { guarded: guarded[path]! };
    const printJobId = /^jobs\/([0-9a-f-]{36})\/result$/i.exec(path)?.[1];
    if (!printJobId) return {};
    return {
      guarded: async (caller, body) => {
        if (!(await actions.recordResult(caller, printJobId, read(resultMessage, body))))
          throw notFound('print job');
        return { data: {} };
      },
    };
  };

  /** Who asks is known before a body is read that may be large. */
  const run = async (exchange: Exchange): Promise<Answer> => {
    const { ctx, requestId } = exchange;
    const route = found(ctx.path.slice(prefix.length));
    if (!route.open && !route.guarded) throw new Refusal('NOT_FOUND', 'There is nothing at this path.');
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw new Refusal('METHOD_NOT_ALLOWED', 'Only POST is allowed here.');
    }
    const asking = { ip: ctx.ip, request_id: requestId };
    const bodyOf = async (bytesMax: number): Promise<Body> =>
      parseJsonBody(await readRawBody(ctx.req, bytesMax), ctx.get('content-type'));
    if (route.open) return route.open(await bodyOf(openBytesMax), ctx, asking);
    const caller: HubCaller = { hub: await gate.authenticate(ctx.get('authorization'), asking), ...asking };
    rate.count(caller.hub);
    const bytes = bytesAhead(ctx.headers, bodyBytesMaxDefault);
    exchange.atEnd(exchange.mounted.quotas.takeBytes(caller.hub, bytes));
    return route.guarded!(caller, await bodyOf(bodyBytesMaxDefault), ctx);
  };

  const answer: SidePage['answer'] = async (ctx, _next, exchange) => {
    const { requestId } = exchange;
    exchange.route = `${prefix}*`;
    try {
      const { status = 200, data } = await run(exchange);
      ctx.status = status;
      ctx.type = 'application/json';
      ctx.body = JSON.stringify({ ok: true, data });
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      if (statusOf(refusal) >= 500) ctx.app.emit('error', thrown, ctx);
      writeError(ctx, refusal, 'tenant', requestId);
    }
  };
  return { under: [under], answer };
}

function waitMs(ctx: Context): number {
  const seconds = Number(new URLSearchParams(ctx.querystring).get('wait') ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), waitSecondsMax) * 1000 : 0;
}

function goneOrStopping(ctx: Context, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, stopping]);
}

function pause(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      end.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    end.addEventListener('abort', finish);
  });
}
