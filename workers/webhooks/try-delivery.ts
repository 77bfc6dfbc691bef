/** One try of a delivery: the request, signed, and what follows from its answer. */
import type { Database } from '../../db/database.ts';
import type { ClaimedDelivery } from '../../db/webhooks/deliveries.write.ts';
import { silentHours, type Attempt, type Verdict } from '../../db/webhooks/tries.write.ts';
import { cutText } from '../../domain/cut-text.ts';
import type { NextTry } from '../../domain/outside/backoff.ts';
import { endpointSecretPlace } from '../../domain/integration/sealed-places.ts';
import type { KeyRing } from '../../domain/secrets/platform-keys.ts';
import { open } from '../../domain/secrets/seal.ts';
import { nextState, type ActionIn } from '../../domain/state-machine.ts';
import type { Trouble } from '../../domain/webhooks/pauses.ts';
import { silentHoursMax } from '../../domain/webhooks/retries.ts';
import { signedHeaders } from '../../domain/webhooks/signing.ts';
import { deliveryStates, type DeliveryStatus } from '../../domain/webhooks/states.ts';
import type { Failure, Outcome } from '../outside/define-call.ts';
import { OutboundFault, type OutboundAnswer, type Send } from '../outside/outbound-http.ts';
import { retryAfterMs } from '../outside/retry-after.ts';

const timeoutMs = 15_000;
const waitMsDefault = 5_000;

export async function tryOnce(
  keys: KeyRing,
  send: Send,
  delivery: ClaimedDelivery,
): Promise<Outcome<Attempt>> {
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
    return { kind: 'unsent', error, answer: ended({ error }) };
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
    if (status >= 200 && status < 300)
      return { kind: 'ok', answer: ended({ status_code: status, answer }, headers) };
    const error = `Answered ${status}.`;
    return { ...failureOf(answered), error, answer: ended({ status_code: status, answer, error }, headers) };
  } catch (fault) {
    if (!(fault instanceof OutboundFault)) throw fault;
    const error = `${fault.code}: ${fault.message}`;
    return { kind: fault.isUnsent ? 'unsent' : 'unknown', error, answer: ended({ error }, headers) };
  }
}

function secretsOf(keys: KeyRing, delivery: ClaimedDelivery): string[] {
  const place = endpointSecretPlace(delivery.organization_id, delivery.endpoint_id);
  return delivery.secrets_sealed.flatMap((sealed) => {
    const opened = open(keys, sealed, place);
    return opened === undefined ? [] : [opened];
  });
}

function failureOf({ status, headers }: OutboundAnswer): Omit<Failure<Attempt>, 'error'> {
  const wait = retryAfterMs(headers['retry-after']);
  if (status === 429) return { kind: 'refused', waitMs: wait ?? waitMsDefault };
  if (status === 503 && wait !== undefined) return { kind: 'refused', waitMs: wait };
  return { kind: status >= 500 ? 'unknown' : 'refused', isFinal: status === 410 };
}

const after = (action: ActionIn<typeof deliveryStates>): DeliveryStatus =>
  nextState(deliveryStates, 'pending', action);

/**
 * 410 means the endpoint is gone for good; any other failure is retried until its tries are used up. An endpoint at which
 * nothing has arrived for that long is disabled, whatever tries are left: while it is paused, each of many deliveries is
 * tried but now and then.
 */
export async function judge(
  database: Database,
  { organization_id, endpoint_id }: ClaimedDelivery,
  { kind, error, waitMs, isFinal }: Failure<Attempt>,
  { ms }: NextTry,
): Promise<Verdict> {
  const verdict = { kind, trouble: troubleOf(kind, waitMs), next_try_ms: ms ?? 0 };
  if (isFinal) return { ...verdict, status: after('give_up'), disable: 'The endpoint answered 410 Gone.' };
  const isLast = ms === undefined;
  const hours = await silentHours(database, organization_id, endpoint_id);
  // Chance shortens the delays: the last try may come a little earlier.
  const disable =
    hours >= (isLast ? silentHoursMax - 1 : silentHoursMax)
      ? cutText(`Nothing could be delivered for ${silentHoursMax} hours; last: ${error}`, 500)
      : null;
  return { ...verdict, status: after(isLast ? 'give_up' : 'fail'), disable };
}

function troubleOf(kind: Failure<Attempt>['kind'], waitMs: number | undefined): Trouble {
  if (waitMs !== undefined) return { kind: 'asked_to_wait', ms: waitMs };
  return { kind: kind === 'unsent' ? 'unreachable' : 'refused' };
}
