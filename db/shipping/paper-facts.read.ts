/** The content of shipping documents, read once when they are generated. */
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';
import { shipmentWeight } from './shipment-weight.ts';

export interface PackingListFacts {
  shipment_no: string;
  status: string;
  /** The order's number, or the transfer's. */
  order_no: string | null;
  is_transfer: boolean;
  merchant_id: string;
  merchant: string;
  organization: string;
  warehouse_id: string;
  warehouse: string;
  warehouse_address: Record<string, unknown>;
  time_zone: string;
  ship_to: Record<string, unknown>;
  ship_mode: string;
  carrier_code: string | null;
  tracking_no: string | null;
  shipped_at: Date | null;
  lines: { line_no: number; sku: string; item_name: string; lot_no: string; uom: string; qty: string }[];
}

export async function readPackingListFacts(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<PackingListFacts | undefined> {
  const found = await row<Omit<PackingListFacts, 'lines'>>(
    tx,
    sql`select s.shipment_no, s.status, coalesce(o.order_no, t.transfer_no) as order_no, t.id is not null as is_transfer,
            s.merchant_id, m.name as merchant, org.name as organization, s.warehouse_id,
            w.name as warehouse, w.address as warehouse_address, w.time_zone, s.ship_to, s.ship_mode, s.carrier_code,
            s.tracking_no, s.shipped_at
       from wms_shipments s
       join organizations org on org.id = s.organization_id
       join merchants m on m.organization_id = s.organization_id and m.id = s.merchant_id
       join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
       left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
       left join transfers t on t.organization_id = s.organization_id and t.id = s.transfer_id
      where s.organization_id = ${tx.organizationId} and s.id = ${shipmentId}`,
  );
  if (!found) return undefined;
  const lines = await rows<PackingListFacts['lines'][number]>(
    tx,
    sql`select l.line_no, i.sku, i.name as item_name, a.lot_no, i.uom, sum(a.qty) as qty
       from allocations a
       join wms_shipment_lines l on l.organization_id = a.organization_id and l.id = a.shipment_line_id
       join items i on i.organization_id = a.organization_id and i.id = a.item_id
      where a.organization_id = ${tx.organizationId} and a.shipment_id = ${shipmentId} and a.status = 'shipped'
      group by l.line_no, i.sku, i.name, a.lot_no, i.uom order by l.line_no, a.lot_no`,
  );
  return { ...found, lines };
}

export interface BillOfLadingFacts {
  load_no: string;
  status: string;
  bol_number: string;
  organization: string;
  warehouse_id: string;
  warehouse: string;
  warehouse_address: Record<string, unknown>;
  time_zone: string;
  carrier: string | null;
  scac: string | null;
  freight_terms: string;
  trailer_no: string | null;
  seal_no: string | null;
  handling_unit_type: string;
  handling_units: number;
  weight_kg: string | null;
  ship_to: Record<string, unknown>;
  pro_number: string | null;
  freight_class: string | null;
  goods_description: string | null;
  bill_freight_to: Record<string, unknown>;
  shipped_at: Date;
  shipments: {
    shipment_no: string;
    order_no: string | null;
    /** The customer's or channel's order number. */
    po_number: string | null;
    merchant_id: string;
    merchant: string;
    ship_to: Record<string, unknown>;
    cartons: number;
    units: string;
    weight_kg: string | null;
  }[];
}

export async function readBillOfLadingFacts(
  tx: TenantTransaction,
  loadId: string,
): Promise<BillOfLadingFacts | undefined> {
  const found = await row<Omit<BillOfLadingFacts, 'shipments'>>(
    tx,
    sql`select d.load_no, d.status, d.bol_number, org.name as organization, d.warehouse_id, w.name as warehouse,
            w.address as warehouse_address, w.time_zone, c.name as carrier, d.scac, d.freight_terms, d.trailer_no, d.seal_no,
            d.handling_unit_type, d.handling_units, d.weight_kg, d.ship_to, d.pro_number, d.freight_class, d.goods_description,
            d.bill_freight_to, d.shipped_at
       from loads d
       join organizations org on org.id = d.organization_id
       join warehouses w on w.organization_id = d.organization_id and w.id = d.warehouse_id
       left join carriers c on c.organization_id = d.organization_id and c.id = d.carrier_id
      where d.organization_id = ${tx.organizationId} and d.id = ${loadId}`,
  );
  if (!found) return undefined;
  const shipments = await rows<BillOfLadingFacts['shipments'][number]>(
    tx,
    sql`select s.shipment_no, o.order_no, o.channel_order_no as po_number, s.merchant_id, m.name as merchant, s.ship_to,
            (select count(*) from cartons c where c.organization_id = s.organization_id and c.shipment_id = s.id
                and c.voided_at is null)::integer as cartons,
            coalesce((select sum(l.qty) from wms_shipment_lines l
               where l.organization_id = s.organization_id and l.shipment_id = s.id), 0) as units,
            ${shipmentWeight} as weight_kg
       from load_shipments x
       join wms_shipments s on s.organization_id = x.organization_id and s.id = x.shipment_id
       join merchants m on m.organization_id = s.organization_id and m.id = s.merchant_id
       left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
      where x.organization_id = ${tx.organizationId} and x.load_id = ${loadId} order by s.shipment_no`,
  );
  return { ...found, shipments };
}
