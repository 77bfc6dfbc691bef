/** Where the organization receives its events, and what was delivered there. */
import {
  findDelivery,
  findEndpoint,
  listAttempts,
  listDeliveries,
  listEndpoints,
  type DeliveryRow,
  type EndpointRow,
} from '../../../db/webhooks/endpoints.read.ts';
import { typesSeenWith } from '../../../domain/event-access.ts';
import { newId } from '../../../domain/new-id.ts';
import { endpointSecretPlace } from '../../../domain/integration/sealed-places.ts';
import { urlProblem } from '../../../domain/public-address.ts';
import { invalid, notFound } from '../../../domain/refusal.ts';
import { pauseReasons } from '../../../domain/webhooks/pauses.ts';
import { deliveryStatuses, endpointStatuses } from '../../../domain/webhooks/states.ts';
import { newSigningSecret } from '../../../domain/webhooks/signing.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  integer,
  listOf,
  nullable,
  object,
  openObject,
  optional,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { eventTypes, webhookCommands as commands } from '../../../queues/webhooks/webhooks.ts';
import { command, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf, shownPage } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const endpointFields = {
  id: uuid(),
  url: freeText(),
  description: freeText(),
  event_types: listOf(freeText()),
  status: choice(...endpointStatuses),
  disabled_reason: nullable(freeText()),
  failing_since: nullable(described(instant(), 'Since when nothing has arrived there.')),
  paused_since: nullable(described(instant(), 'Since when the whole endpoint is left alone.')),
  paused_until: nullable(described(instant(), 'When it is tried again, with one delivery at a time.')),
  pause_reason: nullable(
    described(
      choice(...pauseReasons),
      'asked_to_wait: it answered 429, or 503 with Retry-After. unreachable: nobody took the connection. failing: eight deliveries in a row failed.',
    ),
  ),
  previous_secret_until: nullable(instant()),
  created_at: instant(),
  updated_at: instant(),
};
const endpointView = object(endpointFields);
const withSecret = object({
  ...endpointFields,
  secret: optional(described(freeText(), 'Shown only this once; stored encrypted.')),
});

const count = () => integer({ min: 0, max: 1_000_000 });
const deliveryFields = {
  id: uuid(),
  endpoint_id: uuid(),
  event_id: uuid(),
  event_type: freeText(),
  subject_type: freeText(),
  subject_id: uuid(),
  payload: openObject(),
  is_replay: flag(),
  status: choice(...deliveryStatuses),
  attempts: count(),
  next_try_at: instant(),
  unknown_since: nullable(
    described(
      instant(),
      'Since when it may have arrived without an answer. It is sent again under its webhook-id, until its tries are used up.',
    ),
  ),
  last_error: nullable(freeText()),
  created_at: instant(),
  ended_at: nullable(instant()),
};
const deliveryView = object(deliveryFields);
const deliveryDetail = object({
  ...deliveryFields,
  log: listOf(
    object({
      attempt_no: count(),
      url: freeText(),
      request_headers: openObject(),
      status_code: nullable(count()),
      answer: nullable(freeText(10_000)),
      error: nullable(freeText()),
      duration_ms: integer({ min: 0, max: 1e9 }),
      attempted_at: instant(),
    }),
  ),
});

const showEndpoint = (row: EndpointRow) => present(endpointView, row);
const showDelivery = (row: DeliveryRow) => present(deliveryView, row);

const endpoint = oneOf('endpoint', findEndpoint, showEndpoint);

async function delivery({ tx, organizationId, principal }: Call, { id }: { id: string }) {
  const found = await findDelivery(tx, organizationId, id);
  const seen = typesSeenWith(principal.permissions);
  if (!found || seen?.includes(found.event_type) === false) throw notFound('delivery');
  const log = await listAttempts(tx, organizationId, id);
  return present(deliveryDetail, { ...found, log });
}

/** A new secret: shown in this response, stored sealed for this endpoint. */
function newSecret(call: Call, endpointId: string): string {
  const secret = newSigningSecret();
  call.secrets['secret'] = secret;
  return call.seal(secret, endpointSecretPlace(call.organizationId, endpointId));
}

