/** Manual charges and waivers. Charges never change; a charge that is not to be billed is waived. */
import { execute, row, rows, type TenantTransaction } from '../database.ts';
import { sql, values } from '../sql-text.ts';
import { zeroId } from './rate-activity.write.ts';

export interface ManualCharge {
  id: string;
  merchantId: string;
  itemId: string;
  warehouseId: string | null;
  serviceDate: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  currency: string;
  uom: string;
  sourceRef: string | null;
  description: string | null;
}

export async function insertManualCharge(tx: TenantTransaction, charge: ManualCharge): Promise<void> {
  await execute(
    tx,
    sql`insert into charges ${values({
      organization_id: tx.organizationId,
      id: charge.id,
      merchant_id: charge.merchantId,
      billing_item_id: charge.itemId,
      rule_id: zeroId,
      source_id: charge.id,
      warehouse_id: charge.warehouseId,
      service_date: charge.serviceDate,
      currency: charge.currency,
      quantity: charge.quantity,
      unit_price: charge.unitPrice,
      amount_precise: charge.amount,
      kind: 'manual',
      source_type: 'manual',
      uom: charge.uom,
      source_ref: charge.sourceRef,
      description: charge.description,
      pricing: JSON.stringify({ model: 'per_unit', rate: charge.unitPrice, basis: 'manual' }),
    })}`,
  );
}

/**
 * Waives a charge and the surcharges on it that are on no invoice; returns those waived now. If one was waived before,
 * the first reason stands; waiving it again is not an error.
 */
export async function insertWaivers(
  tx: TenantTransaction,
  { chargeId, reason, waivedBy }: { chargeId: string; reason: string; waivedBy: string },
): Promise<string[]> {
  const waived = await rows<{ charge_id: string }>(
    tx,
    sql`insert into charge_waivers (organization_id, charge_id, reason, waived_by)
        select c.organization_id, c.id, ${reason}, ${waivedBy} from charges c
         where c.organization_id = ${tx.organizationId} and (c.id = ${chargeId} or c.parent_charge_id = ${chargeId})
           and not exists (select 1 from invoice_charges x where x.organization_id = c.organization_id
                              and x.charge_id = c.id and x.released_at is null)
        on conflict (organization_id, charge_id) do nothing returning charge_id`,
  );
  return waived.map(({ charge_id: id }) => id);
}

/**
 * Makes waivers of a merchant's charges and the steps of its runs that read waivers take turns. The lock is not the
 * run's own: other steps take as long as they take, and a waiver does not wait for those. Taken after the run's.
 */
export async function lockWaivers(tx: TenantTransaction, merchantId: string): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('waivers|' || ${tx.organizationId} || '|' || ${merchantId}, 0))`,
  );
}

/** Takes the lock of the waivers of the charge's merchant. False when there is no such charge. */
export async function lockCharge(tx: TenantTransaction, id: string): Promise<boolean> {
  const found = await row<{ merchant_id: string }>(
    tx,
    sql`select merchant_id from charges where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) return false;
  await lockWaivers(tx, found.merchant_id);
  return true;
}

export async function isOnInvoice(tx: TenantTransaction, id: string): Promise<boolean> {
  return (
    (await row(
      tx,
      sql`select 1 from invoice_charges where organization_id = ${tx.organizationId} and charge_id = ${id} and released_at is null`,
    )) !== undefined
  );
}

/** The standard edition's own merchant, used when none is given. */
export async function ownMerchant(tx: TenantTransaction): Promise<string | undefined> {
  const own = await row<{ id: string }>(
    tx,
    sql`select id from merchants where organization_id = ${tx.organizationId} and is_own`,
  );
  return own?.id;
}
