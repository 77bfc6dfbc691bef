/** Declares to customs, and keeps what the commercial invoice says. The caller holds the shipment locked. */
import { newId } from '../../domain/new-id.ts';
import { toldLines, type CustomsLine, type CustomsTerms } from '../../domain/parcels/customs.ts';
import { decimal, sum } from '../../domain/decimal.ts';
import type { CommercialInvoiceFacts } from '../../domain/shipping/paper-facts.ts';
import { execute, row, type TenantTransaction } from '../database.ts';
import { freezeCommercialInvoice } from '../shipping/papers.write.ts';
import { sql, values } from '../sql-text.ts';

export interface NewDeclaration extends CustomsTerms {
  shipment_id: string;
  shipment_no: string;
  merchant_id: string;
  created_by: string;
  lines: readonly CustomsLine[];
}

/** Returns its id. The second of a shipment is its second version, with an invoice of its own. */
export async function insertDeclaration(
  tx: TenantTransaction,
  { lines, tax_ids: taxIds, shipment_no: shipmentNo, ...declared }: NewDeclaration,
): Promise<string> {
  const id = newId();
  const found = await row<{ version: number }>(
    tx,
    sql`select coalesce(max(version), 0) + 1 as version from customs_declarations
         where organization_id = ${tx.organizationId} and shipment_id = ${declared.shipment_id}`,
  );
  const { version } = found!;
  const invoiceNo = version === 1 ? shipmentNo : `${shipmentNo}-${version}`;
  const record = { ...declared, id, version, invoice_no: invoiceNo, tax_ids: JSON.stringify(taxIds) };
  await execute(
    tx,
    sql`insert into customs_declarations ${values({ organization_id: tx.organizationId, ...record })}`,
  );
  const of = { organization_id: tx.organizationId, declaration_id: id, merchant_id: declared.merchant_id };
  await execute(
    tx,
    sql`insert into customs_lines ${values(lines.map(({ sku: _shown, ...line }) => ({ ...of, ...line })))}`,
  );
  await freezeCommercialInvoice(
    tx,
    { id, document_no: invoiceNo, merchant_id: declared.merchant_id },
    await invoiceFacts(tx, invoiceNo, { ...declared, tax_ids: taxIds, lines }),
  );
  return id;
}

type Ends = Pick<
  CommercialInvoiceFacts,
  | 'issued_at'
  | 'time_zone'
  | 'shipment_no'
  | 'order_no'
  | 'organization'
  | 'merchant'
  | 'exporter'
  | 'warehouse'
  | 'warehouse_address'
  | 'warehouse_id'
  | 'ship_to'
  | 'cartons'
  | 'gross_kg'
> & { uoms: Record<string, string> };

async function invoiceFacts(
  tx: TenantTransaction,
  invoiceNo: string,
  { shipment_id, lines, ...declared }: Omit<NewDeclaration, 'shipment_no'>,
): Promise<CommercialInvoiceFacts> {
  const found = await row<Ends>(
    tx,
    sql`select now() as issued_at, w.time_zone, s.shipment_no, o.order_no, org.name as organization, m.name as merchant,
               m.bill_to as exporter, w.id as warehouse_id, w.name as warehouse, w.address as warehouse_address, s.ship_to,
               (select count(*)::integer from cartons c where c.organization_id = s.organization_id
                   and c.shipment_id = s.id and c.voided_at is null) as cartons,
               (select case when bool_and(c.weight_kg is not null) then sum(c.weight_kg) end::text from cartons c
                 where c.organization_id = s.organization_id and c.shipment_id = s.id and c.voided_at is null) as gross_kg,
               (select json_object_agg(i.id, i.uom) from items i
                 where i.organization_id = s.organization_id
                   and i.id = any (${lines.map(({ item_id }) => item_id)}::uuid[])) as uoms
          from wms_shipments s
          join organizations org on org.id = s.organization_id
          join merchants m on m.organization_id = s.organization_id and m.id = s.merchant_id
          join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
          left join sales_orders o on o.organization_id = s.organization_id and o.id = s.order_id
         where s.organization_id = ${tx.organizationId} and s.id = ${shipment_id}`,
  );
  const { uoms, ...ends } = found!;
  const { currency } = declared;
  const told = toldLines(lines, currency);
  const { merchant_id: _merchant, created_by: _by, ...terms } = declared;
  return {
    ...ends,
    ...terms,
    invoice_no: invoiceNo,
    lines: told.map((line, at) => ({
      ...line,
      line_no: lines[at]!.line_no,
      uom: uoms[lines[at]!.item_id]!,
    })),
    total: sum(told.map(({ value }) => decimal(value))).toFixed(),
    net_kg: sum(told.map(({ weight_kg }) => decimal(weight_kg))).toFixed(),
  };
}
