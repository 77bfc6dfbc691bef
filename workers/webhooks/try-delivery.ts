/** One try of a delivery: the request, signed, and what follows from its answer. */
import type { ClaimedDelivery } from '../../db/webhooks/deliveries.write.ts';
import type { Attempt, Verdict } from '../../db/webhooks/tries.write.ts';
import { endpointSecretPlace } from '../../domain/integration/sealed-places.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open } from '../../domain/secrets/seal.ts';
import { nextState, type ActionIn } from '../../domain/state-machine.ts';
import type { Trouble } from '../../domain/webhooks/pauses.ts';
import { nextTryMs, silentHoursMax } from '../../domain/webhooks/retries.ts';
import { signedHeaders } from '../../domain/webhooks/signing.ts';
import { deliveryStates, type DeliveryStatus } from '../../domain/webhooks/states.ts';
import { OutboundFault, type OutboundAnswer, type Send } from '../outside/outbound-http.ts';
import { retryAfterMs } from '../outside/retry-after.ts';

const timeoutMs = 15_000;
const waitMsDefault = 5_000;

export interface Try {
  attempt: Attempt;
  /** Undefined when it arrived. */
  trouble: Trouble | undefined;
}

const refused: Trouble = { kind: 'refused' };

export async function tryOnce(keys: KeyRing, send: Send, delivery: ClaimedDelivery): Promise<Try> {
  const { event_id: id, url } = delivery;
  const secrets = secretsOf(keys, delivery);
  const started = performance.now();
  const ended = (more: Partial<Attempt>, headers: Record<string, string> = {}): Attempt => ({
    request_headers: headers,
    status_code: null,
    answer: null,
    error: null,
    duration_ms: Math.round(performance.now() - started),
    ...more,
  });
  if (secrets.length === 0) {
    const error = "The endpoint's secret cannot be opened; rotate it.";
    return { attempt: ended({ error }), trouble: { kind: 'unreachable' } };
  }
  const body = JSON.stringify(delivery.payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'warehouse-platform-webhooks/1',
    ...signedHeaders(secrets, { id, at: new Date(), body }),
  };
  try {
    const answered = await send({ method: 'POST', url, headers, body, timeoutMs });
    const { status, body: answer } = answered;
    const trouble = troubleOf(answered);
    const error = trouble ? `Answered ${status}.` : null;
    return { attempt: ended({ status_code: status, answer, error }, headers), trouble };
  } catch (fault) {
    if (!(fault instanceof OutboundFault)) throw fault;
    const isReached = fault.code === 'TIMEOUT' || fault.code === 'NO_ANSWER';
    const attempt = ended({ error: `${fault.code}: ${fault.message}` }, headers);
    return { attempt, trouble: isReached ? refused : { kind: 'unreachable' } };
  }
}

function secretsOf(keys: KeyRing, delivery: ClaimedDelivery): string[] {
  const place = endpointSecretPlace(delivery.organization_id, delivery.endpoint_id);
  return [delivery.secret_sealed, delivery.previous_secret_sealed].flatMap((sealed) => {
    const opened = sealed === null ? undefined : open(keys, sealed, place);
    return opened === undefined ? [] : [opened];
  });
}

function troubleOf({ status, headers }: OutboundAnswer): Trouble | undefined {
  if (status >= 200 && status < 300) return undefined;
  const wait = retryAfterMs(headers['retry-after']);
  if (status === 429) return { kind: 'asked_to_wait', ms: wait ?? waitMsDefault };
  return status === 503 && wait !== undefined ? { kind: 'asked_to_wait', ms: wait } : refused;
}

const after = (action: ActionIn<typeof deliveryStates>): DeliveryStatus =>
  nextState(deliveryStates, 'pending', action);

/**
 * 410 means the endpoint is gone for good; any other failure is retried until its tries are used up. `silentHours` says
 * for how long nothing has arrived at the endpoint.
 */
export async function judge(
  tries: number,
  { status_code: code, error }: Attempt,
  trouble: Trouble,
  silentHours: () => Promise<number>,
): Promise<Verdict> {
  const end = { status: after('give_up'), next_try_ms: 0, trouble };
  if (code === 410) return { ...end, disable: 'The endpoint answered 410 Gone.' };
  const next = nextTryMs(tries, Math.random());
  if (next !== undefined) {
    const waitMs = trouble.kind === 'asked_to_wait' ? trouble.ms : 0;
    return { status: after('fail'), next_try_ms: Math.max(next, waitMs), trouble, disable: null };
  }
  const isSilent = (await silentHours()) >= silentHoursMax - 1;
  const disable = isSilent
    ? `Nothing could be delivered for ${silentHoursMax} hours; last: ${error}`.slice(0, 500)
    : null;
  return { ...end, disable };
}
