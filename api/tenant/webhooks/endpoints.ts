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
import * as s from '../../../queues/schema.ts';
import { eventTypes, webhookCommands as commands } from '../../../queues/webhooks/webhooks.ts';
import { command, create, list, query, type Call, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf, shownPage } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const endpointFields = {
  id: s.uuid(),
  url: s.freeText(),
  description: s.freeText(),
  event_types: s.listOf(s.freeText()),
  status: s.choice(...endpointStatuses),
  disabled_reason: s.nullable(s.freeText()),
  failing_since: s.nullable(s.described(s.instant(), 'Since when nothing has arrived there.')),
  paused_since: s.nullable(s.described(s.instant(), 'Since when the whole endpoint is left alone.')),
  paused_until: s.nullable(s.described(s.instant(), 'When it is tried again, with one delivery at a time.')),
  pause_reason: s.nullable(
    s.described(
      s.choice(...pauseReasons),
      'asked_to_wait: it answered 429, or 503 with Retry-After. unreachable: its name, its address or its certificate leads nowhere. failing: eight deliveries in a row failed at their first try.',
    ),
  ),
  previous_secret_until: s.nullable(s.instant()),
  made_by: s.described(
    s.listOf(s.uuid()),
    'The members whose access its URL was set with, at any remove. It goes on when they leave.',
  ),
  maker_token_id: s.nullable(
    s.uuid(),
    'The access token its URL was set with; end_what_it_made ends it with that.',
  ),
  created_at: s.instant(),
  updated_at: s.instant(),
};
const endpointView = s.object(endpointFields);
const withSecret = s.object({
  ...endpointFields,
  secret: s.optional(s.freeText(), 'Shown only this once; stored encrypted.'),
});

const count = () => s.integer({ min: 0, max: 1_000_000 });
const deliveryFields = {
  id: s.uuid(),
  endpoint_id: s.uuid(),
  event_id: s.uuid(),
  event_type: s.freeText(),
  subject_type: s.freeText(),
  subject_id: s.uuid(),
  payload: s.openObject(),
  is_replay: s.flag(),
  status: s.choice(...deliveryStatuses),
  attempts: count(),
  next_try_at: s.described(s.instant(), 'When it is tried next; of one that has ended, when it ended.'),
  unknown_since: s.nullable(
    s.described(
      s.instant(),
      'Since when it may have arrived without an answer. It is sent again under its webhook-id, until its tries are used up.',
    ),
  ),
  last_error: s.nullable(s.freeText()),
  created_at: s.instant(),
  ended_at: s.nullable(s.instant()),
};
const deliveryView = s.object(deliveryFields);
const deliveryDetail = s.object({
  ...deliveryFields,
  log: s.listOf(
    s.object({
      attempt_no: count(),
      url: s.freeText(),
      request_headers: s.openObject(),
      status_code: s.nullable(count()),
      answer: s.nullable(s.freeText(10_000)),
      error: s.nullable(s.freeText()),
      duration_ms: s.integer({ min: 0, max: 1e9 }),
      attempted_at: s.instant(),
    }),
  ),
});

const showEndpoint = (row: EndpointRow) => present(endpointView, row);
const showDelivery = (row: DeliveryRow) => present(deliveryView, row);

const endpoint = oneOf('endpoint', findEndpoint, showEndpoint);

async function delivery({ tx, principal }: Call, { id }: { id: string }) {
  const found = await findDelivery(tx, id);
  const seen = typesSeenWith(principal.permissions);
  if (!found || seen?.includes(found.event_type) === false) throw notFound('delivery');
  const log = await listAttempts(tx, id);
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
  description: s.optional(s.freeText(500)),
  event_types: s.described(eventTypes(), 'Events by name, kinds like sales_order.*, or * for all.'),
};

const path = '/api/tenancy/webhook-endpoints';
const deliveries = '/api/tenancy/webhook-deliveries';
const manage = 'tenancy.manage' as const;

export const webhooksEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'Endpoints that receive events',
    permission: 'tenancy.view',
    query: pagedQuery({ status: s.choice(...endpointStatuses) }),
    returns: endpointView,
    run: pageOf(listEndpoints, showEndpoint),
  }),
  create({
    path,
    summary: 'Subscribe an endpoint to events, from now on',
    description:
      'Signed as Standard Webhooks require (webhook-id, webhook-timestamp, webhook-signature). The events of one subject arrive in order; a failed delivery is retried over 28 hours and holds back no other subject; 410 disables the endpoint. Redirects are not followed, and nothing is sent to private addresses.',
    permission: manage,
    command: commands.createEndpoint,
    body: s.object({ url: s.text(1_000), ...settings }),
    input: (call, body) => {
      assertUrl(call, body.url);
      const id = newId();
      return { ...body, endpoint_id: id, secret_sealed: newSecret(call, id) };
    },
    respondWith: endpoint,
    returns: withSecret,
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
    description:
      'What happens while it is disabled is not kept for it: replay sends it. status active, or another url, has what waits tried at once.',
    permission: manage,
    command: commands.updateEndpoint,
    body: s.object({
      url: s.optional(s.text(1_000)),
      description: settings.description,
      event_types: s.optional(settings.event_types),
      status: s.optional(s.choice(...endpointStatuses)),
    }),
    input: (call, body) => {
      assertUrl(call, body.url);
      return { ...body, endpoint_id: call.params['id']! };
    },
    respondWith: endpoint,
    returns: endpointView,
  }),
  command({
    path: `${path}/{id}/rotate-secret`,
    summary: 'Give an endpoint a new secret; the old one also signs for overlap_hours',
    description: '409 SECRETS_OVERLAP while two earlier secrets sign, unless overlap_hours is 0.',
    permission: manage,
    command: commands.rotateSecret,
    body: s.object({
      overlap_hours: s.optional(
        s.integer({ min: 0, max: 168 }),
        'Default 24; 0 ends all earlier secrets at once.',
      ),
    }),
    input: (call, body) => {
      const id = call.params['id']!;
      return { ...body, endpoint_id: id, secret_sealed: newSecret(call, id) };
    },
    respondWith: endpoint,
    returns: withSecret,
  }),
  command({
    path: `${path}/{id}/test`,
    summary: 'Send a test event to an endpoint',
    description:
      'webhook_endpoint.tested goes to this endpoint alone, whatever it subscribes to, signed, retried and recorded as any event: the list of deliveries, by endpoint_id, shows the answer.',
    permission: manage,
    command: commands.testEndpoint,
    pathToInput: { id: 'endpoint_id' },
    respondWith: endpoint,
    returns: endpointView,
  }),
  command({
    path: `${path}/{id}/replay`,
    summary: 'Resend the events of a time window to an endpoint, at most 10,000',
    description:
      'Those it subscribes to, the earliest first, behind what waits. Where deliveries in the answer is 10,000 there may be more: ask again from the last of them.',
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
      endpoint_id: s.uuid(),
      status: s.choice(...deliveryStatuses),
      event_type: s.text(100),
      subject_id: s.uuid(),
      event_id: s.uuid(),
    }),
    returns: deliveryView,
    run: async ({ tx, principal, query: filters }) => {
      const types = typesSeenWith(principal.permissions);
      return shownPage(await listDeliveries(tx, types, filters), showDelivery);
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
    path: `${deliveries}/{id}/replay`,
    summary: 'Resend one event to its endpoint',
    permission: manage,
    command: commands.replayDelivery,
    pathToInput: { id: 'delivery_id' },
    respondWith: delivery,
    returns: deliveryDetail,
  }),
];
