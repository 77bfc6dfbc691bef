/** Reads the ledger of pushes to stores. */
import type { PushKind } from '../../domain/channels/push-kinds.ts';
import type { TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface PushRow {
  connection_id: string;
  kind: PushKind;
  subject: string;
  merchant_id: string;
  item_id: string | null;
  order_id: string | null;
  shipment_id: string | null;
  external_order_id: string | null;
  wanted: Record<string, unknown>;
  version: string;
  sent: Record<string, unknown> | null;
  sent_version: string;
  channel_says: Record<string, unknown> | null;
  unknown_since: Date | null;
  last_error: string | null;
  queued_at: Date;
  sent_at: Date | null;
}

const columns = sql`p.connection_id, p.kind, p.subject, p.merchant_id, p.item_id, p.order_id, p.shipment_id, p.external_order_id,
  p.wanted, p.version, p.sent, p.sent_version, p.channel_says, p.unknown_since, p.last_error, p.queued_at, p.sent_at`;

export function listPushes(
  tx: TenantTransaction,
  {
    page,
    page_size,
    channel_sku,
    ...filters
  }: PageQuery & {
    connection_id?: string;
    kind?: string;
    channel_sku?: string;
    item_id?: string;
    order_id?: string;
  },
): Promise<PageOf<PushRow>> {
  const where = every([
    ...equalTo('p', { organization_id: tx.organizationId, ...filters }),
    ...(channel_sku === undefined ? [] : [sql`p.item_id is not null and p.subject = ${channel_sku}`]),
  ]);
  const order = ['p.connection_id', 'p.kind', 'p.subject'];
  return readPage(tx, { columns, from: sql`channel_pushes p`, where, order }, { page, page_size });
}
