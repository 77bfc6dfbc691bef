/**
 * `POST /api/integration/webhooks/{code}`: what a storefront sends. There is no bearer token: the shop's domain says
 * who sent it, and the signature over the raw bytes proves it, before anything is parsed. Answered once it is on disk.
 * What is read before that is limited, and what is an organization's own counts against its quota.
 */
import type { Logger } from 'pino';
import { newId } from '../../domain/new-id.ts';
import type { ArrivedWebhook, KeptWebhook } from '../../domain/integration/arrived-webhook.ts';
import type { WebhookRoute } from '../../db/integration/routes.read.ts';
import { connectors, topicsOf, type Connector } from '../../domain/integration/event-states.ts';
import { topLevelId } from '../../domain/integration/exact-json.ts';
import { webhookHeaders, type HeaderNames } from '../../domain/integration/header-names.ts';
import { storeDomain } from '../../domain/integration/store-domain.ts';
import { isSignedWith } from '../../domain/integration/webhook-signature.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { isFault } from '../../domain/refusals.ts';
import type { OpenCommands } from '../../queues/engine/open-commands.ts';
import type { WebhookInbox } from '../../queues/integration/webhook-inbox.ts';
import { toRefusal, writeError } from '../http/errors.ts';
import type { Exchange, SidePage } from '../http/exchange.ts';
import { assertJsonType, bytesAhead, jsonText, readRawBody } from '../http/read-body.ts';
import { holdRefusal } from '../limits/held-refusals.ts';
import { turnToParse } from '../limits/large-bodies.ts';
import type { WebhookGate } from '../limits/webhook-gate.ts';
import type { LookUp } from './shared-lookups.ts';
import type { SecretOfRoute } from './route-secrets.ts';

export interface WebhookDeps {
  /** The candidates for a shop's domain (normalised), the connection with that domain first. */
  routes: Record<Connector, LookUp<WebhookRoute[]>>;
  inbox: WebhookInbox;
  secretOf: SecretOfRoute;
  openCommands: OpenCommands;
  /** Whether a webhook is accepted without a signature from a store whose connection and flow have no secret. */
  isUnsignedAccepted: boolean;
  /** Shared with whoever else counts webhooks. */
  gate: WebhookGate;
  log: Logger;
}

const path = /^\/api\/integration\/webhooks\/([^/]{1,64})\/?$/;
const bodyBytesMax = 2 * 1024 * 1024;

export function webhookReceiver(deps: WebhookDeps): SidePage {
  const answer: SidePage['answer'] = async (ctx, next, exchange) => {
    const code = path.exec(ctx.path)?.[1];
    if (code === undefined) return next();
    const { requestId } = exchange;
    exchange.route = '/api/integration/webhooks/{code}';
    try {
      if (ctx.method !== 'POST') {
        ctx.set('Allow', 'POST');
        throw new Refusal('METHOD_NOT_ALLOWED', `${ctx.method.slice(0, 20)} is not allowed here; POST is.`);
      }
      const data = await receive(deps, code, exchange);
      ctx.status = 200;
      ctx.type = 'application/json';
      ctx.body = JSON.stringify({ ok: true, data });
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      if (refusal.code === 'RATE_LIMITED') await holdRefusal();
      if (isFault(refusal)) deps.log.error({ err: thrown, request_id: requestId }, refusal.message);
      writeError(ctx, refusal, 'tenant', requestId);
    }
  };
  return { under: ['/api/integration/webhooks'], answer };
}

interface Received {
  accepted: boolean;
  event_id: string;
  duplicate: boolean;
  ignored?: true;
}

async function receive(deps: WebhookDeps, code: string, exchange: Exchange): Promise<Received> {
  const { ctx, requestId } = exchange;
  const { gate } = deps;
  const connector = connectors.find((one) => one === code);
  if (!connector) throw notFound('connector');
  assertJsonType(ctx.get('content-type'));
  const { names, topic, signature, delivery_id, ...named } = webhookHeaders((name) => ctx.get(name));
  const shop = storeDomain(named.shop);
  const routes = acceptingNames((await deps.routes[connector](shop)) ?? [], names);
  if (routes.length === 0) throw notFound('connection for this shop');
  gate.assertRoom(routes);
  exchange.atEnd(gate.takeBytes(routes[0]!.organization_id, bytesAhead(ctx.headers, bodyBytesMax)));
  const raw = await readRawBody(ctx.req, bodyBytesMax);
  await turnToParse(routes[0]!.organization_id, raw.length);
  const { route, isSigned } = proven(deps, routes, raw, { names, signature });
  gate.count(route);
  tellDoubts(deps.log, routes, { route, isSigned }, { shop_domain: shop, request_id: requestId });
  const { organization_id, connection_id, merchant_id, routed_by } = route;
  const judged = judge(connector, topic, raw);
  const kept = await keep(deps, route, {
    id: newId(),
    command_id: newId(),
    organization_id,
    connection_id,
    merchant_id,
    connector,
    topic,
    ...judged,
    routed_by,
    delivery_id,
    shop_domain: shop,
    is_signed: isSigned,
    raw_body: raw,
    request_id: requestId,
    ip: ctx.ip,
  });
  if (judged.status === 'ignored') return { accepted: false, ...kept, ignored: true };
  return { accepted: true, ...kept };
}

