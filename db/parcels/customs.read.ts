/** What is declared to customs, and what is known of goods before they are. */
import type { CustomsFacts, CustomsLine, CustomsTerms } from '../../domain/parcels/customs.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { type PageOf, type PageQuery, readPage } from '../page.ts';
import { equalTo, every, sql } from '../sql-text.ts';

/** The lines of a shipment with what the catalog and its order know of them, in order. */
export function readCustomsFacts(tx: TenantTransaction, shipmentId: string): Promise<CustomsFacts[]> {
  return rows<CustomsFacts>(
    tx,
    sql`select l.line_no, l.item_id, i.sku, i.name, l.qty, i.hs_code, i.origin_country, i.customs_description,
               i.customs_value, i.customs_currency, i.weight_kg,
               round(n.price / coalesce(n.uom_factor, 1), 6) as price, o.currency as order_currency
          from wms_shipment_lines l
          join items i on i.organization_id = l.organization_id and i.id = l.item_id
          left join sales_order_lines n on n.organization_id = l.organization_id and n.id = l.order_line_id
          left join sales_orders o on o.organization_id = n.organization_id and o.id = n.order_id
         where l.organization_id = ${tx.organizationId} and l.shipment_id = ${shipmentId} and l.qty > 0
         order by l.line_no`,
  );
}

/** What lies in one of a shipment's cartons, by item, and in those of lower numbers. */
export async function readCartonGoods(
  tx: TenantTransaction,
  { shipment_id, carton_no }: { shipment_id: string; carton_no: number },
): Promise<{ item_id: string; before: string; here: string }[]> {
  return rows(
    tx,
    sql`select n.item_id, coalesce(sum(n.qty) filter (where c.carton_no < ${carton_no}), 0) as before,
               coalesce(sum(n.qty) filter (where c.carton_no = ${carton_no}), 0) as here
          from cartons c
          join carton_lines n on n.organization_id = c.organization_id and n.carton_id = c.id
         where c.organization_id = ${tx.organizationId} and c.shipment_id = ${shipment_id} and c.voided_at is null
           and c.carton_no <= ${carton_no}
         group by n.item_id`,
  );
}

export interface DeclarationRow extends CustomsTerms {
  id: string;
  shipment_id: string;
  shipment_no: string;
  merchant_id: string;
  version: number;
  invoice_no: string;
  created_by: string;
  created_at: Date;
  /** Its commercial invoice. */
  document_id: string;
  lines: CustomsLine[];
}

const columns = sql`d.id, d.shipment_id, s.shipment_no, d.merchant_id, d.version, d.invoice_no, d.contents, d.contents_note,
  d.incoterm, d.non_delivery, d.currency, d.signed_by, d.export_filing, d.tax_ids, d.created_by, d.created_at,
  p.id as document_id,
  (select coalesce(json_agg(json_build_object('line_no', l.line_no, 'item_id', l.item_id, 'sku', i.sku,
            'description', l.description, 'hs_code', l.hs_code, 'origin_country', l.origin_country, 'qty', l.qty::text,
            'unit_value', l.unit_value::text, 'unit_weight_kg', l.unit_weight_kg::text) order by l.line_no), '[]')
     from customs_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
    where l.organization_id = d.organization_id and l.declaration_id = d.id) as lines`;
const from = sql`customs_declarations d
  join wms_shipments s on s.organization_id = d.organization_id and s.id = d.shipment_id
  join documents p on p.organization_id = d.organization_id and p.kind = 'commercial_invoice' and p.subject_id = d.id`;

/** Declarations, newest first. */
export function listDeclarations(
  tx: TenantTransaction,
  { page, page_size, sort, ...filters }: { shipment_id?: string; merchant_id?: string } & PageQuery,
): Promise<PageOf<DeclarationRow>> {
  const list = {
    columns,
    from,
    where: every(equalTo('d', { organization_id: tx.organizationId, ...filters })),
    sorts: { created_at: 'd.created_at' },
    id: 'd.id',
    usual: '-created_at',
  };
  return readPage(tx, list, { page, page_size, sort });
}

export function findDeclaration(tx: TenantTransaction, id: string): Promise<DeclarationRow | undefined> {
  return row<DeclarationRow>(
    tx,
    sql`select ${columns} from ${from} where d.organization_id = ${tx.organizationId} and d.id = ${id}`,
  );
}

/** The date (YYYY-MM-DD) of a moment where the shipment leaves: the one its commercial invoice shows. */
export async function dayWhereItLeaves(
  tx: TenantTransaction,
  shipmentId: string,
  moment: Date,
): Promise<string> {
  const found = await row<{ day: string }>(
    tx,
    sql`select (${moment}::timestamptz at time zone w.time_zone)::date::text as day
          from wms_shipments s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
         where s.organization_id = ${tx.organizationId} and s.id = ${shipmentId}`,
  );
  return found!.day;
}

/** What was declared last of a shipment. */
export function newestDeclaration(
  tx: TenantTransaction,
  shipmentId: string,
): Promise<DeclarationRow | undefined> {
  return row<DeclarationRow>(
    tx,
    sql`select ${columns} from ${from}
         where d.organization_id = ${tx.organizationId} and d.shipment_id = ${shipmentId}
         order by d.version desc limit 1`,
  );
}
