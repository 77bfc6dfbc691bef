/** Reads of loads. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type {
  freightClasses,
  freightTerms,
  handlingUnitTypes,
  LoadStatus,
} from '../../domain/shipping/load-states.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { equalTo, every, sql } from '../sql-text.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { billOfLadingOf, isWhole } from './whole-load.ts';

export interface LoadRow {
  id: string;
  load_no: string;
  status: LoadStatus;
  warehouse_id: string;
  warehouse_code: string;
  ship_mode: ShipMode;
  carrier_id: string | null;
  carrier: string | null;
  scac: string | null;
  freight_terms: (typeof freightTerms)[number];
  trailer_no: string | null;
  seal_no: string | null;
  handling_unit_type: (typeof handlingUnitTypes)[number];
  handling_units: number | null;
  weight_kg: string | null;
  /** Empty, and what is written freely about the whole load null, for a merchant who does not see its bill of lading. */
  ship_to: Record<string, unknown>;
  pro_number: string | null;
  freight_class: (typeof freightClasses)[number] | null;
  goods_description: string | null;
  bill_freight_to: Record<string, unknown>;
  bol_number: string | null;
  bill_of_lading_id: string | null;
  created_at: Date;
  updated_at: Date;
  loading_at: Date | null;
  loaded_at: Date | null;
  shipped_at: Date | null;
  cancelled_at: Date | null;
  shipment_count: number;
}

const columns = sql`d.id, d.load_no, d.status, d.warehouse_id, h.code as warehouse_code, d.ship_mode, d.carrier_id,
  c.name as carrier, d.scac, d.freight_terms, d.trailer_no, d.seal_no, d.handling_unit_type,
  case when ${isWhole} then d.handling_units end as handling_units, case when ${isWhole} then d.weight_kg end as weight_kg,
  case when ${isWhole} then d.ship_to else '{}' end as ship_to, d.pro_number, d.freight_class,
  case when ${isWhole} then d.goods_description end as goods_description,
  case when ${isWhole} then d.bill_freight_to else '{}' end as bill_freight_to, d.bol_number, b.id as bill_of_lading_id, d.created_at, d.updated_at, d.loading_at, d.loaded_at, d.shipped_at,
  d.cancelled_at,
  (select count(*) from load_shipments x
    where x.organization_id = d.organization_id and x.load_id = d.id)::integer as shipment_count`;

const from = sql`loads d`;
const joins = sql`join warehouses h on h.organization_id = d.organization_id and h.id = d.warehouse_id
  left join carriers c on c.organization_id = d.organization_id and c.id = d.carrier_id
  ${billOfLadingOf(sql`d`, sql`d.id`)}`;

// Loads belong to the operator; a merchant's token sees those its own shipments are on (load_shipments shows it no
// others).
const ownOnly = sql`(nullif(current_setting('app.merchant_id', true), '') is null or exists (
  select 1 from load_shipments x where x.organization_id = d.organization_id and x.load_id = d.id))`;

export const loadSorts = { created_at: 'd.created_at', updated_at: 'd.updated_at', load_no: 'd.load_no' };

/** Loads, newest first. */
export function listLoads(
  tx: TenantTransaction,
  filters: { status?: string; warehouse_id?: string; ship_mode?: string },
  page: PageQuery,
): Promise<PageOf<LoadRow>> {
  const where = every([sql`d.organization_id = ${tx.organizationId}`, ownOnly, ...equalTo('d', filters)]);
  const list = { columns, from, joins, where, sorts: loadSorts, id: 'd.id', usual: '-created_at' };
  return readPage<LoadRow>(tx, list, page);
}

export function findLoad(tx: TenantTransaction, id: string): Promise<LoadRow | undefined> {
  return row<LoadRow>(
    tx,
    sql`select ${columns} from ${from} ${joins} where d.organization_id = ${tx.organizationId} and ${ownOnly} and d.id = ${id}`,
  );
}

export interface LoadShipmentRow {
  shipment_id: string;
  shipment_no: string;
  status: ShipmentStatus;
  order_id: string | null;
  merchant_id: string;
  /** The customer's or channel's order number. */
  po_number: string | null;
}

/** The shipments on a load, as many as fit on a trailer; at most 5,000 are shown. */
export function listLoadShipments(tx: TenantTransaction, loadId: string): Promise<LoadShipmentRow[]> {
  return rows<LoadShipmentRow>(
    tx,
    sql`select x.shipment_id, s.shipment_no, s.status, s.order_id, s.merchant_id, o.channel_order_no as po_number
       from load_shipments x
       join wms_shipments s on s.organization_id = x.organization_id and s.id = x.shipment_id
       left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
      where x.organization_id = ${tx.organizationId} and x.load_id = ${loadId} order by s.shipment_no limit 5000`,
  );
}
