/** Drafts of every sort that a group of commands may find: of two months, in two currencies, good and bad. */
import type { TestOrganization } from '../helpers/organization.ts';

/** The books are locked through this day once the documents are made. */
export const lockedThrough = '2026-04-30';

const dated = { invoice_date: '2026-05-10', due_date: '2026-06-10' };
const june = { invoice_date: '2026-06-01', due_date: '2026-06-30' };
const early = { invoice_date: '2026-04-10', due_date: '2026-06-10' };

/** In the order of their `po_number`: the second and the fourth are credits, two cannot be issued, one never is. */
export function draftInvoices(
  { merchantId, secondMerchantId }: TestOrganization,
  accounts: Record<string, string>,
): object[] {
  const line = (unit_price: number, more: object = {}) => ({
    account_id: accounts['4000'],
    description: 'Storage',
    quantity: 1,
    unit_price,
    ...more,
  });
  const drafts: object[] = [
    { ...dated, lines: [line(10), line(2.5, { tax_code: 'T', tax_rate: 7.25 })] },
    { ...june, lines: [line(8)] },
    { ...dated, kind: 'credit_note', lines: [line(6)] },
    { ...dated, kind: 'credit_note', currency: 'EUR', exchange_rate: 1.25, lines: [line(5)] },
    { ...dated, currency: 'EUR', exchange_rate: 1.1, lines: [line(9.99)] },
    { ...june, lines: [line(4), line(-4)] },
    { ...dated, lines: [line(-1)] },
    { ...dated, notes: 'poison', lines: [line(1)] },
    { ...early, merchant_id: secondMerchantId, lines: [line(3)] },
  ];
  return drafts.map((draft, index) => ({ merchant_id: merchantId, po_number: String(index), ...draft }));
}

/** The same of bills, in the order of their `vendor_bill_no`. */
export function draftBills({ vendorId, merchantId, secondMerchantId }: TestOrganization): object[] {
  const dated = { bill_date: '2026-05-10', due_date: '2026-06-10' };
  const june = { bill_date: '2026-06-01', due_date: '2026-06-30' };
  const line = (amount: number, more: object = {}) => ({ description: 'Freight', amount, ...more });
  const splits = [merchantId, secondMerchantId].map((id, index) => ({
    merchant_id: id,
    basis_qty: index + 1,
  }));
  const drafts: object[] = [
    { ...dated, lines: [line(10, { tax: 0.7, split_basis: 'weight', splits }), line(2.5)] },
    { ...june, lines: [line(8)] },
    { ...dated, kind: 'vendor_credit', lines: [line(6)] },
    { ...dated, kind: 'vendor_credit', currency: 'EUR', exchange_rate: 1.25, lines: [line(5)] },
    { ...dated, currency: 'EUR', exchange_rate: 1.1, lines: [line(9.99)] },
    { ...june, lines: [line(4), line(-4)] },
    { ...dated, lines: [line(-1)] },
    { ...dated, notes: 'poison', lines: [line(1)] },
    { ...dated, bill_date: '2026-04-10', lines: [line(3)] },
  ];
  return drafts.map((draft, index) => ({ vendor_id: vendorId, vendor_bill_no: String(index), ...draft }));
}
