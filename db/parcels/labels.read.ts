/** Reads of labels bought from carriers. */
import type { AccountBilling } from '../../domain/parcels/billing.ts';
import type { FileType, SoldFormat } from '../../domain/parcels/label-files.ts';
import type { LabelState } from '../../domain/parcels/label-states.ts';
import { foreignReason } from '../../domain/parcels/told-reason.ts';
import type { UnplannedReason } from '../../domain/parcels/planned-parcels.ts';
import type { WeightBy } from '../../domain/parcels/parcel.ts';
import type { TrackingKind } from '../../domain/catalog/tracking-kinds.ts';
import { row, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';

export interface LabelRow {
  id: string;
  shipment_id: string | null;
  shipment_no: string | null;
  return_id: string | null;
  return_no: string | null;
  carton_id: string | null;
  carton_no: number | null;
  planned_sscc: string | null;
  unplanned_for: UnplannedReason | null;
  merchant_id: string;
  warehouse_id: string;
  rule_id: string | null;
  account_id: string | null;
  account_name: string | null;
  service_code: string | null;
  quote_id: string | null;
  quoted_amount: string | null;
  quoted_currency: string | null;
  state: LabelState;
  tracking_no: string | null;
  tracking_url: string | null;
  carrier_code: string | null;
  manifest_id: string | null;
  manifested_at: Date | null;
  manifest_error: string | null;
  unneeded_since: Date | null;
  tracking_state: TrackingKind | null;
  tracked_at: Date | null;
  amount: string | null;
  currency: string | null;
  weight_kg: string | null;
  weight_by: WeightBy | null;
  billing: AccountBilling['billing'];
  format: SoldFormat | null;
  declaration_id: string | null;
  unknown_since: Date | null;
  next_try_at: Date | null;
  last_error: string | null;
  /** Its carrier refused whoever asks, not what was asked: told to whom the account is shown. */
  is_account_refused: boolean;
  resolved_by: string | null;
  resolved_for: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  bought_at: Date | null;
  refused_at: Date | null;
  voided_at: Date | null;
}

const isOperator = sql`nullif(current_setting('app.merchant_id', true), '') is null`;
// To a merchant of another's account, or of none yet: neither what it is called nor what its carrier says of it.
const isTold = sql`(a.id is not null or ${isOperator})`;

// A merchant sees no account but its own, and what a label of another cost is the operator's affair.
const columns = sql`p.id, p.shipment_id, s.shipment_no, p.return_id, r.return_no, p.carton_id, c.carton_no, p.planned_sscc, p.unplanned_for, p.merchant_id, p.warehouse_id, p.rule_id, p.account_id,
  a.name as account_name, p.service_code, p.quote_id, p.state, p.tracking_no, p.tracking_url, p.carrier_code,
  p.manifest_id, p.manifested_at, case when ${isTold} or p.manifest_error is null then p.manifest_error else ${foreignReason} end as manifest_error, p.unneeded_since, p.tracking_state, p.tracked_at,
  case when a.id is not null then p.quoted_amount end as quoted_amount,
  case when a.id is not null then p.quoted_currency end as quoted_currency,
  case when a.id is not null then p.amount end as amount, case when a.id is not null then p.currency end as currency,
  p.parcel ->> 'weight_kg' as weight_kg, p.parcel ->> 'weight_by' as weight_by,
  coalesce(p.parcel #>> '{billing,terms}', 'prepaid') as billing,
  case when p.zpl_sha256 is not null then 'zpl' else
    (select case f.content_type when 'application/pdf' then 'pdf' when 'image/png' then 'png' else 'other' end
       from label_files f where f.organization_id = p.organization_id and f.sha256 = p.file_sha256) end as format,
  (p.parcel -> 'customs' ->> 'declaration_id')::uuid as declaration_id,
  p.unknown_since, p.next_try_at, case when ${isOperator} or p.last_error is distinct from p.foreign_error or p.last_error is null then p.last_error else ${foreignReason} end as last_error,
  p.is_account_refused and ${isTold} as is_account_refused, p.resolved_by, p.resolved_for, p.created_by, p.created_at, p.updated_at,
  p.bought_at, p.refused_at, p.voided_at`;

const from = sql`label_purchases p`;
const joins = sql`left join wms_shipments s on s.organization_id = p.organization_id and s.id = p.shipment_id
  left join returns r on r.organization_id = p.organization_id and r.id = p.return_id
  left join carrier_accounts a on a.organization_id = p.organization_id and a.id = p.account_id
  left join cartons c on c.organization_id = p.organization_id and c.id = p.carton_id`;

export interface LabelFilters {
  state?: LabelState;
  shipment_id?: string;
  return_id?: string;
  carton_id?: string;
  account_id?: string;
  warehouse_id?: string;
  merchant_id?: string;
  tracking_no?: string;
  tracking_state?: TrackingKind;
  manifest_id?: string;
}

export const labelSorts = { created_at: 'p.created_at', bought_at: 'p.bought_at' };

/** Labels, newest first. */
export function listLabels(
  tx: TenantTransaction,
  { page, page_size, sort, ...filters }: LabelFilters & PageQuery,
): Promise<PageOf<LabelRow>> {
  const list = {
    columns,
    from,
    joins,
    where: every(equalTo('p', { organization_id: tx.organizationId, ...filters })),
    sorts: labelSorts,
    id: 'p.id',
    usual: '-created_at',
  };
  return readPage(tx, list, { page, page_size, sort });
}

export function findLabelPurchase(tx: TenantTransaction, id: string): Promise<LabelRow | undefined> {
  return row<LabelRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where p.organization_id = ${tx.organizationId} and p.id = ${id}`,
  );
}

/** The bytes a carrier sold: its ZPL, or its file. */
export function findLabelBytes(
  tx: TenantTransaction,
  id: string,
): Promise<{ zpl: string | null; content_type: FileType | null; content: Buffer | null } | undefined> {
  return row(
    tx,
    sql`select t.zpl_content as zpl, f.content_type, f.content
          from label_purchases p
          left join label_texts t on t.organization_id = p.organization_id and t.sha256 = p.zpl_sha256
          left join label_files f on f.organization_id = p.organization_id and f.sha256 = p.file_sha256
         where p.organization_id = ${tx.organizationId} and p.id = ${id}`,
  );
}
