/** Carrier rules, and what of a parcel they ask for. */
import type { BuyMoment, CarrierRule } from '../../domain/parcels/carrier-rules.ts';
import { row, rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

const columns = sql`id, name, priority, merchant_id, warehouse_id, ship_mode, countries, postal_from, postal_to, weight_over,
  weight_upto, value_over, value_upto, is_po_box, due_within_days, hazard, hazard_classes, choose, account_ids, services, within_days, add_days, tolerance_percent, buy_at`;

/** The active rules that may apply to a merchant's parcels, in the order they are tried. */
export function carrierRulesFor(tx: TenantTransaction, merchantId: string): Promise<CarrierRule[]> {
  return rows<CarrierRule>(
    tx,
    sql`select ${columns} from carrier_rules
         where organization_id = ${tx.organizationId} and is_active and (merchant_id is null or merchant_id = ${merchantId})
         order by priority, created_at, id`,
  );
}

/** One rule, also one that is not active any more: what was chosen by it stays so. */
export function findCarrierRule(tx: TenantTransaction, id: string): Promise<CarrierRule | undefined> {
  return row<CarrierRule>(
    tx,
    sql`select ${columns} from carrier_rules where organization_id = ${tx.organizationId} and id = ${id}`,
  );
}

/** Whether any label of the merchant may have to be bought at one of these moments. */
export async function isBoughtAt(
  tx: TenantTransaction,
  merchantId: string,
  moments: readonly BuyMoment[],
): Promise<boolean> {
  const found = await row(
    tx,
    sql`select 1 from carrier_rules
         where organization_id = ${tx.organizationId} and is_active and buy_at = any (${[...moments]}::text[])
           and (merchant_id is null or merchant_id = ${merchantId}) limit 1`,
  );
  return found !== undefined;
}

/** The same as a condition, of a shipping document `documents` and its shipment's leaving. */
export const mayBeBoughtAtShip = sql`exists (
  select 1 from carrier_rules r
   where r.organization_id = documents.organization_id and r.is_active and r.buy_at = 'ship'
     and (r.merchant_id is null or r.merchant_id = documents.merchant_id))`;

interface RuledShipment {
  ship_mode: string;
  value: string | null;
  due_in_days: number | null;
}

/** What the rules ask of a shipment itself. */
export async function readRuledShipment(tx: TenantTransaction, shipmentId: string): Promise<RuledShipment> {
  const found = await row<RuledShipment>(
    tx,
    sql`select s.ship_mode, s.required_ship_date - (now() at time zone w.time_zone)::date as due_in_days,
               (select case when bool_and(l.order_line_id is not null) then sum(l.qty * o.price / coalesce(o.uom_factor, 1)) end
                  from wms_shipment_lines l
                  left join sales_order_lines o on o.organization_id = l.organization_id and o.id = l.order_line_id
                 where l.organization_id = s.organization_id and l.shipment_id = s.id) as value
          from wms_shipments s join warehouses w on w.organization_id = s.organization_id and w.id = s.warehouse_id
         where s.organization_id = ${tx.organizationId} and s.id = ${shipmentId}`,
  );
  return found!;
}

export async function todayAtWarehouse(tx: TenantTransaction, warehouseId: string): Promise<string> {
  const found = await row<{ day: string }>(
    tx,
    sql`select (now() at time zone time_zone)::date::text as day from warehouses
         where organization_id = ${tx.organizationId} and id = ${warehouseId}`,
  );
  return found!.day;
}
