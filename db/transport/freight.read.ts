/** What the freight of a transport order is billed and split by. */
import { toReplace, type DocumentStatus } from '../../domain/documents/document-states.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { LoadStatus } from '../../domain/shipping/load-states.ts';
import type { MerchantFreight } from '../../domain/transport/freight-basis.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql, type SqlText } from '../sql-text.ts';
import { shipmentWeight } from '../shipping/shipment-weight.ts';

// If one item lacks the measure, the sum is unknown rather than too small.
const itemSum = (measure: SqlText): SqlText => sql`(
  select case when bool_and((${measure}) is not null) then sum(${measure}) end
    from wms_shipment_lines l join items i on i.organization_id = l.organization_id and i.id = l.item_id
   where l.organization_id = s.organization_id and l.shipment_id = s.id)`;

const overMerchant = (column: SqlText): SqlText =>
  sql`case when bool_and(${column} is not null) then sum(${column}) end`;

/** What each merchant has on the load, in merchant order, so that the same load is always split the same way. */
export function merchantsOnLoad(tx: TenantTransaction, loadId: string): Promise<MerchantFreight[]> {
  return rows<MerchantFreight>(
    tx,
    sql`with measured as (
          select s.merchant_id, ${shipmentWeight} as weight,
                 ${itemSum(sql`l.qty * i.volume_cbm`)} as volume,
                 ${itemSum(sql`ceil(l.qty / i.units_per_pallet)`)} as pallets, ${itemSum(sql`l.qty`)} as units
            from load_shipments x
            join wms_shipments s on s.organization_id = x.organization_id and s.id = x.shipment_id
           where x.organization_id = ${tx.organizationId} and x.load_id = ${loadId} and s.status <> 'cancelled')
        select merchant_id, ${overMerchant(sql`weight`)} as weight, ${overMerchant(sql`volume`)} as volume,
               ${overMerchant(sql`pallets`)} as pallets, ${overMerchant(sql`units`)} as units
          from measured group by merchant_id order by merchant_id`,
  );
}

export interface AgreedRate {
  carrier_id: string;
  rate: string;
  currency: string;
}

/** The rate the carrier last agreed to. */
export async function agreedRate(tx: TenantTransaction, orderId: string): Promise<AgreedRate | undefined> {
  const [found] = await rows<AgreedRate>(
    tx,
    sql`select carrier_id, rate, currency from transport_tenders
         where organization_id = ${tx.organizationId} and order_id = ${orderId} and status = 'accepted'
         order by tender_no desc limit 1`,
  );
  return found;
}

interface FreightBill {
  id: string;
  bill_no: string | null;
  status: DocumentStatus;
}

/** The freight bill of an order; voided ones do not count. */
export async function freightBillOf(
  tx: TenantTransaction,
  orderId: string,
): Promise<FreightBill | undefined> {
  const [found] = await rows<FreightBill>(
    tx,
    sql`select id, bill_no, status from bills
         where organization_id = ${tx.organizationId} and tms_order_id = ${orderId} and bill_type = 'freight'
           and kind = 'bill' and status <> 'void' order by created_at limit 1`,
  );
  return found;
}

/** Refuses 409 FREIGHT_ALREADY_BILLED while an order has a freight bill. The caller holds the order locked. */
export async function assertNotBilled(
  tx: TenantTransaction,
  { id: orderId, transport_no: transportNo }: { id: string; transport_no: string },
): Promise<void> {
  const present = await freightBillOf(tx, orderId);
  if (!present) return;
  const { id, bill_no: no, status } = present;
  const sentence = `${transportNo} is billed already, by ${no ?? 'a draft'}: ${toReplace(status)}.`;
  throw new Refusal('FREIGHT_ALREADY_BILLED', sentence, { bill_id: id, status });
}

export interface LoadToLeave {
  bill_id: string;
  load_id: string;
  load_no: string;
  status: LoadStatus;
}

/** The loads still to leave, of those of these drafts that split freight by what is on a load. */
export function loadsToLeave(tx: TenantTransaction, billIds: readonly string[]): Promise<LoadToLeave[]> {
  return rows(
    tx,
    sql`select b.id as bill_id, d.id as load_id, d.load_no, d.status from bills b
          join transport_orders o on o.organization_id = b.organization_id and o.id = b.tms_order_id
          join loads d on d.organization_id = o.organization_id and d.id = o.load_id
         where b.organization_id = ${tx.organizationId} and b.id = any (${[...billIds]}::uuid[])
           and b.status = 'draft' and b.bill_type = 'freight' and b.kind = 'bill' and d.status not in ('shipped', 'cancelled')
           and exists (select from bill_lines l where l.organization_id = b.organization_id and l.bill_id = b.id
                        and l.is_split_by_load)`,
  );
}

/** The item merchants are charged freight with when none is named: the oldest active one of the category. */
export async function freightItem(tx: TenantTransaction): Promise<string | null> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select id from billing_items
         where organization_id = ${tx.organizationId} and category = 'freight' and is_active order by created_at, id limit 1`,
  );
  return found?.id ?? null;
}
