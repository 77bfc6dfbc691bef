/** The ledger of what stores were told, and what they say they hold. */
import { listPushes } from '../../../db/channels/pushes.read.ts';
import {
  choice,
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
import { pagedQuery } from '../../http/query-fields.ts';

const version = () => integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const pushView = object({
  connection_id: uuid(),
  kind: choice('inventory', 'product'),
  channel_sku: freeText(),
  merchant_id: uuid(),
  item_id: uuid(),
  wanted: openObject(),
  version: version(),
  sent: nullable(openObject()),
  sent_version: version(),
  channel_says: nullable(openObject()),
  /** The store says it holds something else than it was told. */
  has_drift: flag(),
  last_error: nullable(freeText()),
  queued_at: instant(),
  sent_at: nullable(instant()),
});

export const pushEndpoints: readonly Endpoint[] = [
  list({
    path: '/api/integration/channel-pushes',
    summary: 'What stores were told, by SKU, and what they say they hold',
    permission: 'integration.view',
    query: pagedQuery({
      connection_id: uuid(),
      kind: choice('inventory', 'product'),
      channel_sku: text(200),
      item_id: uuid(),
    }),
    returns: pushView,
    run: async ({ tx, organizationId, query: filters }) => {
      const { rows, total } = await listPushes(tx, organizationId, filters);
      const shown = rows.map((row): any => ({
        ...row,
        version: Number(row.version),
        sent_version: Number(row.sent_version),
        has_drift:
          row.channel_says?.['available'] !== undefined &&
          row.channel_says['available'] !== row.sent?.['available'],
        queued_at: row.queued_at.toISOString(),
        sent_at: row.sent_at?.toISOString() ?? null,
      }));
      return { rows: shown, total };
    },
  }),
];
