/** Reads of loads. */
import type { ShipMode } from '../../domain/catalog/ship-modes.ts';
import type {
  freightClasses,
  freightTerms,
  handlingUnitTypes,
  LoadStatus,
} from '../../domain/shipping/load-states.ts';
import type { ShipmentStatus } from '../../domain/shipping/shipment-states.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { orderOf, readPage, type PageQuery } from '../page.ts';
import { sql } from '../sql-text.ts';

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

function columns(tx: TenantTransaction) {
  return [
    'd.id',
    'd.load_no',
    'd.status',
    'd.warehouse_id',
    'h.code as warehouse_code',
    'd.ship_mode',
    'd.carrier_id',
    'c.name as carrier',
    'd.scac',
    'd.freight_terms',
    'd.trailer_no',
    'd.seal_no',
    'd.handling_unit_type',
    'd.handling_units',
    'd.weight_kg',
    'd.ship_to',
    'd.pro_number',
    'd.freight_class',
    'd.goods_description',
    'd.bill_freight_to',
    'd.bol_number',
    'b.id as bill_of_lading_id',
    'd.created_at',
    'd.updated_at',
    'd.loading_at',
    'd.loaded_at',
    'd.shipped_at',
    'd.cancelled_at',
    tx.raw(
      `(select count(*) from load_shipments x where x.organization_id = d.organization_id and x.load_id = d.id)::integer
        as shipment_count`,
    ),
  ];
}

// Loads are the operator's; a merchant's token sees those its own shipments are on (load_shipments shows it no others).
const ownOnly = `(nullif(current_setting('app.merchant_id', true), '') is null or exists (
  select 1 from load_shipments x where x.organization_id = d.organization_id and x.load_id = d.id))`;

function loads(tx: TenantTransaction, organizationId: string) {
  return tx('loads as d')
    .join('warehouses as h', (on) =>
      on.on('h.organization_id', 'd.organization_id').andOn('h.id', 'd.warehouse_id'),
    )
    .leftJoin('carriers as c', (on) =>
      on.on('c.organization_id', 'd.organization_id').andOn('c.id', 'd.carrier_id'),
    )
    .leftJoin('documents as b', (on) =>
      on
        .on('b.organization_id', 'd.organization_id')
        .andOn('b.subject_id', 'd.id')
        .andOnVal('b.kind', 'bill_of_lading'),
    )
    .where('d.organization_id', organizationId)
    .whereRaw(ownOnly);
}

export const loadSorts = { created_at: 'd.created_at', updated_at: 'd.updated_at', load_no: 'd.load_no' };

export function listLoads(
  tx: TenantTransaction,
  organizationId: string,
  filters: { status?: string; warehouse_id?: string; ship_mode?: string },
  page: PageQuery,
): Promise<{ rows: LoadRow[]; total: number }> {
  const query = loads(tx, organizationId);
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) void query.where(`d.${name}`, value);
  }
  return readPage<LoadRow>(query, columns(tx), orderOf(loadSorts, 'd.id', page.sort), page);
}

export function findLoad(
  tx: TenantTransaction,
  organizationId: string,
  id: string,
): Promise<LoadRow | undefined> {
  return loads(tx, organizationId)
    .where('d.id', id)
    .first(columns(tx) as never) as unknown as Promise<LoadRow | undefined>;
}

export interface LoadShipmentRow {
  shipment_id: string;
  shipment_no: string;
  status: ShipmentStatus;
  order_id: string | null;
  merchant_id: string;
}

/** The shipments on a load; a load takes what a trailer takes, at most 5,000 are shown. */
export function listLoadShipments(
  tx: TenantTransaction,
  organizationId: string,
  loadId: string,
): Promise<LoadShipmentRow[]> {
  return rows<LoadShipmentRow>(
    tx,
    sql`select x.shipment_id, s.shipment_no, s.status, s.order_id, s.merchant_id
       from load_shipments x
       join wms_shipments s on s.organization_id = x.organization_id and s.id = x.shipment_id
      where x.organization_id = ${organizationId} and x.load_id = ${loadId} order by s.shipment_no limit 5000`,
  );
}
