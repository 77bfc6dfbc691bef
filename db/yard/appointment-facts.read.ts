/** Resolves what an appointment refers to: its carrier, its receipt and the merchant. */
import { invalid, unknownReference } from '../../domain/refusal.ts';
import { rows, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface GivenFacts {
  carrier: string | undefined;
  carrierId: string | null;
  receiptId: string | null;
  merchantId: string | null;
  warehouseId: string;
}

/**
 * The carrier with its name, the receipt and its merchant. Refuses 400 UNKNOWN_REFERENCE, 400 without any carrier, and
 * 400 for a receipt of another warehouse or merchant.
 */
export async function appointmentFacts(
  tx: TenantTransaction,
  { carrier, carrierId, receiptId, merchantId, warehouseId }: GivenFacts,
): Promise<{
  carrier: string;
  carrier_id: string | null;
  receipt_id: string | null;
  merchant_id: string | null;
}> {
  const name = await carrierName(tx, carrier, carrierId);
  const owner = receiptId ? await receiptMerchant(tx, receiptId, merchantId, warehouseId) : merchantId;
  return { carrier: name, carrier_id: carrierId, receipt_id: receiptId, merchant_id: owner };
}

async function carrierName(
  tx: TenantTransaction,
  given: string | undefined,
  id: string | null,
): Promise<string> {
  if (!id) {
    if (given) return given;
    throw invalid('carrier', 'required', 'carrier is required, by its name or as carrier_id');
  }
  const [found] = await rows<{ name: string }>(
    tx,
    sql`select name from carriers where organization_id = ${tx.organizationId} and id = ${id}`,
  );
  if (!found) throw unknownReference('carrier_id', 'carrier');
  return given ?? found.name;
}

async function receiptMerchant(
  tx: TenantTransaction,
  receiptId: string,
  merchantId: string | null,
  warehouseId: string,
): Promise<string> {
  const [receipt] = await rows<{ merchant_id: string; warehouse_id: string }>(
    tx,
    sql`select merchant_id, warehouse_id from inbound_receipts
         where organization_id = ${tx.organizationId} and id = ${receiptId}`,
  );
  if (!receipt) throw unknownReference('receipt_id', 'inbound receipt');
  if (receipt.warehouse_id !== warehouseId)
    throw invalid('receipt_id', 'other_warehouse', 'receipt_id names a receipt of another warehouse');
  if (merchantId && receipt.merchant_id !== merchantId)
    throw invalid('receipt_id', 'other_merchant', 'receipt_id names a receipt of another merchant');
  return receipt.merchant_id;
}
