/** The record of what stores were told, and what they report to hold. */
import { listPushes, type PushRow } from '../../../db/channels/pushes.read.ts';
import { pushKinds } from '../../../domain/channels/push-kinds.ts';
import {
  choice,
  described,
  flag,
  freeText,
  instant,
  integer,
  nullable,
  object,
  openObject,
  text,
  uuid,
} from '../../../queues/schema.ts';
import { list, type Endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../http/reads.ts';
import { present } from '../../http/present.ts';
import { pagedQuery } from '../../http/query-fields.ts';

const version = () => integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const pushView = object({
  connection_id: uuid(),
  kind: choice(...pushKinds),
  channel_sku: freeText(),
  merchant_id: uuid(),
  item_id: uuid(),
  wanted: openObject(),
  version: version(),
  sent: nullable(openObject()),
  sent_version: version(),
  channel_says: nullable(openObject()),
  /** The store reports something other than what it was told. */
  has_drift: flag(),
  unknown_since: nullable(
    described(
      instant(),
      'Since when the store may have taken what it gave no answer to. It is sent again with its version.',
    ),
  ),
  last_error: nullable(freeText()),
  queued_at: instant(),
  sent_at: nullable(instant()),
});

function showPush(row: PushRow) {
  const { channel_says: says, sent } = row;
  const hasDrift = says?.['available'] !== undefined && says['available'] !== sent?.['available'];
  return present(pushView, { ...row, has_drift: hasDrift });
}

export const pushEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/integration/channel-pushes',
    summary: 'What stores were told, by SKU, and the stock they report',
    permission: 'integration.view',
    query: pagedQuery({
      connection_id: uuid(),
      kind: choice(...pushKinds),
      channel_sku: text(200),
      item_id: uuid(),
    }),
    returns: pushView,
    run: pageOf(listPushes, showPush),
  }),
];
