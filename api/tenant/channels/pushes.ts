/** The record of what stores were told, and what they report to hold. */
import { findPush, listPushes, type PushRow } from '../../../db/channels/pushes.read.ts';
import { pushKinds } from '../../../domain/channels/push-kinds.ts';
import { channelCommands as commands } from '../../../queues/channels/channels.ts';
import * as s from '../../../queues/schema.ts';
import { actions, list, query, type Endpoint } from '../../http/endpoint.ts';
import { byId, oneOf, pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery, queryFlag } from '../../http/query-fields.ts';

const version = () => s.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const pushView = s.object({
  id: s.uuid(),
  connection_id: s.uuid(),
  kind: s.choice(...pushKinds),
  channel_sku: s.nullable(s.freeText()),
  subject: s.described(
    s.freeText(),
    "The store's SKU; our number of the shipment or the order; our id of what came back.",
  ),
  store_location: s.nullable(
    s.described(s.freeText(), "The store's place whose level it is; null where it is told in all."),
  ),
  merchant_id: s.uuid(),
  item_id: s.nullable(s.uuid()),
  order_id: s.nullable(s.uuid()),
  shipment_id: s.nullable(s.uuid()),
  return_id: s.nullable(s.uuid()),
  external_order_id: s.nullable(s.described(s.freeText(), "The order's id at the store.")),
  wanted: s.described(
    s.openObject(),
    'What it is to be told. Of a shipment its `packages` are every parcel that has a number, the shipment’s first: `sscc`, `carrier_code`, `service_code`, `tracking_no` and `tracking_url`, as far as each is known.',
  ),
  version: version(),
  sent: s.nullable(s.openObject()),
  sent_version: version(),
  channel_says: s.nullable(s.openObject()),
  /** The store reports something other than what it was told. */
  has_drift: s.flag(),
  unknown_since: s.nullable(
    s.described(
      s.instant(),
      'Since when the store may have taken what it gave no answer to. It is sent again with its version; for news of an order the store is asked first.',
    ),
  ),
  last_error: s.nullable(s.freeText()),
  queued_at: s.instant(),
  sent_at: s.nullable(s.instant()),
  given_up_at: s.nullable(s.described(s.instant(), 'Since when it is not sent any more, as a person said.')),
  resolved_by: s.nullable(s.freeText()),
  resolved_for: s.nullable(s.described(s.freeText(), 'Why a person had it sent again, or gave it up.')),
});

function showPush(row: PushRow) {
  const { channel_says: says, sent } = row;
  const hasDrift = says?.['available'] !== undefined && says['available'] !== sent?.['available'];
  const channelSku = row.item_id === null ? null : row.subject;
  const place = row.store_location || null;
  return present(pushView, { ...row, store_location: place, channel_sku: channelSku, has_drift: hasDrift });
}

const push = oneOf('push', findPush, showPush);
const path = '/api/integration/channel-pushes';
const permission = 'integration.manage';

export const pushEndpoints: readonly Endpoint[] = [
  list({
    path,
    summary: 'What stores were told, of SKUs and of orders, and what they report',
    permission: 'integration.view',
    query: pagedQuery({
      connection_id: s.uuid(),
      kind: s.choice(...pushKinds),
      channel_sku: s.text(200),
      item_id: s.uuid(),
      order_id: s.uuid(),
      is_told: s.described(queryFlag(), 'Whether the store has been told it as it is wanted.'),
    }),
    returns: pushView,
    run: pageOf(listPushes, showPush),
  }),
  query({
    path: `${path}/{id}`,
    summary: 'What a store was told of one SKU or order, and what it reports',
    permission: 'integration.view',
    returns: pushView,
    run: byId(push),
  }),
  actions({
    path: `${path}/{id}`,
    summary: 'Have a store told again at once, or give up what it refuses',
    description:
      'What a store refuses is tried again by itself, at last hourly. retry: now, because what it refused was mended there, or because it shows something else than it was told. give_up: not any more; what waited for it goes on, and a SKU is told again once its quantity changes. Both take a reason. 409 PUSH_TOLD for what the store has.',
    permission,
    pathToInput: { id: 'push_id' },
    actions: {
      retry: { command: commands.retryPush, permission },
      give_up: { command: commands.giveUpPush, permission },
    },
    respondWith: push,
    returns: pushView,
  }),
];