/**
 * Stores it; one that is to be worked on takes one of the places for the organization's open commands, of which stores
 * leave half to the warehouse.
 */
async function keep(
  { inbox, openCommands }: WebhookDeps,
  { organization_id: organizationId, open_commands: most }: WebhookRoute,
  webhook: ArrivedWebhook,
): Promise<KeptWebhook> {
  if (webhook.status !== 'received') return inbox.keep(webhook);
  const settle = await openCommands.take(organizationId, most, Math.ceil(most / 2));
  let isFirst = false;
  try {
    const kept = await inbox.keep(webhook);
    isFirst = !kept.duplicate;
    return kept;
  } finally {
    settle(isFirst);
  }
}

/**
 * Those whose stores may send headers with these names. Another platform's are taken of the store they name alone: our
 * contract's one candidate is for stores that send ours.
 */
const acceptingNames = (routes: readonly WebhookRoute[], names: HeaderNames): readonly WebhookRoute[] =>
  names === 'storefront'
    ? routes
    : routes.filter((one) => one.header_names === names && one.routed_by === 'store_domain');

interface Proven {
  route: WebhookRoute;
  isSigned: boolean;
}

/**
 * The route whose secret made the signature. If none did, it is for the first: whoever the store itself accepts, else
 * whoever named it first. A later one may be of another tenant, and neither its secret nor its lack of one may take a
 * webhook from the first. Refuses 401 INVALID_SIGNATURE if the first has a secret, where the operator of the platform
 * accepts nothing unsigned, and for headers of a platform that signs everything.
 */
function proven(
  { secretOf, isUnsignedAccepted }: WebhookDeps,
  routes: readonly WebhookRoute[],
  raw: Buffer,
  { names, signature }: { names: HeaderNames; signature: string },
): Proven {
  const [first] = routes;
  const signing = routes.find(
    (route) => route.webhook_secret_sealed !== null && isSignedWith(secretOf(route), raw, signature),
  );
  if (signing) return { route: signing, isSigned: true };
  if (first!.webhook_secret_sealed === null) {
    if (isUnsignedAccepted && names === 'storefront') return { route: first!, isSigned: false };
    const remedy =
      'Only signed webhooks are accepted here: give the flow or the connection a webhook_secret.';
    throw new Refusal('INVALID_SIGNATURE', remedy);
  }
  const why = signature === '' ? 'The webhook is not signed.' : 'The signature is not one of these bytes.';
  throw new Refusal('INVALID_SIGNATURE', why);
}

/** Leaves a trace of a webhook that was routed on little evidence. */
function tellDoubts(
  log: Logger,
  routes: readonly WebhookRoute[],
  { route, isSigned }: Proven,
  facts: Record<string, string>,
): void {
  const { organization_id, connection_id } = route;
  if (route.routed_by === 'single_candidate')
    log.warn(
      { ...facts, organization_id, connection_id, routing: 'weak' },
      'a webhook named no store we know and went to the only connection there is',
    );
  else if (!isSigned && routes.length > 1)
    log.warn(
      { ...facts, organization_id, connection_id, routing: 'contested', claims: routes.length },
      'several tenants name this store, and a webhook that proves nothing went to the first of them',
    );
}

/** What the event is to us. Nothing that was signed is refused for what it says: it is kept, and the inbox says why. */
function judge(
  connector: Connector,
  topic: string,
  raw: Buffer,
): { status: 'received' | 'ignored' | 'failed'; external_id: string | null; reason: string | null } {
  if (!topicsOf[connector].includes(topic))
    return {
      status: 'ignored',
      external_id: null,
      reason: `The topic ${topic || '(none)'} is not one we work on.`,
    };
  const text = jsonText(raw, { areNumbersExact: false });
  let id: string | undefined;
  try {
    id = topLevelId(text);
  } catch {
    throw new Refusal('MALFORMED_BODY', 'The body is not valid JSON.');
  }
  if (id === undefined) return { status: 'failed', external_id: null, reason: 'The order has no id.' };
  return { status: 'received', external_id: id, reason: null };
}