function assertUrl(call: Call, url: string | undefined): void {
  const problem = url === undefined ? undefined : urlProblem(url, call.isPrivateAllowed);
  if (problem) throw invalid('url', 'url', `url ${problem}`);
}

const settings = {
  description: optional(freeText(500)),
  event_types: described(eventTypes(), 'Events by name, kinds like sales_order.*, or * for all.'),
};

const path = '/api/tenancy/webhook-endpoints';
const deliveries = '/api/tenancy/webhook-deliveries';
const manage = 'tenancy.manage' as const;

export const webhooksEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Endpoints that receive events',
    permission: 'tenancy.view',
    query: pagedQuery({ status: choice(...endpointStatuses) }),
    returns: endpointView,
    run: pageOf(listEndpoints, showEndpoint),
  }),
  command({
    method: 'POST',
    path,
    summary: 'Subscribe an endpoint to events, from now on',
    description:
      'Signed as Standard Webhooks require (webhook-id, webhook-timestamp, webhook-signature). The events of one subject arrive in order; a failed delivery is retried over 28 hours and holds back no other subject; 410 disables the endpoint. Redirects are not followed, and nothing is sent to private addresses.',
    permission: manage,
    command: commands.createEndpoint,
    body: object({ url: text(1_000), ...settings }),
    input: (call, body) => {
      assertUrl(call, body.url);
      const id = newId();
      return { ...body, endpoint_id: id, secret_sealed: newSecret(call, id) };
    },
    respondWith: endpoint,
    returns: withSecret,
    status: 201,
  }),
  query({
    path: `${path}/{id}`,
    summary: 'One endpoint',
    permission: 'tenancy.view',
    returns: endpointView,
    run: byId(endpoint),
  }),
  command({
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change, disable or enable an endpoint',
    permission: manage,
    command: commands.updateEndpoint,
    body: object({
      url: optional(text(1_000)),
      description: settings.description,
      event_types: optional(settings.event_types),
      status: optional(choice(...endpointStatuses)),
    }),
    input: (call, body) => {
      assertUrl(call, body.url);
      return { ...body, endpoint_id: call.params['id']! };
    },
    respondWith: endpoint,
    returns: endpointView,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/rotate-secret`,
    summary: 'Give an endpoint a new secret; the old one also signs for overlap_hours',
    permission: manage,
    command: commands.rotateSecret,
    body: object({ overlap_hours: optional(described(integer({ min: 0, max: 168 }), 'Default 24.')) }),
    input: (call, body) => {
      const id = call.params['id']!;
      return { ...body, endpoint_id: id, secret_sealed: newSecret(call, id) };
    },
    respondWith: endpoint,
    returns: withSecret,
  }),
  command({
    method: 'POST',
    path: `${path}/{id}/replay`,
    summary: 'Resend the events of a time window to an endpoint, at most 10,000',
    permission: manage,
    command: commands.replayWindow,
    pathToInput: { id: 'endpoint_id' },
    returns: commands.replayWindow.result,
  }),
  list({
    path: deliveries,
    summary: 'Deliveries made, waiting or failed, newest first',
    description: 'Those of events that the token may not view are left out.',
    permission: 'tenancy.view',
    query: pagedQuery({
      endpoint_id: uuid(),
      status: choice(...deliveryStatuses),
      event_type: text(100),
      subject_id: uuid(),
      event_id: uuid(),
    }),
    returns: deliveryView,
    run: async ({ tx, organizationId, principal, query: filters }) => {
      const types = typesSeenWith(principal.permissions);
      return shownPage(await listDeliveries(tx, organizationId, types, filters), showDelivery);
    },
  }),
  query({
    path: `${deliveries}/{id}`,
    summary: 'One delivery with each attempt and the answer to it',
    permission: 'tenancy.view',
    returns: deliveryDetail,
    run: byId(delivery),
  }),
  command({
    method: 'POST',
    path: `${deliveries}/{id}/replay`,
    summary: 'Resend one event to its endpoint',
    permission: manage,
    command: commands.replayDelivery,
    pathToInput: { id: 'delivery_id' },
    respondWith: delivery,
    returns: deliveryDetail,
  }),
];
