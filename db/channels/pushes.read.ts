/** Reads of the ledger of what stores are told. */
import type { PushKind } from '../../domain/channels/push-kinds.ts';
import type { TenantTransaction } from '../database.ts';
import { readPage, type PageQuery } from '../page.ts';

export interface PushRow {
  connection_id: string;
  kind: PushKind;
  channel_sku: string;
  merchant_id: string;
  item_id: string;
  wanted: Record<string, unknown>;
  version: string;
  sent: Record<string, unknown> | null;
  sent_version: string;
  channel_says: Record<string, unknown> | null;
  last_error: string | null;
  queued_at: Date;
  sent_at: Date | null;
}

const columns = [
  'connection_id',
  'kind',
  'channel_sku',
  'merchant_id',
  'item_id',
  'wanted',
  'version',
  'sent',
  'sent_version',
  'channel_says',
  'last_error',
  'queued_at',
  'sent_at',
];

export function listPushes(
  tx: TenantTransaction,
  organizationId: string,
  {
    page,
    page_size,
    ...filters
  }: PageQuery & { connection_id?: string; kind?: string; channel_sku?: string; item_id?: string },
): Promise<{ rows: PushRow[]; total: number }> {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const base = tx('channel_pushes').where({ organization_id: organizationId, ...given });
  const order = [{ column: 'connection_id' }, { column: 'kind' }, { column: 'channel_sku' }];
  return readPage(base, columns, order, { page, page_size });
}
