/**
 * What approving a bill posts: debit each line's expense account (each split to its merchant), debit input tax, credit
 * accounts payable.
 */
import { sum, type Decimal } from '../decimal.ts';
import type { NewLine } from '../journal/journal-entry.ts';
import { documentPosting, type Currencies, type Part } from '../journal/postings.ts';

export interface PostedBillLine {
  id: string;
  account_id: string;
  merchant_id: string | null;
  warehouse_id: string | null;
  amount: Decimal;
  tax: Decimal;
  splits: readonly { merchant_id: string; amount: Decimal }[];
}

export interface BillToPost {
  kind: 'bill' | 'vendor_credit';
  vendor_id: string | null;
  carrier_id: string | null;
  lines: readonly PostedBillLine[];
}

export function billPosting(
  bill: BillToPost,
  accounts: { ap: string; input_tax: string },
  currencies: Currencies,
): { lines: NewLine[]; baseTotal: Decimal } {
  const { kind, vendor_id, carrier_id, lines } = bill;
  const party = { vendor_id, carrier_id };
  const expenses = lines.flatMap(({ id, account_id, merchant_id, warehouse_id, amount, splits }): Part[] => {
    const part = { ...party, account_id, warehouse_id, bill_line_id: id };
    if (splits.length === 0) return [{ ...part, merchant_id, amount }];
    return splits.map((split) => ({ ...part, merchant_id: split.merchant_id, amount: split.amount }));
  });
  const tax = sum(lines.map((line) => line.tax));
  const total = sum(lines.map(({ amount }) => amount)).plus(tax);
  return documentPosting(
    { ...party, account_id: accounts.ap, amount: total },
    [...expenses, { ...party, account_id: accounts.input_tax, amount: tax, memo: 'Input tax' }],
    kind === 'bill' ? -1 : 1,
    currencies,
  );
}
