/** Reads the ledger of pushes to stores. */
import type { PushKind } from '../../domain/channels/push-kinds.ts';
import { row, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface PushRow {
  id: string;
  connection_id: string;
  kind: PushKind;
  subject: string;
  store_location: string;
  merchant_id: string;
  item_id: string | null;
  order_id: string | null;
  shipment_id: string | null;
  return_id: string | null;
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
  given_up_at: Date | null;
  resolved_by: string | null;
  resolved_for: string | null;
}

const columns = sql`p.id, p.connection_id, p.kind, p.subject, p.store_location, p.merchant_id, p.item_id, p.order_id,
  p.shipment_id, p.return_id, p.external_order_id, p.wanted, p.version, p.sent, p.sent_version, p.channel_says,
  p.unknown_since, p.last_error, p.queued_at, p.sent_at, p.given_up_at, p.resolved_by, p.resolved_for`;

export const findPush = (tx: TenantTransaction, id: string): Promise<PushRow | undefined> =>
  row<PushRow>(
    tx,
    sql`select ${columns} from channel_pushes p where p.organization_id = ${tx.organizationId} and p.id = ${id}`,
  );

export function listPushes(
  tx: TenantTransaction,
  {
    page,
    page_size,
    channel_sku,
    is_told,
    ...filters
  }: PageQuery & {
    connection_id?: string;
    kind?: string;
    channel_sku?: string;
    item_id?: string;
    order_id?: string;
    is_told?: boolean;
  },
): Promise<PageOf<PushRow>> {
  const where = every([
    ...equalTo('p', { organization_id: tx.organizationId, ...filters }),
    ...(channel_sku === undefined ? [] : [sql`p.item_id is not null and p.subject = ${channel_sku}`]),
    ...(is_told === undefined
      ? []
      : [is_told ? sql`p.sent_version = p.version` : sql`p.sent_version < p.version`]),
  ]);
  const order = ['p.connection_id', 'p.kind', 'p.subject', 'p.store_location'];
  return readPage(tx, { columns, from: sql`channel_pushes p`, where, order }, { page, page_size });
}
