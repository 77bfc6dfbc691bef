/** The record of what stores were told, and what they report to hold. */
import { listPushes, type PushRow } from '../../../db/channels/pushes.read.ts';
import { pushKinds } from '../../../domain/channels/push-kinds.ts';
import * as s from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const version = () => s.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const pushView = s.object({
  connection_id: s.uuid(),
  kind: s.choice(...pushKinds),
  channel_sku: s.nullable(s.freeText()),
  merchant_id: s.uuid(),
  item_id: s.nullable(s.uuid()),
  order_id: s.nullable(s.uuid()),
  shipment_id: s.nullable(s.uuid()),
  external_order_id: s.nullable(s.described(s.freeText(), "The order's id at the store.")),
  wanted: s.openObject(),
  version: version(),
  sent: s.nullable(s.openObject()),
  sent_version: version(),
  channel_says: s.nullable(s.openObject()),
  /** The store reports something other than what it was told. */
  has_drift: s.flag(),
  unknown_since: s.nullable(
    s.described(
      s.instant(),
      'Since when the store may have taken what it gave no answer to. It is sent again with its version; for a shipment or a cancellation the store is asked first.',
    ),
  ),
  last_error: s.nullable(s.freeText()),
  queued_at: s.instant(),
  sent_at: s.nullable(s.instant()),
});

function showPush(row: PushRow) {
  const { channel_says: says, sent } = row;
  const hasDrift = says?.['available'] !== undefined && says['available'] !== sent?.['available'];
  const channelSku = row.item_id === null ? null : row.subject;
  return present(pushView, { ...row, channel_sku: channelSku, has_drift: hasDrift });
}

export const pushEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/integration/channel-pushes',
    summary: 'What stores were told, of SKUs and of orders, and what they report',
    permission: 'integration.view',
    query: pagedQuery({
      connection_id: s.uuid(),
      kind: s.choice(...pushKinds),
      channel_sku: s.text(200),
      item_id: s.uuid(),
      order_id: s.uuid(),
    }),
    returns: pushView,
    run: pageOf(listPushes, showPush),
  }),
];
