/** Reads of manifests. */
import type { ManifestState } from '../../domain/parcels/manifest-states.ts';
import { row, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { equalTo, every, sql } from '../sql-text.ts';

export interface ManifestRow {
  id: string;
  account_id: string;
  account_name: string;
  warehouse_id: string;
  carrier_code: string | null;
  ship_date: string;
  state: ManifestState;
  manifest_no: string | null;
  labels: number;
  /** How many waited as well when it was made, and found no place on it. */
  left: number;
  has_file: boolean;
  files: number;
  unknown_since: Date | null;
  next_try_at: Date | null;
  last_error: string | null;
  resolved_by: string | null;
  resolved_for: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  accepted_at: Date | null;
  refused_at: Date | null;
}

const columns = sql`m.id, m.account_id, a.name as account_name, m.warehouse_id, m.carrier_code, m.ship_date, m.state, m.manifest_no,
  (select count(*)::integer from label_purchases p where p.organization_id = m.organization_id and p.manifest_id = m.id)
    as labels, m.left_labels as "left",
  m.file_sha256 is not null as has_file,
  case when m.file_sha256 is null then 0 else 1 + cardinality(m.more_files) end as files, m.unknown_since, m.next_try_at, m.last_error, m.resolved_by, m.resolved_for,
  m.created_by, m.created_at, m.updated_at, m.accepted_at, m.refused_at`;
const from = sql`manifests m join carrier_accounts a on a.organization_id = m.organization_id and a.id = m.account_id`;

export function listManifests(
  tx: TenantTransaction,
  {
    page,
    page_size,
    sort,
    ...filters
  }: { account_id?: string; warehouse_id?: string; state?: ManifestState; ship_date?: string } & PageQuery,
): Promise<PageOf<ManifestRow>> {
  const list = {
    columns,
    from,
    where: every(equalTo('m', { organization_id: tx.organizationId, ...filters })),
    sorts: { created_at: 'm.created_at' },
    id: 'm.id',
    usual: '-created_at',
  };
  return readPage(tx, list, { page, page_size, sort });
}

export function findManifest(tx: TenantTransaction, id: string): Promise<ManifestRow | undefined> {
  return row<ManifestRow>(
    tx,
    sql`select ${columns} from ${from} where m.organization_id = ${tx.organizationId} and m.id = ${id}`,
  );
}

/** A paper the carrier made of it, for its driver: the first, or the second and so on of several. */
export function findManifestPaper(
  tx: TenantTransaction,
  id: string,
  no: number,
): Promise<{ content: Buffer | null } | undefined> {
  return row(
    tx,
    sql`select f.content from manifests m
          left join label_files f on f.organization_id = m.organization_id and f.sha256 = (array[m.file_sha256] || m.more_files)[${no}::integer]
         where m.organization_id = ${tx.organizationId} and m.id = ${id}`,
  );
}
