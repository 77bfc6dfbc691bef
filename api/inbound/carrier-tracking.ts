/**
 * `POST /api/integration/carriers/{account}/tracking?organization={id}`: what a carrier tells of parcels on their way. There is no bearer
 * token: the account is named by its id, and the signature over the raw bytes proves who sends, before anything is
 * parsed, as each vendor publishes it (domain/parcels/tracking-proof.ts). Answered once it is on disk; the same
 * told again changes nothing, because each event is kept once. The query names the organization, for the proxy in front of
 * several cells.
 */
import type { Logger } from 'pino';
import type { CarrierSender } from '../../db/parcels/tracking.read.ts';
import { carrierCredentialsPlace } from '../../domain/parcels/carriers.ts';
import { unprovenBecause } from '../../domain/parcels/tracking-proof.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { statusOf } from '../../domain/refusals.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open } from '../../domain/secrets/seal.ts';
import type { Gateway } from '../../queues/engine/gateway.ts';
import { parcelCommands, trackingTextMax } from '../../queues/parcels/parcels.ts';
import { uuidPattern } from '../../domain/uuid-pattern.ts';
import { toRefusal, writeError } from '../http/errors.ts';
import type { Exchange, SidePage } from '../http/exchange.ts';
import { assertJsonType, bytesAhead, jsonText, readRawBody } from '../http/read-body.ts';
import { validate } from '../http/validate.ts';
import { holdRefusal } from '../limits/held-refusals.ts';
import type { WebhookGate } from '../limits/webhook-gate.ts';
import type { LookUp } from './shared-lookups.ts';

export interface TrackingDeps {
  find: LookUp<CarrierSender>;
  gateway: Pick<Gateway, 'submit'>;
  keys: KeyRing;
  /** Shared with whoever else counts webhooks. */
  gate: WebhookGate;
  log: Logger;
}

const path = /^\/api\/integration\/carriers\/([^/]{1,64})\/tracking\/?$/;

export function trackingReceiver(deps: TrackingDeps): SidePage {
  const answer: SidePage['answer'] = async (ctx, next, exchange) => {
    const account = path.exec(ctx.path)?.[1];
    if (account === undefined) return next();
    exchange.route = '/api/integration/carriers/{account}/tracking';
    try {
      if (ctx.method !== 'POST') {
        ctx.set('Allow', 'POST');
        throw new Refusal('METHOD_NOT_ALLOWED', `${ctx.method.slice(0, 20)} is not allowed here; POST is.`);
      }
      await receive(deps, account, exchange);
      ctx.status = 200;
      ctx.type = 'application/json';
      ctx.body = JSON.stringify({ ok: true, data: { accepted: true } });
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      if (refusal.code === 'RATE_LIMITED') await holdRefusal();
      if (statusOf(refusal) >= 500)
        deps.log.error({ err: thrown, request_id: exchange.requestId }, refusal.message);
      writeError(ctx, refusal, 'tenant', exchange.requestId);
    }
  };
  return { under: ['/api/integration/carriers'], answer };
}

async function receive(
  { find, gateway, keys, gate }: TrackingDeps,
  accountId: string,
  exchange: Exchange,
): Promise<void> {
  const { ctx, requestId } = exchange;
  assertJsonType(ctx.get('content-type'));
  const sender = uuidPattern.test(accountId) ? await find(accountId.toLowerCase()) : undefined;
  const { organization } = ctx.query;
  // The old address names none.
  const isNamed = organization === undefined || organization === sender?.organization_id;
  if (!sender || !isNamed) throw notFound('carrier account');
  gate.assertRoom([sender]);
  exchange.atEnd(gate.takeBytes(sender.organization_id, bytesAhead(ctx.headers, trackingTextMax)));
  const raw = await readRawBody(ctx.req, trackingTextMax);
  const secret = secretOf(keys, sender);
  const proof = { adapter: sender.adapter, secret, keys: sender.signing_keys };
  const unproven = unprovenBecause(proof, raw, (name) => ctx.get(name));
  if (unproven !== undefined) throw new Refusal('INVALID_SIGNATURE', unproven);
  gate.count(sender);
  const command = parcelCommands.recordTracking;
  const told = { account_id: sender.account_id, body: jsonText(raw, { areNumbersExact: false }) };
  await gateway.submit(
    {
      command,
      input: validate(command.input, told, { convert: false }),
      organizationId: sender.organization_id,
      actor: {
        token_id: null,
        member_id: null,
        name: `carrier: ${sender.name}`,
        permissions: [],
        merchant_id: null,
        ip: ctx.ip,
        request_id: requestId,
      },
      openMax: sender.open_commands,
      openShare: Math.ceil(sender.open_commands / 2),
    },
    0,
  );
}

function secretOf(keys: KeyRing, sender: CarrierSender): string | undefined {
  const { credentials_sealed: sealed, organization_id, account_id } = sender;
  if (!sealed) return undefined;
  const opened = open(keys, sealed, carrierCredentialsPlace(organization_id, account_id));
  const secret = opened && (JSON.parse(opened) as Record<string, unknown>)['webhook_secret'];
  return typeof secret === 'string' && secret !== '' ? secret : undefined;
}
