/** The party of a document: names, addresses and terms of merchants, customers, vendors and carriers. */
import { unknownReference } from '../../domain/refusal.ts';
import { row, type TenantTransaction } from '../database.ts';
import { sql } from '../sql-text.ts';

export interface InvoiceParty {
  merchantId: string | null;
  customerId: string | null;
  billTo: Record<string, unknown>;
  vatId: string | null;
  reverseCharge: boolean;
  termsDays: number;
}

interface TaxedParty {
  name: string;
  vat_id: string | null;
  reverse_charge: boolean;
}

// Used when neither the customer nor the rate sheet has terms.
const defaultTermsDays = 30;

/** The party of an invoice with its current address. Refuses 400 UNKNOWN_REFERENCE. */
export async function readInvoiceParty(
  tx: TenantTransaction,
  party: { merchantId: string | null; customerId: string | null },
): Promise<InvoiceParty> {
  if (party.customerId) {
    const customer = await row<TaxedParty & { email: string | null; address: object; terms: number }>(
      tx,
      sql`select name, email, address, payment_terms_days as terms, vat_id, reverse_charge from customers where organization_id = ${tx.organizationId} and id = ${party.customerId}`,
    );
    if (!customer) throw unknownReference('customer_id', 'customer');
    const { name, email, address, terms } = customer;
    const billTo = { ...address, name, ...(email ? { email } : {}) };
    return { ...party, billTo, ...taxesOf(customer), termsDays: terms };
  }
  const merchant = await row<TaxedParty & { bill_to: object }>(
    tx,
    sql`select name, bill_to, vat_id, reverse_charge from merchants where organization_id = ${tx.organizationId} and id = ${party.merchantId}`,
  );
  if (!merchant) throw unknownReference('merchant_id', 'merchant');
  const billTo = { name: merchant.name, ...merchant.bill_to };
  return { ...party, billTo, ...taxesOf(merchant), termsDays: defaultTermsDays };
}

const taxesOf = (party: TaxedParty): Pick<InvoiceParty, 'vatId' | 'reverseCharge'> => ({
  vatId: party.vat_id,
  reverseCharge: party.reverse_charge,
});

/** The payment terms of a vendor or carrier, in days. Refuses 400 UNKNOWN_REFERENCE. */
export async function readBillTermsDays(
  tx: TenantTransaction,
  party: { vendorId: string | null; carrierId: string | null },
): Promise<number> {
  if (party.vendorId) {
    const vendor = await row<{ terms: number | null }>(
      tx,
      sql`select payment_terms_days as terms from vendors where organization_id = ${tx.organizationId} and id = ${party.vendorId}`,
    );
    if (!vendor) throw unknownReference('vendor_id', 'vendor');
    return vendor.terms ?? defaultTermsDays;
  }
  const carrier = await row(
    tx,
    sql`select 1 from carriers where organization_id = ${tx.organizationId} and id = ${party.carrierId}`,
  );
  if (!carrier) throw unknownReference('carrier_id', 'carrier');
  return defaultTermsDays;
}
